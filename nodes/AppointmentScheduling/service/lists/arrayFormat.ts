import type { IDataObject } from 'n8n-workflow';

import { InputError, ServiceError } from '../core/errors';
import type { ServiceClient } from '../http/client';
import { isTemporary } from '../http/retry';
import { queryString } from '../values/addresses';
import { keyIn } from '../values/keys';
import { FIELD, listsIn, withArrayFormat, type Query } from './arrayRefusal';
import { collect } from './collect';
import { fetchPage, type List } from './page';

const REMEDY = 'Choose another format in the credential. PHP, Laravel: Brackets. Django: Repeat';
/** No service and no tag has this key. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Filters of one kind need one check in a run. Undefined without a list of keys. */
export function kindOf(query: object): string | undefined {
	const kinds = listsIn(query as Query).map(([name, keys]) => `${name}:${keys.length > 1}`);
	return kinds.length > 0 ? `${FIELD} ${kinds.join()}` : undefined;
}

/**
 * Whether the service reads lists of keys as they are written: the reverse order has to give the
 * same appointments, and a key that nobody has must give none. PHP keeps only the last of repeated
 * names, and Django ignores names with brackets; neither reports it.
 * @throws InputError
 */
export async function checkArrayFormat(
	client: ServiceClient,
	list: List & { query: Query },
): Promise<void> {
	const lists = listsIn(list.query);
	const keysOf = (entries: IDataObject[]) =>
		entries.map((entry) => String(keyIn(entry[list.keys[0] ?? ''])));
	const firstPage = async (query: Query) => {
		const search = queryString(query, client.settings.arrayFormat);
		return keysOf((await fetchPage(client, list, search)).elements);
	};
	for (const [name] of lists) {
		const found = await firstPage({ ...list.query, [name]: [NOBODY] }).catch(refusedKeys);
		if (found.length > 0) throw new InputError(FIELD, `the service ignores "${name}"`, REMEDY);
	}
	if (lists.every(([, keys]) => keys.length < 2)) return;
	const reversed = Object.fromEntries(lists.map(([name, keys]) => [name, keys.toReversed()]));
	const inOneOnly = async (read: (query: Query) => Promise<string[]>) => {
		const [some, others] = await Promise.all([
			read(list.query),
			read({ ...list.query, ...reversed }),
		]).catch((error: unknown) => {
			throw withArrayFormat(error, list.query);
		});
		const without = (own: string[], rest: string[]) => own.filter((key) => !rest.includes(key));
		return [...without(some, others), ...without(others, some)];
	};
	const first = await inOneOnly(firstPage);
	if (first.length === 0) return;
	// Another order fills the first page with others, and an appointment may have been booked meanwhile.
	const wholeList = async (query: Query) =>
		keysOf((await collect(client, { ...list, query }, Infinity)).elements);
	const again = await inOneOnly(wholeList);
	if (!again.some((key) => first.includes(key))) return;
	const [[name] = ['']] = lists;
	throw new InputError(FIELD, `of several keys in "${name}", the service reads only one`, REMEDY);
}

/** Some services refuse unknown keys, or fail on them. */
function refusedKeys(error: unknown): string[] {
	if (error instanceof ServiceError && (error.status === 500 || !isTemporary(error))) return [];
	throw error;
}
