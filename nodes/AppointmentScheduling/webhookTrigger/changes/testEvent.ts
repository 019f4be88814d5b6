import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { connect } from '../../n8n/connect';
import { findAppointment } from '../../service/appointments';
import { keyIn } from '../../service/values/keys';
import { objectOf } from '../../service/values/objects';
import { CREATION_EVENT } from '../../service/vocabulary';
import { previousOf } from '../../watching/difference';
import { warnOnceAnHour } from '../../watching/warnings';
import { LOOK_LIMITS } from './looks';

/**
 * For Execute step: an item as a change has it, of a notification. Nothing is known about the state
 * before.
 */
export async function testEvent(
	context: IWebhookFunctions,
	notification: IDataObject,
): Promise<IDataObject> {
	const { event, data } = notification;
	const shown = { ...notification, data: await shownData(context, objectOf(data)) };
	return event === CREATION_EVENT ? shown : { ...shown, previous: previousOf() };
}

/** As delivered, if the API does not show it. */
async function shownData(context: IWebhookFunctions, data: IDataObject): Promise<IDataObject> {
	try {
		const client = await connect(context, LOOK_LIMITS);
		return (await findAppointment(client, keyIn(data.appointment_key) ?? ''))?.data ?? data;
	} catch (error) {
		warnOnceAnHour(context, 'The test event could not be read, so it is as delivered', error);
		return data;
	}
}
