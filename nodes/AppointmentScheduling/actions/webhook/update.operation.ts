import { asItem } from '../../service/values/bodies';
import { turnOf, type Operation } from '../operation';
import {
	webhookBody,
	webhookBodyProperties,
	webhookInTool,
	webhookKey,
	webhookProperty,
} from './parameters';

export const updateWebhook: Operation = {
	name: 'Update',
	action: 'Update webhook',
	description: 'Change the URL and the events of a webhook',
	properties: [webhookProperty, ...webhookBodyProperties],
	toolDefaults: webhookInTool,
	isChange: true,
	async execute({ parameters, client, inTurn }) {
		const webhook_key = webhookKey(parameters);
		const body = webhookBody(parameters);
		const changes = await import('../../service/webhookChanges');
		const answer = await inTurn(turnOf(webhook_key), async () =>
			changes.updateWebhook(client, webhook_key, body),
		);
		return [asItem(answer, { webhook_key, ...body })];
	},
};
