import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../../service/http/client';
import { inOrder } from '../../service/http/pool';
import type { Book } from './book';
import { shownOf } from './missing';
import { digestOf } from './packed';
import { latest } from './row';
import { keysOf, startIn } from './state';

const MOST_ASKED = 3;
/** With another token, more unknown appointments are probably those of another account, and no news. */
export const MOST_NEWS = 20;

/** A digest, so that neither address nor token is stored. */
export const accountOf = ({ settings }: ServiceClient): string =>
	digestOf(settings.baseUrl, settings.accessToken);

/**
 * Whether the account of a new token or address has one of the known appointments, so that it is the
 * same account. Undefined without any.
 * @param list what it lists: the token may have lost the right to read them by their keys
 * @throws ServiceError if the service cannot say
 */
export async function knowsAny(
	client: ServiceClient,
	book: Book,
	list: () => IDataObject[] | Promise<IDataObject[]>,
): Promise<boolean | undefined> {
	const keys = knownKeys(book, Date.now());
	if (keys.length === 0) return undefined;
	const shown = await inOrder(
		keys.length,
		client.width,
		async (index) => await shownOf(client, keys[index] ?? ''),
	);
	if (shown.some((data) => data !== undefined)) return true;
	const listed = keysOf(await list());
	return book.rows.some(([key, { isListed }]) => isListed && listed.has(key));
}

/** Those that begin next are the last to be deleted. */
function knownKeys(book: Book, now: number): string[] {
	const zone = book.header.zone ?? 'utc';
	const starts = book.rows
		.filter(([, { isListed }]) => isListed)
		.map(([, { spelling, row }]) => ({ spelling, start: startIn(latest(row), zone) }))
		.sort((one, other) => Math.abs(one.start - now) - Math.abs(other.start - now));
	return starts.slice(0, MOST_ASKED).map(({ spelling }) => spelling);
}
