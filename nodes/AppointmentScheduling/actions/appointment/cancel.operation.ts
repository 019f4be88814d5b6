import { deepCopy, type IDataObject } from 'n8n-workflow';

import { meantOf, namesOf } from '../../parameters/values';
import { getAppointment } from '../../service/appointments';
import { isCanceledStatus } from '../../service/core/vocabulary';
import { unwrapped } from '../../service/values/bodies';
import { comparableKey } from '../../service/values/keys';
import type { Call, Operation } from '../operation';
import { changedItem, refuseBegun } from './changed';
import { appointmentInTool, appointmentKey, appointmentProperty } from './parameters';

/** What is sent, and what the user and a model read. */
const SEND_EMAIL = {
	serviceDefault: [
		undefined,
		'Service Default',
		'The service decides whether the client gets an email',
	],
	yes: [true, 'Yes', 'The service sends the client a cancellation email'],
	no: [false, 'No', 'The client gets no email about it'],
} as const;

const ALREADY_CANCELED =
	"Items with 'alreadyCanceled' were canceled before. The node sent no cancellation for them";

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
	isChange: true,
	async execute(call) {
		const choice = meantOf(namesOf(SEND_EMAIL), call.parameters.get('sendEmail'), 'Send Email');
		const [sendEmail, , aboutEmail] = SEND_EMAIL[choice];
		const key = await appointmentKey(call);
		// A second cancellation may send the client another email.
		const item = await call.once(`cancel:${comparableKey(key) ?? key}`, async () => {
			const former = call.parameters.isTool
				? unwrapped(await getAppointment(call.client, key))
				: {};
			if (isCanceledStatus(former.status)) return await canceledItem(call, key, former, true);
			refuseBegun(call, former);
			const changes = await import('../../service/appointmentChanges');
			const { body, isAlreadyCanceled } = await changes.cancel(call.client, key, sendEmail);
			if (!isAlreadyCanceled) call.note(aboutEmail);
			return await canceledItem(call, key, body, isAlreadyCanceled, former);
		});
		return [deepCopy(item)];
	},
};

async function canceledItem(
	call: Call,
	key: string,
	body: unknown,
	isAlreadyCanceled: boolean,
	former?: IDataObject,
): Promise<IDataObject> {
	if (isAlreadyCanceled) call.hint(ALREADY_CANCELED);
	const item = await changedItem(call, key, body, {}, former);
	const fields = { canceled: true, ...(isAlreadyCanceled && { alreadyCanceled: true }) };
	// A service may show the former status for a while, and the item would contradict itself.
	const isShown = !call.parameters.isTool || isCanceledStatus(item.status);
	return { ...item, ...(!isShown && { status: null }), ...fields, appointment_key: key };
}
