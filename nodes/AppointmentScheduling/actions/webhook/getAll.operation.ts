import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { listWebhooks } from '../../service/webhooks';
import { listLengthProperties } from '../listLength';
import type { Call } from '../operation';

export const properties: INodeProperties[] = listLengthProperties('webhook');

export async function execute({ parameters, client, notify }: Call): Promise<IDataObject[]> {
	const { elements, incomplete } = await listWebhooks(client, parameters.limit);
	if (incomplete) notify(incomplete);
	return elements;
}
