import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { displayUrl } from '../service/values/addresses';
import { ALL_ENTRIES } from '../service/lists/list';
import { listWebhooks, webhookIn } from '../service/webhooks';
import { contains, list } from './list';

/** n8n stores a row, so it must not hold the secret of the URL. */
export async function searchWebhooks(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return await list(this, async (client) => {
		const { elements } = await listWebhooks(client, ALL_ENTRIES);
		const names = elements.map(webhookIn).map(({ key = '', url, events = [] }) => {
			const kinds = events.length > 0 ? ` (${events.join(', ')})` : '';
			return [key, `${displayUrl(url)}${kinds}`] as const;
		});
		return { names: new Map(names.filter(([key, name]) => key !== '' && contains(name, filter))) };
	});
}
