import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { listWebhooks } from '../../service/webhooks';
import { reportIncomplete } from '../incomplete';
import { listLengthProperties } from '../listLength';
import type { Call } from '../operation';

export const option = {
	name: 'Get Many',
	action: 'Get many webhooks',
	description: 'Retrieve many webhooks',
};

export const properties: INodeProperties[] = listLengthProperties;

export async function execute({ parameters, client, notify }: Call): Promise<IDataObject[]> {
	const { elements, incomplete } = await listWebhooks(client, parameters.limit);
	if (incomplete) reportIncomplete(incomplete, parameters, notify);
	return elements;
}
