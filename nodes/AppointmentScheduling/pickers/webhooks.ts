import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { displayUrl } from '../service/addresses';
import { listWebhooks, webhookIn } from '../service/webhooks';
import { contains, list } from './list';

/** n8n stores a row, so it must not hold the secret of the URL. */
export async function searchWebhooks(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return await list(this, async (client) => {
		const { entries } = await listWebhooks(client);
		const names = entries.map(webhookIn).flatMap(({ key, url = '', events = [] }) => {
			const kinds = events.length > 0 ? ` (${events.join(', ')})` : '';
			return key === undefined ? [] : [[key, `${displayUrl(url)}${kinds}`] as const];
		});
		return { names: new Map(names.filter(([, name]) => contains(name, filter))) };
	});
}
