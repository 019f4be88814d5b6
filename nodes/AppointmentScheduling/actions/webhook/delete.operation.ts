import { asItem } from '../../service/values/bodies';
import { deleteWebhook as unregister } from '../../service/webhooks';
import type { Operation } from '../operation';
import { webhookKey, webhookProperties } from './parameters';

export const deleteWebhook: Operation = {
	name: 'Delete',
	action: 'Delete webhook',
	description: 'Delete a webhook, so that the service stops notifying its URL',
	properties: webhookProperties,
	isChange: true,
	async execute({ parameters, client }) {
		const webhook_key = webhookKey(parameters);
		const answer = await unregister(client, webhook_key);
		return [{ ...asItem(answer), deleted: true, webhook_key }];
	},
};
