import type { INodeProperties } from 'n8n-workflow';

import { wholeText } from '../../fields/values';
import { keyOfCode } from '../../service/appointments';
import type { ServiceClient } from '../../service/http/client';
import { InputError } from '../../service/errors';
import { validKey } from '../../service/values/keys';
import type { ItemParameters } from '../parameters';

const FIELD = 'Appointment';

/** How an appointment is chosen: from a list, by its key, or by the code that people see. */
export function appointmentProperty(operation: string): INodeProperties {
	return {
		displayName: FIELD,
		name: 'appointment',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		displayOptions: { show: { resource: ['appointment'], operation: [operation] } },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select an appointment…',
				typeOptions: { searchListMethod: 'searchAppointments', searchable: true },
			},
			{
				displayName: 'By Key',
				name: 'key',
				type: 'string',
				placeholder: 'e.g. 8f14e45f-ceea-467f-a0e6-1c5b7a3d9b10',
				hint: 'The appointment_key of the service',
			},
			{
				displayName: 'By Search Code',
				name: 'code',
				type: 'string',
				placeholder: 'e.g. AB12CD',
				hint: 'The search_code of the service',
			},
		],
	};
}

/** The key of the chosen appointment; a code costs a look-up. @throws InputError */
export async function appointmentKey(
	parameters: ItemParameters,
	client: ServiceClient,
): Promise<string> {
	const { mode, value } = parameters.locator('appointment');
	if (mode !== 'code') return validKey(value, FIELD);
	const code = String(value ?? '').trim();
	if (code === '') {
		throw new InputError(
			FIELD,
			'the search code is empty',
			'Enter the code as the service shows it',
		);
	}
	return await keyOfCode(client, wholeText(code, FIELD));
}

/** Two items on the same appointment keep their order. */
export function appointmentTurn(parameters: ItemParameters): string {
	const { mode, value } = parameters.locator('appointment');
	const text = String(value).trim().toLowerCase();
	return mode === 'code' ? `code:${text}` : `key:${text}`;
}
