import { deepCopy, type IDataObject } from 'n8n-workflow';

import { namesOf, oneOf } from '../../../parameters/values';
import { isCanceled, type Appointment } from '../../../service/appointment';
import * as changes from '../../../service/changes';
import { isCanceledStatus } from '../../../service/vocabulary';
import type { Call } from '../../operation';
import { changedItem } from './changed';
import { presentAppointment } from '../find/chosen';
import { inPanel } from './inPanel';
import { refuseBegun } from '../refusals';
import { SEND_EMAIL } from '../parameters';

const ALREADY_CANCELED =
	"Items with 'alreadyCanceled' were canceled before. The node sent no cancellation for them";

export async function cancelChosen(call: Call): Promise<IDataObject> {
	const choice = oneOf(namesOf(SEND_EMAIL), call.parameters.get('sendEmail'), 'Send Email');
	const [sendEmail, , aboutEmail] = SEND_EMAIL[choice];
	const { key, former } = await presentAppointment(call);
	let isFirst = false;
	// A second cancellation may send the client another email.
	const item = await call.once(`cancel:${key}`, async () => {
		isFirst = true;
		if (former && !isCanceled(former)) refuseBegun(call, former);
		const canceling = changes.cancel(call.client, key, sendEmail, former);
		const { body, isAlreadyCanceled } = await inPanel(canceling);
		if (!isAlreadyCanceled) call.note(aboutEmail);
		return await canceledItem(call, key, body, isAlreadyCanceled, former);
	});
	if (isFirst) return item;
	call.hint(ALREADY_CANCELED);
	return { ...deepCopy(item), alreadyCanceled: true };
}

async function canceledItem(
	call: Call,
	key: string,
	body: unknown,
	isAlreadyCanceled: boolean,
	former?: Appointment,
): Promise<IDataObject> {
	if (isAlreadyCanceled) call.hint(ALREADY_CANCELED);
	const item = await changedItem(call, key, body, {}, former);
	const fields = { canceled: true, ...(isAlreadyCanceled && { alreadyCanceled: true }) };
	// A service may show the former status for a while, and the item would contradict itself.
	const isShown = !call.parameters.isTool || isCanceledStatus(String(item.status));
	return { ...item, ...(!isShown && { status: null }), ...fields, appointment_key: key };
}
