import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { asItem } from '../../service/values/bodies';
import { deleteWebhook } from '../../service/webhooks';
import type { Call } from '../operation';
import { webhookKey, webhookProperties, webhookTurn } from './fields';

export const option = {
	name: 'Delete',
	action: 'Delete webhook',
	description: 'Delete a webhook, so that the service stops notifying its URL',
};

export const properties: INodeProperties[] = webhookProperties;

export const turn = webhookTurn;

export async function execute({ parameters, client }: Call): Promise<IDataObject[]> {
	const key = webhookKey(parameters);
	const answer = await deleteWebhook(client, key);
	return [{ ...asItem(answer), deleted: true, webhook_key: key }];
}
