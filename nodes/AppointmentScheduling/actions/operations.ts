import { appointmentOperations } from './appointment';
import type { Operation } from './operation';
import { webhookOperations } from './webhook';

/** Every operation by its resource and the name that workflows are saved with. */
export const operations: Record<string, Record<string, Operation>> = {
	appointment: appointmentOperations,
	webhook: webhookOperations,
};
