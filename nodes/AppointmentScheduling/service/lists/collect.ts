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

/** If an entry is deleted meanwhile, the pages shift and we miss another one. Then we read again. */
const MOST_READINGS = 3;

/**
 * Reads a list in any dialect of pagination, because the document shows none.
 * @param limit how many entries are wanted, Infinity for all
 * @throws ServiceError if the list has more entries and gives no way to get them
 */
export async function collect(
	client: ServiceClient,
	list: List,
	limit: number,
): Promise<Collected> {
	try {
		let previous = '';
		for (let count = 1; ; count += 1) {
			const reading = new Reading(client, list, limit);
			await reading.run({ stopIfDoubtful: count === 1 });
			const content = reading.isDoubtful ? reading.content : previous;
			const isStable = content === previous;
			if (isStable || count === MOST_READINGS) return collected(reading, limit, isStable);
			previous = content;
		}
	} catch (error) {
		// A hostile link may contain the token, and appears in the message.
		throw error instanceof ServiceError ? withoutToken(error, client.settings.accessToken) : error;
	}
}

function collected(reading: Reading, limit: number, isStable: boolean): Collected {
	const { elements, received, smallestTotal = 0, isShort, isDoubtful, problem } = reading;
	const returned = isStable ? received : elements.length;
	const changed =
		isDoubtful && !isStable
			? 'The list kept changing while it was read: entries may be missing'
			: undefined;
	const short =
		isShort && returned < smallestTotal
			? `The service reported ${smallestTotal} entries but returned ${returned}: some may be missing`
			: undefined;
	return { elements: elements.slice(0, limit), incomplete: short ?? changed ?? problem };
}
