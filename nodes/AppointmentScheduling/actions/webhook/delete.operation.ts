import { asItem } from '../../service/values/bodies';
import { turnOf, type Operation } from '../operation';
import { webhookInTool, webhookKey, webhookProperty } from './parameters';

export const deleteWebhook: Operation = {
	name: 'Delete',
	action: 'Delete webhook',
	description: 'Delete a webhook, so that the service stops notifying its URL',
	properties: [webhookProperty],
	toolDefaults: webhookInTool,
	isChange: true,
	async execute({ parameters, client, inTurn }) {
		const webhook_key = webhookKey(parameters);
		const changes = await import('../../service/webhookChanges');
		const answer = await inTurn(turnOf(webhook_key), async () =>
			changes.deleteWebhook(client, webhook_key),
		);
		return [{ ...asItem(answer), deleted: true, webhook_key }];
	},
};
