import { asItem } from '../../service/values/objects';
import type { Operation } from '../operation';
import { webhookBody, webhookBodyProperties, webhookKey, webhookProperty } from './parameters';

export const updateWebhook: Operation = {
	name: 'Update',
	action: 'Update webhook',
	description: 'Change the URL and the events of a webhook',
	properties: [webhookProperty, ...webhookBodyProperties],
	isChange: true,
	async execute({ parameters, client }) {
		const webhook_key = webhookKey(parameters);
		const body = webhookBody(parameters);
		const webhooks = await import('../../service/webhooks');
		const answer = await webhooks.updateWebhook(client, webhook_key, body);
		return [asItem(answer, { webhook_key, ...body })];
	},
};
