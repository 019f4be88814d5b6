import { limitedEntries, limitProperties } from '../lists';
import type { Operation } from '../operation';

export const getAllWebhooks: Operation = {
	name: 'Get Many',
	action: 'Get many webhooks',
	description: 'Retrieve many webhooks',
	properties: limitProperties,
	async execute(call) {
		const { listWebhooks } = await import('../../service/webhooks');
		return await limitedEntries(call, async (most) => listWebhooks(call.client, most));
	},
};
