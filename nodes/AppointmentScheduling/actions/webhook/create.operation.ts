import { asItem } from '../../service/values/objects';
import type { Operation } from '../operation';
import { webhookBody, webhookBodyProperties } from './parameters';

export const createWebhook: Operation = {
	name: 'Create',
	action: 'Create webhook',
	description: 'Register a URL that the service notifies of events',
	properties: webhookBodyProperties,
	isChange: true,
	async execute({ parameters, client }) {
		const body = webhookBody(parameters);
		const webhooks = await import('../../service/webhooks');
		return [asItem(await webhooks.createWebhook(client, body), { ...body })];
	},
};
