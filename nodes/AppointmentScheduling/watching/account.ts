import type { ServiceClient } from '../service/http/client';
import type { Key } from '../service/values/keys';
import type { Book } from './book';
import { digestOf } from './digest';

/** A digest, so that neither address nor token is stored. */
export const accountOf = ({ settings }: ServiceClient): string =>
	digestOf(settings.baseUrl, settings.accessToken);

/**
 * Whether a list is that of the recorded account, whose token may be a new one. Undefined if that is
 * unknown: the list is empty, although known appointments should be in it.
 * @param listed the keys in the list
 * @param since since when it lists appointments, in ms since the epoch
 */
export function isSameAccount(
	book: Book,
	account: string,
	listed: Set<Key>,
	{ since, zone }: { since: number; zone: string },
): boolean | undefined {
	if (book.account === undefined || book.account === account) return true;
	if (listed.size > 0) return knowsAny(book, listed);
	return book.ahead(since, zone).length > 0 ? undefined : true;
}

export function knowsAny(book: Book, listed: Set<Key>): boolean {
	for (const key of listed) if (book.get(key)) return true;
	return false;
}
