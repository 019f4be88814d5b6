import type {
	IDataObject,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { warnOnceAnHour } from '../watching/warnings';
import { testEvent } from './changes/testEvent';
import { watcherOf } from './changes/watcher';
import type { Notification } from './notifications/identity';
import { readNotification, type Refusal } from './notifications/notification';
import { isWanted, notify } from './notifications/notify';
import { triggerSettings, type TriggerSettings } from './parameters/settings';
import { hasSecret } from './subscription/urlSecret';

/** The same for everybody, so that a sender learns nothing about appointments. */
const RECEIVED = { message: 'Received' };

/** Every delivery comes in here: secret → body → mode. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const settings = triggerSettings(context);
	const wrong = settings.urlSecret ? await secretRefusal(context) : undefined;
	if (wrong) return refuse(context, wrong);
	const notification = readNotification(context);
	if ('status' in notification) return refuse(context, notification);
	const items = await itemsOf(context, settings, notification);
	if (items === 'busy') {
		return refuse(context, { status: 503, message: 'Not started, send this again' });
	}
	return { webhookResponse: RECEIVED, workflowData: items && [items] };
}

/** What the execution gets. Undefined without one. */
async function itemsOf(
	context: IWebhookFunctions,
	settings: TriggerSettings,
	notification: Notification,
): Promise<INodeExecutionData[] | 'busy' | undefined> {
	const isTest = context.getMode() === 'manual';
	if (settings.isForChanges && !isTest) {
		watcherOf(context)?.looks.hint(notification.data?.appointment_key);
		return undefined;
	}
	if (!isWanted(notification, settings)) return undefined;
	if (!isTest) return await notify(context, settings, notification);
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
