import type { INodePropertyOptions } from 'n8n-workflow';

import { InputError } from '../service/errors';
import { isBlank } from '../service/values/bodies';
import {
	APPOINTMENT_STATUSES,
	isAppointmentStatus,
	type AppointmentStatus,
} from '../service/vocabulary';

/** The documented statuses for a drop-down. */
export const statusOptions: INodePropertyOptions[] = Object.entries(APPOINTMENT_STATUSES).map(
	([value, name]) => ({ name, value }),
);

/** @throws InputError if the status is not documented */
export function validStatus(value: unknown): AppointmentStatus {
	if (isAppointmentStatus(value)) return value;
	throw new InputError(
		'Status',
		`"${String(value)}" is not a status of an appointment`,
		`Use one of ${Object.keys(APPOINTMENT_STATUSES).join(', ')}`,
	);
}

/** The status to set. Nothing is preselected, because the choice changes data. @throws InputError */
export function chosenStatus(value: unknown): AppointmentStatus {
	if (!isBlank(value)) return validStatus(value);
	throw new InputError('Status', 'no status is chosen', 'Choose the new status of the appointment');
}
