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
		`"${String(value)}" is not an appointment status`,
		`Use one of ${Object.keys(APPOINTMENT_STATUSES).join(', ')}`,
	);
}

/** The status to set. It has no default, because no default may change data. @throws InputError */
export function chosenStatus(value: unknown): AppointmentStatus {
	if (!isBlank(value)) return validStatus(value);
	throw new InputError(
		'Status',
		'no status was chosen',
		'Choose the new status of the appointment',
	);
}
