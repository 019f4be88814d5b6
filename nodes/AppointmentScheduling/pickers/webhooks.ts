import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { connect } from '../n8n/connect';
import { displayUrl } from '../service/values/addresses';
import { allWebhooks } from '../service/webhooks';
import { toListError } from './failure';

/** The registered webhooks, with URL and events. */
export async function searchWebhooks(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	try {
		const client = await connect(this);
		const typed = filter?.trim().toLowerCase() ?? '';
		const results = (await allWebhooks(client)).flatMap(({ key, url, events }) =>
			key === undefined ? [] : [{ name: label(url, events), value: key }],
		);
		return { results: results.filter(({ name }) => name.toLowerCase().includes(typed)) };
	} catch (error) {
		throw toListError(this.getNode(), error);
	}
}

/** n8n stores the label in the workflow, so it must not hold the secret of the URL. */
function label(url: string, events: string[] = []): string {
	return events.length > 0 ? `${displayUrl(url)} (${events.join(', ')})` : displayUrl(url);
}
