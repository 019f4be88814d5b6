import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isObject } from '../service/values/objects';
import { warnOnceAnHour } from '../watching/warnings';
import { bodyOf, sizeFlaw, structureFlaw, type Refusal } from './body';
import { testEvent } from './changes/testEvent';
import { watcherOf } from './changes/watchers';
import { isWanted, jsonOf, notificationIn } from './notifications/notification';
import { notify } from './notifications/once';
import { triggerSettings, type TriggerSettings } from './parameters/settings';
import { hasHeaderSecret, hasUrlSecret } from './subscription/urlSecret';

/** The same for everybody, so that a sender learns nothing about appointments. */
const RECEIVED = { webhookResponse: { message: 'Received' } };

/** Every delivery comes in here: size → secret → JSON → an appointment? → mode. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const settings = triggerSettings(context);
	const wrong = sizeFlaw(context) ?? (await secretFlaw(context, settings));
	if (wrong) return refuse(context, wrong);
	const body = bodyOf(context);
	const flaw = isObject(body) ? structureFlaw(body) : 'The body is not a JSON object';
	if (flaw !== undefined) return refuse(context, { status: 400, message: flaw });
	const notification = notificationIn(body as IDataObject);
	if (!notification) return RECEIVED;
	const isTest = context.getMode() === 'manual';
	if (settings.isForChanges && !isTest) {
		watcherOf(context)?.looks.hint(notification.appointment.key);
		return RECEIVED;
	}
	if (!isWanted(notification, settings)) return RECEIVED;
	if (isTest) {
		const json = settings.isForChanges
			? await testEvent(context, notification)
			: jsonOf(notification);
		return { ...RECEIVED, workflowData: [[{ json }]] };
	}
	const items = await notify(context, notification);
	if (items === 'busy') {
		return refuse(context, { status: 503, message: 'Not started, send this again' });
	}
	return { ...RECEIVED, workflowData: items && [items] };
}

/** A wrong URL looks like no URL. */
async function secretFlaw(
	context: IWebhookFunctions,
	{ isByHand }: TriggerSettings,
): Promise<Refusal | undefined> {
	try {
		if (isByHand) {
			const isRight = await hasHeaderSecret(context);
			return isRight ? undefined : { status: 401, message: 'Authorization is missing or wrong' };
		}
		return (await hasUrlSecret(context)) ? undefined : { status: 404, message: 'Not found' };
	} catch (error) {
		warnOnceAnHour(context, 'The secret of a notification could not be checked', error);
		return { status: 503, message: 'Not ready, send this again' };
	}
}

/** If the response is not 2xx, the service may send the notification again. */
function refuse(context: IWebhookFunctions, { status, message }: Refusal): IWebhookResponseData {
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}
