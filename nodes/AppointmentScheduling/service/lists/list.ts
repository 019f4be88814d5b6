import type { IDataObject } from 'n8n-workflow';

import { ServiceError } from '../core/errors';
import { isObject, unwrapped } from '../values/bodies';
import { fieldsIn, type Field } from './fields';

const LIST_NAMES = [
	...['results', 'data', 'items', 'appointments', 'webhooks', 'content', 'value', 'records'],
	...['entries', 'objects', 'rows', 'list', 'elements', 'docs', 'nodes', 'edges'],
];
const WRAPPERS = ['d', 'result', 'response', 'payload', '_embedded', ...LIST_NAMES];
/** Lists of something else, such as Laravel's `meta.links`, whatever their entries look like. */
const OTHER_LISTS = ['links', 'included', 'warnings', 'errors', 'messages'];

/** What only an entry of the list has. */
export const APPOINTMENT_FIELDS = ['appointment_key', 'search_code', 'start_date'];
export const WEBHOOK_FIELDS = ['url', 'webhook_key'];

/**
 * The list in a response: `results` if it is an array, otherwise the body, otherwise the only array
 * whose entries have one of the fields, otherwise an array under a usual name, which may be empty.
 * @param isEmpty whether the response counts no entries, so that it needs no list
 * @throws ServiceError
 */
export function listIn(
	body: unknown,
	entryFields: readonly string[],
	isEmpty = false,
	fields: Field[] = fieldsIn(body),
): IDataObject[] {
	const list = listOf(body, entryFields, fields) ?? (isEmpty ? [] : undefined);
	// Some services leave a null where an entry was deleted.
	const entries = list?.filter((entry) => entry !== null);
	if (entries?.every(isObject) && (entries.length > 0 || list?.length === 0)) return entries;
	throw new ServiceError(
		'The response of the service contains no list of results',
		"Check 'Base URL' in the credential: another service or version may respond there",
	);
}

function listOf(
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
		return isOther ? [] : [{ name, isNamed, entries: nodesIn(entries) }];
	});
	const own = lists.filter(({ entries }) =>
		entries.some((entry) => entryFields.some((name) => name in unwrapped(entry))),
	);
	if (own.length === 1) return own[0]?.entries;
	const named = lists.filter(({ isNamed }) => isNamed);
	return (
		LIST_NAMES.map((wanted) => named.find(({ name }) => name === wanted)).find(Boolean) ?? named[0]
	)?.entries;
}

/** The entries of a GraphQL connection are in `edges[].node`. */
const nodesIn = (entries: unknown[]): unknown[] =>
	entries.every((entry) => isObject(entry) && isObject(entry.node))
		? entries.map((entry) => (entry as IDataObject).node)
		: entries;
