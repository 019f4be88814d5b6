import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../values/bodies';
import type { Field } from './fields';

const LIST_NAMES = [
	...['results', 'data', 'items', 'appointments', 'webhooks', 'content', 'value', 'records'],
	...['entries', 'objects', 'rows', 'list', 'elements', 'docs', 'nodes', 'edges'],
];
const WRAPPERS = ['d', 'result', 'response', 'payload', '_embedded', ...LIST_NAMES];
/** Lists of something else, such as Laravel's `meta.links`, whatever their entries look like. */
const OTHER_LISTS = ['links', 'included', 'warnings', 'errors', 'messages'];

/** Enough to find an entry among those that are null. */
const MOST_LOOKED_AT = 20;

/** No limit. */
export const ALL_ENTRIES = Infinity;

/** What only an entry of the list has. */
export const APPOINTMENT_FIELDS = ['appointment_key', 'search_code', 'start_date'];
export const WEBHOOK_FIELDS = ['url', 'webhook_key'];

/**
 * The list in a response: `results` if it is an array, otherwise the body, otherwise the only array
 * whose entries have one of the fields, otherwise an array under a usual name, which may be empty,
 * otherwise the only array, if it is empty and no entry is there. Undefined without one.
 * @param fields of the body
 */
export function listIn(
	body: unknown,
	entryFields: readonly string[],
	fields: Field[],
): unknown[] | undefined {
	const results = isObject(body) ? body.results : body;
	if (Array.isArray(results)) return results;
	// `{ "results": null }` is an empty list, unless the response reports an error.
	const isFailure = fields.some(
		({ name, path }) => path.length === 0 && /^(errors?|message|detail)$/.test(name),
	);
	const lists = fields.flatMap(({ name, path, value }) => {
		const isUsual = path.every((around) => WRAPPERS.includes(around));
		const isNamed = isUsual && (WRAPPERS.includes(name) || path.at(-1) === '_embedded');
		const entries = value === null && isNamed && !isFailure ? [] : value;
		const isOther = OTHER_LISTS.includes(name) || !Array.isArray(entries);
		return isOther ? [] : [{ name, isUsual, isNamed, entries: entries as unknown[] }];
	});
	const own = lists.filter(({ entries }) =>
		isEntry(entries.slice(0, MOST_LOOKED_AT).find(isObject), entryFields),
	);
	const named = (own.length > 0 ? own : lists).filter(({ isNamed }) => isNamed);
	const [usual] = LIST_NAMES.flatMap((wanted) => named.filter(({ name }) => name === wanted));
	const found = own.length === 1 ? own[0] : (usual ?? named[0]);
	const [only, ...others] = fields.some(({ name }) => entryFields.includes(name)) ? [] : lists;
	const isEmpty = only?.isUsual && only.entries.length === 0 && others.length === 0;
	return found?.entries ?? (isEmpty ? [] : undefined);
}

/** The entry itself has one of the fields, or what is in it, as in `edges[].node` of GraphQL. */
const isEntry = (entry: IDataObject | undefined, entryFields: readonly string[]): boolean =>
	entryFields.some((name) => entry && (name in entry || name in onlyIn(entry)));

const onlyIn = (entry: IDataObject): IDataObject =>
	[entry.node, entry.appointment, entry.webhook, entry.data].find(isObject) ?? {};

/**
 * The entries of a list. Some services leave a null where one was deleted; GraphQL has them in `node`.
 * Undefined if anything else is in the list.
 */
export function entriesIn(list: unknown[]): IDataObject[] | undefined {
	const entries: IDataObject[] = [];
	for (const one of list) {
		const entry = isObject(one) && isObject(one.node) ? one.node : one;
		if (isObject(entry)) entries.push(entry);
		else if (entry !== null) return undefined;
	}
	return entries.length > 0 || list.length === 0 ? entries : undefined;
}
