import type { IDataObject } from 'n8n-workflow';

import { appointmentIn, simplified } from '../service/appointment';
import { readableStart } from '../service/values/starts';

/**
 * An event as an item: with the simplified `appointment` and, if `data` shows one, the readable
 * `start`.
 */
export function withReadable(event: IDataObject, zone: string | undefined): IDataObject {
	const { data } = event;
	const start = appointmentIn(data, zone)?.start;
	const readable = start && { start: readableStart(start, zone) };
	return { ...event, appointment: simplified(data, zone), ...readable };
}
