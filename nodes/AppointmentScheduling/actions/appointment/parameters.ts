import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { asLocator, locatorKey, locatorProperty } from '../../parameters/locator';
import { filledText } from '../../parameters/values';
import { simplified } from '../../service/appointments';
import { unwrapped } from '../../service/values/bodies';
import { idOfKey } from '../../service/values/keys';
import { hintContradiction } from '../notes';
import type { Call } from '../operation';
import { byModel } from '../tool';

const FIELD = 'Appointment';

const KEY = 'appointment_key from the list of appointments';

export const appointmentProperty = locatorProperty(
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

export const appointmentInTool = { appointment: byModel(appointmentProperty, KEY) };

/** For a code, this takes one more request. @throws InputError */
export async function appointmentKey({ parameters, client }: Call): Promise<string> {
	const given = parameters.get('appointment');
	const { mode, value } = asLocator(given);
	if (mode !== 'code') return locatorKey(given, FIELD);
	const { keyOfCode } = await import('../../service/codes');
	const code = filledText(value, FIELD, 'Enter the code on the confirmation');
	return await keyOfCode(client, code, FIELD);
}

/** With the start in the zone of the service. */
export function simplifiedItem(call: Call, body: unknown): IDataObject {
	hintContradiction(call, [unwrapped(body).start_date]);
	return simplified(body, call.zoneIfSet());
}

/** One for all items of a run. */
export async function scheduleOf({ client, once }: Call, keys: string[], zone: string) {
	const name = JSON.stringify(['schedule', zone, ...keys.map(idOfKey)]);
	return await once(name, async () => {
		const { Schedule } = await import('../../availability/schedule');
		return new Schedule(client, keys, zone);
	});
}

export const simplifyProperty: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: false,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** Where every field costs tokens. */
export const simplifyInTool = { simplify: { default: true } };
