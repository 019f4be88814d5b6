import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { connect } from '../n8n/connect';
import { toNodeError } from '../n8n/errors';
import { allWebhooks } from '../service/webhooks';

/** The registered webhooks to choose from, by their address and events. */
export async function searchWebhooks(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	try {
		const client = await connect(this);
		const typed = filter?.trim().toLowerCase() ?? '';
		const results = (await allWebhooks(client)).flatMap(({ key, url, events }) =>
			key === undefined ? [] : [{ name: `${url} (${(events ?? []).join(', ')})`, value: key }],
		);
		return { results: results.filter(({ name }) => name.toLowerCase().includes(typed)) };
	} catch (error) {
		throw toNodeError(this.getNode(), error);
	}
}
