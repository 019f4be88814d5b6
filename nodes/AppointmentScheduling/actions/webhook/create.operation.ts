import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { asItem, webhookKeyIn } from '../../service/bodies';
import { createWebhook, findWebhook } from '../../service/webhooks';
import type { Call } from '../operation';
import { webhookBody, webhookBodyProperties } from './fields';

export const properties: INodeProperties[] = webhookBodyProperties('create');

export async function execute({ parameters, client }: Call): Promise<IDataObject[]> {
	const body = webhookBody(parameters);
	const created = await createWebhook(client, body);
	if (webhookKeyIn(created) !== undefined) return [asItem(created)];
	return [{ ...(await findWebhook(client, body)), ...asItem(created) }];
}
