import type { IDataObject, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { isObject } from '../../service/values/bodies';
import { stateOf } from '../../watching/state';
import { passes, type TriggerSettings } from '../parameters/settings';
import { identityOf, type Notification } from './identity';
import { notificationsOf } from './once';

/** A missing field passes, because the API documentation shows the data of creations only. */
export const isWanted = ({ event, data }: Notification, settings: TriggerSettings): boolean =>
	settings.events.includes(event) && passes(settings, stateOf(data ?? {}));

/**
 * Each Notification: the items of the execution. Undefined if it is a duplicate, and `busy` if the
 * first copy is still in progress or has failed.
 */
export async function notify(
	context: IWebhookFunctions,
	settings: TriggerSettings,
	notification: Notification,
): Promise<INodeExecutionData[] | 'busy' | undefined> {
	const { deduplicate, whenFinished } = settings;
	const json = { ...notification } as unknown as IDataObject;
	const identity = deduplicate ? identityOf(notification) : undefined;
	if (identity === undefined) return [{ json }];
	const notifications = notificationsOf(context.getWorkflow().id, context.getNode().id);
	const settle = await notifications.begin(identity);
	if (typeof settle !== 'function') return settle;
	// n8n responds with 2xx when the execution has started or, with When Finished, has succeeded.
	const response = context.getResponseObject();
	const end = () => settle(response.writableEnded && response.statusCode < 300);
	if (response.closed) end();
	else response.once('close', end);
	// With When Finished, only this process remembers, and only what has succeeded.
	return [whenFinished ? { json } : withIdentity(json, identity)];
}

/** For `execute()`, which n8n may call in another process. */
const withIdentity = (json: IDataObject, identity: string): INodeExecutionData =>
	({ json, notification: { identity } }) as unknown as INodeExecutionData;

export function identityIn({ notification }: INodeExecutionData): string | undefined {
	if (!isObject(notification)) return undefined;
	return typeof notification.identity === 'string' ? notification.identity : undefined;
}
