import type { INodePropertyOptions } from 'n8n-workflow';

import { InputError } from '../service/errors';
import {
	APPOINTMENT_STATUSES,
	isAppointmentStatus,
	type AppointmentStatus,
} from '../service/vocabulary';

/** The document's statuses for a drop-down, by their names for people. */
export const statusOptions: INodePropertyOptions[] = Object.entries(APPOINTMENT_STATUSES).map(
	([value, name]) => ({ name, value }),
);

/** @throws InputError when it is not one of the document's */
export function validStatus(value: unknown): AppointmentStatus {
	if (isAppointmentStatus(value)) return value;
	throw new InputError(
		'Status',
		`"${String(value)}" is not a status of an appointment`,
		`Use one of ${Object.keys(APPOINTMENT_STATUSES).join(', ')}`,
	);
}
