import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { asItem } from '../../service/values/bodies';
import { updateWebhook } from '../../service/webhooks';
import type { Call } from '../operation';
import {
	webhookBody,
	webhookBodyProperties,
	webhookKey,
	webhookProperties,
	webhookTurn,
} from './fields';

export const option = {
	name: 'Update',
	action: 'Update webhook',
	description: 'Change the URL and the events of a webhook',
};

export const properties: INodeProperties[] = [...webhookProperties, ...webhookBodyProperties];

export const turn = webhookTurn;

export async function execute({ parameters, client }: Call): Promise<IDataObject[]> {
	const key = webhookKey(parameters);
	const body = webhookBody(parameters);
	const answer = await updateWebhook(client, key, body);
	return [asItem(answer, { webhook_key: key, ...body })];
}
