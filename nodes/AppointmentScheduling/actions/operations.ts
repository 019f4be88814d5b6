import { appointmentOperations } from './appointment';
import type { Operation } from './operation';
import { webhookOperations } from './webhook';

/** All operations by resource and name, as in saved workflows. */
export const operations: Record<string, Record<string, Operation>> = {
	appointment: appointmentOperations,
	webhook: webhookOperations,
};
