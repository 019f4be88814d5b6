import type {
	IDataObject,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { isObject, unwrapped } from '../service/values/bodies';
import { warnOnceAnHour } from '../watching/warnings';
import { testEvent } from './changes/testEvent';
import { watcherOf } from './changes/watcher';
import type { Notification } from './notifications/identity';
import { bodyOf, notificationIn, sizeFlaw, type Refusal } from './notifications/notification';
import { isWanted, notify } from './notifications/notify';
import { triggerSettings, type TriggerSettings } from './parameters/settings';
import { hasSecret } from './subscription/urlSecret';

/** The same for everybody, so that a sender learns nothing about appointments. */
const RECEIVED = { message: 'Received' };
/** Some services deliver several notifications at once. */
const MOST_KEYS = 100;

/** Every delivery comes in here: secret → body → mode. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const settings = triggerSettings(context);
	const wrong =
		(settings.urlSecret ? await secretRefusal(context) : undefined) ?? sizeFlaw(context);
	if (wrong) return refuse(context, wrong);
	const body = bodyOf(context);
	if (settings.isForChanges && context.getMode() !== 'manual') {
		const looks = watcherOf(context)?.looks;
		for (const key of keysIn(body)) looks?.hint(key);
		return { webhookResponse: RECEIVED };
	}
	const notification = notificationIn(body);
	if (typeof notification === 'string') {
		return refuse(context, { status: 400, message: notification });
	}
	const items = isWanted(notification, settings)
		? await itemsOf(context, settings, notification)
		: undefined;
	if (items === 'busy') {
		return refuse(context, { status: 503, message: 'Not started, send this again' });
	}
	return { webhookResponse: RECEIVED, workflowData: items && [items] };
}

/** With Each Change, a delivery only says where to look, in whatever shape. */
const keysIn = (body: unknown): unknown[] =>
	[body].flat().slice(0, MOST_KEYS).map(appointmentKeyIn);

function appointmentKeyIn(body: unknown): unknown {
	const data = isObject(body) && isObject(body.data) ? body.data : {};
	return data.appointment_key ?? unwrapped(body).appointment_key;
}

/** What the execution gets. Undefined without one. */
async function itemsOf(
	context: IWebhookFunctions,
	settings: TriggerSettings,
	notification: Notification,
): Promise<INodeExecutionData[] | 'busy' | undefined> {
	if (context.getMode() !== 'manual') return await notify(context, settings, notification);
	const json = settings.isForChanges ? await testEvent(context, notification) : notification;
	return [{ json: { ...json } as IDataObject }];
}

async function secretRefusal(context: IWebhookFunctions): Promise<Refusal | undefined> {
	try {
		return (await hasSecret(context)) ? undefined : { status: 404, message: 'Not found' };
	} catch (error) {
		warnOnceAnHour(context, 'The secret of the webhook URL could not be checked', error);
		return { status: 503, message: 'Not ready, send this again' };
	}
}

/** If the response is not 2xx, the service may send the notification again. */
function refuse(context: IWebhookFunctions, { status, message }: Refusal): IWebhookResponseData {
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}
