import { namesOf } from '../../parameters/values';
import type { Operation } from '../operation';
import {
	appointmentInTool,
	appointmentProperty,
	clientPhoneOption,
	SEND_EMAIL,
} from './parameters';

export const cancel: Operation = {
	name: 'Cancel',
	action: 'Cancel appointment',
	description:
		'Cancel an appointment. The client gets an email only if you choose it or the service sends one by default.',
	properties: [
		appointmentProperty,
		{
			displayName: 'Send Email',
			name: 'sendEmail',
			type: 'options',
			options: namesOf(SEND_EMAIL).map((value) => {
				const [, name, description] = SEND_EMAIL[value];
				return { name, value, description };
			}),
			default: 'serviceDefault',
			description: 'Whether the service sends a cancellation email to the client',
		},
	],
	// An agent sends no email unless the user chose it.
	toolDefaults: { ...appointmentInTool, sendEmail: { default: 'no' } },
	options: [clientPhoneOption],
	isChange: true,
	async execute(call) {
		const { cancelChosen } = await import('./change/cancel');
		return [await cancelChosen(call)];
	},
};
