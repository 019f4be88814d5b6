import { asItem } from '../../service/values/bodies';
import { deleteWebhook as unregister } from '../../service/webhookChanges';
import { turnOf, type Operation } from '../operation';
import { webhookInTool, webhookKey, webhookProperty } from './parameters';

export const deleteWebhook: Operation = {
	name: 'Delete',
	action: 'Delete webhook',
	title: 'Delete Webhook',
	description: 'Delete a webhook, so that the service stops notifying its URL',
	properties: [webhookProperty],
	toolDefaults: webhookInTool,
	isChange: true,
	async execute({ parameters, client, inTurn }) {
		const webhook_key = webhookKey(parameters);
		const answer = await inTurn(turnOf(webhook_key), async () => unregister(client, webhook_key));
		return [{ ...asItem(answer), deleted: true, webhook_key }];
	},
};
