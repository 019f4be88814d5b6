import { ServiceError } from '../../service/core/errors';
import { asItem, webhookKeyIn } from '../../service/values/bodies';
import type { Operation } from '../operation';
import { webhookBody, webhookBodyProperties } from './parameters';

export const createWebhook: Operation = {
	name: 'Create',
	action: 'Create webhook',
	title: 'Create Webhook',
	description: 'Register a URL that the service notifies of events',
	properties: webhookBodyProperties,
	isChange: true,
	/** A response without a key needs the list, but the webhook exists even if that fails. */
	async execute({ parameters, client, hint }) {
		const body = webhookBody(parameters);
		const changes = await import('../../service/webhookChanges');
		const answer = await changes.createWebhook(client, body);
		if (webhookKeyIn(answer) !== undefined) return [asItem(answer)];
		const { findWebhook } = await import('../../service/webhooks');
		const listed = await findWebhook(client, body).catch((error: unknown) => {
			if (!(error instanceof ServiceError)) throw error;
			hint(`The webhook was created, but its key is unknown: ${error.message}`);
			return undefined;
		});
		return [{ ...body, ...asItem(answer), ...listed }];
	},
};
