import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { connect } from '../../n8n/connect';
import type { Appointment } from '../../service/appointment';
import { findAppointment } from '../../service/appointments';
import { CREATION_EVENT } from '../../service/vocabulary';
import { previousOf } from '../../watching/difference';
import { warnOnceAnHour } from '../../watching/warnings';
import { jsonOf, type Notification } from '../notifications/notification';
import { LOOK_LIMITS } from './looks';

/** For Execute step: an item as a change has it. Nothing is known about the state before. */
export async function testEvent(
	context: IWebhookFunctions,
	notification: Notification,
): Promise<IDataObject> {
	const data = await shownData(context, notification.appointment);
	const json = { ...jsonOf(notification), data };
	return notification.event === CREATION_EVENT ? json : { ...json, previous: previousOf() };
}

/** As delivered, if the API does not show it. */
async function shownData(
	context: IWebhookFunctions,
	{ key, data }: Appointment,
): Promise<IDataObject> {
	try {
		const client = await connect(context, LOOK_LIMITS);
		return (await findAppointment(client, key))?.data ?? data;
	} catch (error) {
		warnOnceAnHour(context, 'The test event could not be read, so it is as delivered', error);
		return data;
	}
}
