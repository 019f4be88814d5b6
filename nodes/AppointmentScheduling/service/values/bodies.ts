import type { IDataObject } from 'n8n-workflow';

import { ServiceError } from '../errors';
import { keyIn } from './keys';

const LIST_NAMES = [
	...['results', 'data', 'items', 'appointments', 'webhooks', 'content', 'value', 'records'],
	...['entries', 'objects', 'rows', 'list', 'elements', 'nodes'],
];
const LIST_WRAPPERS = ['data', 'd', 'result', 'results', 'response'];
const WRAPPERS = ['data', 'result', 'results', 'appointment', 'webhook'];
/** Fields that only an appointment or a webhook has. */
const OWN_NAMES = ['appointment_key', 'search_code', 'start_date', 'webhook_key', 'url', 'events'];
const DEEPEST_WRAPPER = 3;
const KEY_NAMES = ['webhookkey', 'key', 'id', 'uuid', 'webhookid', 'webhookuuid'];

export function isObject(value: unknown): value is IDataObject {
	return value !== null && typeof value === 'object' && !Array.isArray(value);
}

export const isBlank = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** @throws ServiceError without a list, unless the response counts no entries (`isEmpty`) */
export function listIn(body: unknown, isEmpty = false): IDataObject[] {
	const list = findList(body, 0) ?? (isEmpty ? [] : undefined);
	if (!list?.every(isObject)) {
		throw new ServiceError(
			'The response of the service contains no list of results',
			"Check 'Base URL' in the credential: another service or version may respond there",
		);
	}
	return list;
}

function findList(body: unknown, depth: number): unknown[] | undefined {
	if (Array.isArray(body)) return body;
	if (!isObject(body) || depth > 2) return undefined;
	const lists = [
		...LIST_NAMES.map((name) => body[name]),
		...LIST_WRAPPERS.map((name) => findList(body[name], depth + 1)),
		// HAL names the list after the resource.
		...Object.values(isObject(body._embedded) ? body._embedded : {}),
	];
	// `{ "results": null }` is an empty list, unless the response reports an error.
	const isFailure = ['error', 'errors', 'message', 'detail'].some((name) => name in body);
	return lists.find(Array.isArray) ?? (lists.includes(null) && !isFailure ? [] : undefined);
}

/** Without wrappers: an object with `data`, a list of one, or both. */
export function unwrapped(body: unknown, depth = 0): IDataObject {
	const found: unknown = Array.isArray(body) && body.length === 1 ? body[0] : body;
	if (!isObject(found)) return {};
	if (depth > DEEPEST_WRAPPER || OWN_NAMES.some((name) => name in found)) return found;
	const inner = WRAPPERS.map((name) => unwrapped(found[name], depth + 1));
	return inner.find((resource) => Object.keys(resource).length > 0) ?? found;
}

/** Anything but an object goes into `data`. `sent` replaces an empty response. */
export function asItem(body: unknown, sent: IDataObject = {}): IDataObject {
	if (isObject(body)) return Object.keys(body).length > 0 ? body : sent;
	return body === undefined ? sent : { data: body as IDataObject[] };
}

/** Services write names with other cases and separators. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

/** In any shape of response, since the API documentation shows none. */
export function webhookKeyIn(body: unknown): string | undefined {
	const fields = Object.entries(unwrapped(body));
	const keys = KEY_NAMES.flatMap((wanted) =>
		fields.filter(([name]) => plainName(name) === wanted).map(([, value]) => keyIn(value)),
	);
	return keys.find((key) => key);
}
