import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { connect } from '../../n8n/connect';
import { CREATION_EVENT } from '../../service/core/vocabulary';
import { validKey } from '../../service/values/keys';
import { shownByKey } from '../../watching/recent';
import { previousOf } from '../../watching/state';
import { warnOnceAnHour } from '../../watching/warnings';
import type { Notification } from '../notifications/identity';
import { LOOK_LIMITS } from './look';

/** For Execute step: an item as a change has it. Nothing is known about the state before. */
export async function testEvent(
	context: IWebhookFunctions,
	notification: Notification,
): Promise<IDataObject> {
	const { event, timestamp = null, data } = notification;
	const previous = event === CREATION_EVENT ? {} : { previous: previousOf() };
	return { event, timestamp, data: await shownData(context, data), ...previous };
}

/** As delivered, if the API does not show it. */
async function shownData(
	context: IWebhookFunctions,
	data: IDataObject | null,
): Promise<IDataObject | null> {
	if (data?.appointment_key === undefined) return data;
	try {
		const key = validKey(data.appointment_key, 'appointment_key');
		return (await shownByKey(await connect(context, LOOK_LIMITS), key)) ?? data;
	} catch (error) {
		warnOnceAnHour(context, 'The test event could not be read, so it is as delivered', error);
		return data;
	}
}
