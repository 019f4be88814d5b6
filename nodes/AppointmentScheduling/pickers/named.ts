import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { displayUrl } from '../service/addresses';
import { listCalendars, listServices } from '../service/calendars';
import type { Client } from '../service/client';
import { textIn } from '../service/values/objects';
import { folded } from '../service/values/texts';
import { listWebhooks, webhookIn } from '../service/webhooks';
import { list, type Row } from './list';

/** The whole list, searched here. */
async function search(
	context: ILoadOptionsFunctions,
	filter: string,
	read: (client: Client) => Promise<Row[]>,
): Promise<INodeListSearchResult> {
	const { results } = await list(context, async (client) => ({ rows: await read(client) }));
	return { results: results.filter(({ name }) => folded(name).includes(folded(filter))) };
}

export async function searchCalendars(this: ILoadOptionsFunctions, filter = '') {
	return await search(this, filter, async (client) => {
		const { entries } = await listCalendars(client);
		return entries.map(({ calendar_key, name }) => [calendar_key, textIn(name) ?? '']);
	});
}

/** n8n stores a row, so it must not hold the secret of the URL. */
export async function searchWebhooks(this: ILoadOptionsFunctions, filter = '') {
	return await search(this, filter, async (client) => {
		const { entries } = await listWebhooks(client);
		return entries.map(webhookIn).map(({ key, url = '', events = [] }) => {
			const kinds = events.length > 0 ? ` (${events.join(', ')})` : '';
			return [key, `${displayUrl(url)}${kinds}`];
		});
	});
}

/** All of them: appointments of the past may have one that is not active any more. */
export async function getServices(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const { results } = await search(this, '', async (client) => {
		const { entries } = await listServices(client);
		return entries.map((entry) => [entry.service_key, serviceLabel(entry)]);
	});
	return results.sort((one, other) => one.name.localeCompare(other.name));
}

/** Retorno (30 min) */
function serviceLabel({ service_key, name, duration, is_active }: IDataObject): string {
	const details = [
		...(typeof duration === 'number' ? [`${duration} min`] : []),
		...(is_active === false ? ['not active'] : []),
	];
	const shown = textIn(name) ?? String(service_key);
	return details.length > 0 ? `${shown} (${details.join(', ')})` : shown;
}
