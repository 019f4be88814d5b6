import { listWebhooks } from '../../service/webhooks';
import { entriesOf, limitOf, limitProperties } from '../lists';
import type { Operation } from '../operation';

export const getAllWebhooks: Operation = {
	name: 'Get Many',
	action: 'Get many webhooks',
	description: 'Retrieve many webhooks',
	properties: limitProperties,
	async execute(call) {
		return entriesOf(await listWebhooks(call.client, limitOf(call.parameters)), call);
	},
};
