import type { IDataObject } from 'n8n-workflow';

import type { Client } from './client';
import { ALL_ENTRIES, readList, type List } from './lists';
import { isBlank } from './values/objects';

/** Calendars and services have the same fields: a key, a name in one of two fields, `is_active`. */
async function listNamed(
	client: Client,
	path: 'calendars/' | 'services/',
	query: { is_active?: boolean },
	limit: number,
): Promise<List> {
	const kind = path === 'calendars/' ? 'calendar' : 'service';
	const list = await readList(client, path, `${kind}_key`, query, limit);
	const named = (entry: IDataObject) =>
		isBlank(entry.name) && !isBlank(entry[`${kind}_name`])
			? { ...entry, name: entry[`${kind}_name`] }
			: entry;
	return { ...list, entries: list.entries.map(named) };
}

/** With `name` filled. */
export const listCalendars = async (
	client: Client,
	isActive?: boolean,
	limit = ALL_ENTRIES,
): Promise<List> => await listNamed(client, 'calendars/', { is_active: isActive }, limit);

/** With `name` filled. The service has no filter for it, so `isActive` is applied here. */
export async function listServices(
	client: Client,
	isActive?: boolean,
	limit = ALL_ENTRIES,
): Promise<List> {
	const most = isActive === undefined ? limit : ALL_ENTRIES;
	const list = await listNamed(client, 'services/', {}, most);
	const isOther = ({ is_active: shown }: IDataObject) =>
		isActive !== undefined && typeof shown === 'boolean' && shown !== isActive;
	return { ...list, entries: list.entries.filter((one) => !isOther(one)).slice(0, limit) };
}
