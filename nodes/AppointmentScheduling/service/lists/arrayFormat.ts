import { hasStatus, InputError, ServiceError } from '../errors';
import type { ServiceClient } from '../http/client';
import { queryString, type QueryValue } from '../values/addresses';
import { keyIn } from '../values/keys';
import { fetchPage, type List } from './page';

type Query = Record<string, QueryValue>;

const FIELD = 'Array Format';
const REMEDY = 'Choose another format in the credential. PHP, Laravel: Brackets. Django: Repeat';
/** No service and no tag has this key. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

const listsIn = (query: Query): Array<[name: string, keys: string[]]> =>
	Object.entries(query).flatMap(([name, value]) => (Array.isArray(value) ? [[name, value]] : []));

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
	const keysWith = async (changes: Query) => {
		const search = queryString({ ...list.query, ...changes }, client.settings.arrayFormat);
		const { elements } = await fetchPage(client, list, search);
		return elements.map((entry) => String(keyIn(entry[list.keys[0] ?? '']))).sort();
	};
	for (const [name] of lists) {
		const found = await keysWith({ [name]: [NOBODY] }).catch((error: unknown) => {
			// Some services refuse keys that they do not know.
			if (hasStatus(error, 400, 404, 422)) return [];
			throw error;
		});
		if (found.length > 0) throw new InputError(FIELD, `the service ignores "${name}"`, REMEDY);
	}
	if (lists.every(([, keys]) => keys.length < 2)) return;
	const reversed = Object.fromEntries(lists.map(([name, keys]) => [name, keys.toReversed()]));
	const isSame = async () => {
		const [some, others] = await Promise.all([keysWith({}), keysWith(reversed)]).catch(
			(error: unknown) => {
				throw withArrayFormat(error, list.query);
			},
		);
		return some.join() === others.join();
	};
	// The first time, an appointment may have been booked in between.
	if ((await isSame()) || (await isSame())) return;
	const [[name] = ['']] = lists;
	throw new InputError(FIELD, `of several keys in "${name}", the service reads only one`, REMEDY);
}

/** A refusal of a list of keys may be about the way in which it is written. */
export function withArrayFormat(error: unknown, query: Query): unknown {
	const isAboutLists = listsIn(query).length > 0 && hasStatus(error, 400, 422);
	if (!isAboutLists || !(error instanceof ServiceError)) return error;
	const remedy = `Check the keys, and '${FIELD}' in the credential (PHP, Laravel: Brackets)`;
	return new ServiceError(error.message, remedy, error);
}
