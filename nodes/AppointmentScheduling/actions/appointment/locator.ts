import type { INodeProperties } from 'n8n-workflow';

import { locatorKey, wholeText } from '../../fields/values';
import { keyOfCode } from '../../service/appointments';
import type { ServiceClient } from '../../service/http/client';
import { InputError } from '../../service/errors';
import type { ItemParameters } from '../parameters';
import { byModel, withToolVariant } from '../tool';

const FIELD = 'Appointment';

/** Chooses an appointment from a list, by its key, or by the code that clients know. */
const property: INodeProperties = {
	displayName: FIELD,
	name: 'appointment',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The appointment_key, or the search_code, from the list of appointments',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select an appointment…',
			typeOptions: {
				searchListMethod: 'searchAppointments',
				searchable: true,
				slowLoadNotice: {
					message: 'If this takes too long, choose the appointment By Code or By Key',
					timeout: 10_000,
				},
			},
			hint: 'Upcoming appointments first. Scroll for older ones, or search by name, whole email or whole code.',
		},
		{
			displayName: 'By Key',
			name: 'key',
			type: 'string',
			placeholder: 'e.g. 8f14e45f-ceea-467f-a0e6-1c5b7a3d9b10',
			hint: 'The appointment_key from the list of appointments',
		},
		{
			displayName: 'By Code',
			name: 'code',
			type: 'string',
			placeholder: 'e.g. AP-0012',
			hint: 'The search_code from the list of appointments, which is the code on the confirmation',
		},
	],
};

export const appointmentProperties = (operation: string): INodeProperties[] =>
	withToolVariant(
		property,
		{ resource: ['appointment'], operation: [operation] },
		byModel(property, 'appointment_key from the list of appointments'),
	);

/** The key of the chosen appointment. For a code, this takes one more request. @throws InputError */
export async function appointmentKey(
	parameters: ItemParameters,
	client: ServiceClient,
): Promise<string> {
	const locator = parameters.locator('appointment');
	if (locator.mode !== 'code') return locatorKey(locator, FIELD, 'Choose one from the list');
	const code = String(locator.value ?? '').trim();
	if (code === '') {
		throw new InputError(FIELD, 'the code is empty', 'Enter the code on the confirmation');
	}
	return await keyOfCode(client, wholeText(code, FIELD));
}

/** Items for the same appointment run in order. */
export function appointmentTurn(parameters: ItemParameters): string {
	const { mode, value } = parameters.locator('appointment');
	const text = String(value).trim().toLowerCase();
	return mode === 'code' ? `code:${text}` : `key:${text}`;
}
