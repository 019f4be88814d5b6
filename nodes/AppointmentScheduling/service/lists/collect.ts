import type { IDataObject } from 'n8n-workflow';

import { ServiceError } from '../errors';
import type { ServiceClient } from '../http/client';
import { withoutToken } from '../http/refusal';
import { Reading, type List } from './reading';

export interface Collected {
	/** Every entry once, in the order of the service. */
	elements: IDataObject[];
	/** Why entries may be missing. Undefined if nothing suggests it. */
	incomplete?: string;
}

/**
 * Reads a list with any kind of pages, because the API documentation shows none.
 * @param limit how many entries are wanted, Infinity for all
 * @throws ServiceError if the service says that there are more entries and gives no way to get them
 */
export async function collect(
	client: ServiceClient,
	list: List,
	limit: number,
): Promise<Collected> {
	const reading = new Reading(client, list, limit);
	try {
		await reading.run();
		return { elements: reading.entries.list.slice(0, limit), incomplete: reading.problem };
	} catch (error) {
		// A hostile link may contain the token, and appears in the message.
		throw error instanceof ServiceError ? withoutToken(error, client.settings.accessToken) : error;
	}
}
