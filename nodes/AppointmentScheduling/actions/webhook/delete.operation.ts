import { asItem } from '../../service/values/objects';
import type { Operation } from '../operation';
import { webhookKey, webhookProperty } from './parameters';

export const deleteWebhook: Operation = {
	name: 'Delete',
	action: 'Delete webhook',
	description: 'Delete a webhook, so that the service stops notifying its URL',
	properties: [webhookProperty],
	isChange: true,
	async execute({ parameters, client }) {
		const webhook_key = webhookKey(parameters);
		const webhooks = await import('../../service/webhooks');
		const answer = await webhooks.deleteWebhook(client, webhook_key);
		return [{ ...asItem(answer), deleted: true, webhook_key }];
	},
};
