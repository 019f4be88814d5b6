import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { namesOf, oneOf } from '../../fields/values';
import { cancel } from '../../service/appointments';
import { asItem } from '../../service/values/bodies';
import type { Call } from '../operation';
import { withToolVariant } from '../tool';
import { appointmentKey, appointmentProperties, appointmentTurn } from './locator';

const SEND_EMAIL = { serviceDefault: undefined, yes: true, no: false };

export const option = {
	name: 'Cancel',
	action: 'Cancel appointment',
	description:
		'Cancel an appointment. The client gets an email only if you choose it or the service sends one by default.',
};

export const properties: INodeProperties[] = [
	...appointmentProperties,
	...withToolVariant(
		{
			displayName: 'Send Email',
			name: 'sendEmail',
			type: 'options',
			options: [
				{
					name: 'Service Default',
					value: 'serviceDefault',
					description: 'Let the service decide whether to send an email',
				},
				{ name: 'Yes', value: 'yes', description: 'Send the client a cancellation email' },
				{ name: 'No', value: 'no', description: 'Send no email' },
			],
			default: 'serviceDefault',
			description: 'Whether the service sends a cancellation email to the client',
		},
		// An agent sends no email unless the user chose it.
		{ default: 'no' },
	),
];

export const turn = appointmentTurn;

export async function execute({ parameters, client }: Call): Promise<IDataObject[]> {
	const choice = oneOf(namesOf(SEND_EMAIL), parameters.get('sendEmail'), 'Send Email');
	const key = await appointmentKey(parameters, client);
	const answer = await cancel(client, key, SEND_EMAIL[choice]);
	return [{ ...asItem(answer), canceled: true, appointment_key: key }];
}
