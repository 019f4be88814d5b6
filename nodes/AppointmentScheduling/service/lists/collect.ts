import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../http/client';
import { queryString, type QueryValue } from '../values/addresses';
import { Reading } from './reading';

export interface Collected {
	/** Every entry once, in the order of the service. */
	elements: IDataObject[];
	/** Why entries may be missing. Undefined if nothing suggests it. */
	incomplete?: string;
}

/**
 * Reads a list with any kind of pages, because the API documentation shows none.
 * @param list its path, its filters, and the fields that may hold the key of an entry
 * @param limit how many entries are wanted, Infinity for all
 * @throws ServiceError if the service says that there are more entries and gives no way to get them
 */
export async function collect(
	client: ServiceClient,
	list: { path: string; query?: Record<string, QueryValue>; keys: string[] },
	limit: number,
): Promise<Collected> {
	const filters = queryString(list.query ?? {}, client.settings.arrayFormat);
	const reading = new Reading(client, list.path, filters, list.keys, limit);
	await reading.run();
	const elements = [...reading.entries.values()].slice(0, limit);
	return { elements, incomplete: reading.problem };
}
