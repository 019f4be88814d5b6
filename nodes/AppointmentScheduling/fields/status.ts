import type { INodePropertyOptions } from 'n8n-workflow';

import { APPOINTMENT_STATUSES, type AppointmentStatus } from '../service/vocabulary';
import { namesOf, oneOf } from './values';

/** The documented statuses for a drop-down. */
export const statusOptions: INodePropertyOptions[] = Object.entries(APPOINTMENT_STATUSES).map(
	([value, name]) => ({ name, value }),
);

/** @throws InputError if the status is not documented */
export const validStatus = (value: unknown): AppointmentStatus =>
	oneOf(namesOf(APPOINTMENT_STATUSES), value, 'Status');
