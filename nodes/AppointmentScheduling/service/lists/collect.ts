import type { IDataObject } from 'n8n-workflow';

import { ServiceError } from '../errors';
import type { ServiceClient } from '../http/client';
import { withoutToken } from '../http/refusal';
import { REMEDY } from './page';
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
			await reading.run({ stopIfShrunk: count === 1 });
			const content = reading.isDoubtful ? reading.contentOf(reading.elements) : previous;
			const isStable = content === previous;
			if (isStable || count === MOST_READINGS) return collected(reading, list, limit, isStable);
			previous = content;
		}
	} catch (error) {
		// A hostile link may contain the token, and appears in the message.
		throw error instanceof ServiceError ? withoutToken(error, client.settings.accessToken) : error;
	}
}

function collected(reading: Reading, list: List, limit: number, isStable: boolean): Collected {
	const { elements, received, total = 0, last, isBroken, hasShrunk, hasEnough } = reading;
	const returned = isStable ? received : elements.length;
	const isShort = !hasEnough && returned < total;
	const short = `The service reported ${total} entries but returned ${returned}`;
	if (!hasEnough && last?.hasMore) {
		throw new ServiceError('The list has more entries, but the service does not say where', REMEDY);
	}
	if (isShort && !list.mayMiscount && (isBroken || !last?.isPaged)) {
		throw new ServiceError(`${short}, and gives no way to get the others`, REMEDY);
	}
	const reasons = [
		isShort && `${short}: some may be missing`,
		hasShrunk && !isStable && 'The list kept changing while it was read: entries may be missing',
		isBroken && `The service linked to a page after entry ${returned}, but it does not exist`,
	];
	const incomplete = reasons.find((reason) => reason !== false);
	return { elements: elements.slice(0, limit), incomplete };
}
