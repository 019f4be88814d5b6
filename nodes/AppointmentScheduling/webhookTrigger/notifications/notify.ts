import type { INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { FOREVER } from '../../service/values/dates';
import { objectOf, textIn } from '../../service/values/objects';
import { identityOf } from './identity';
import { jsonOf, type Notification } from './notification';
import { notificationsOf } from './once';

/**
 * Each Notification: the items of the execution. Undefined if it is a duplicate, and `busy` if the
 * first copy is still in progress or has failed.
 */
export async function notify(
	context: IWebhookFunctions,
	notification: Notification,
): Promise<INodeExecutionData[] | 'busy' | undefined> {
	const identity = identityOf(notification);
	const notifications = notificationsOf(context.getWorkflow().id, context.getNode().id);
	const settle = await notifications.begin(identity);
	if (typeof settle !== 'function') return settle;
	// n8n responds with 2xx when the execution has started.
	const response = context.getResponseObject();
	const end = () => settle(response.writableEnded && response.statusCode < 300);
	if (response.closed) end();
	else response.once('close', end);
	const item = { json: jsonOf(notification) };
	return [identity.lasts === FOREVER ? withIdentity(item, identity.digest) : item];
}

/** For `execute()`, which n8n may call in another process. */
const withIdentity = (item: INodeExecutionData, identity: string): INodeExecutionData =>
	({ ...item, notification: { identity } }) as INodeExecutionData;

export const identityIn = ({ notification }: INodeExecutionData): string | undefined =>
	textIn(objectOf(notification).identity);
