import { locatorKey, locatorProperty } from '../../fields/locator';
import { wholeText } from '../../fields/values';
import { keyOfCode } from '../../service/appointments';
import type { ServiceClient } from '../../service/http/client';
import { InputError } from '../../service/errors';
import type { ItemParameters } from '../parameters';
import { byModel, withToolVariant } from '../tool';

const FIELD = 'Appointment';

const KEY = 'appointment_key from the list of appointments';

/** Chooses an appointment from a list, by its key, or by the code that clients know. */
const property = locatorProperty(
	FIELD,
	KEY,
	{
		required: true,
		description: 'The appointment_key, or the search_code, from the list of appointments',
	},
	'Upcoming appointments first. Scroll for older ones, or search by name, whole email or whole code.',
	[
		{
			displayName: 'By Code',
			name: 'code',
			placeholder: 'e.g. AP-0012',
			hint: 'The search_code from the list of appointments, which is the code on the confirmation',
		},
	],
);

export const appointmentProperties = withToolVariant(property, byModel(property, KEY));

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
