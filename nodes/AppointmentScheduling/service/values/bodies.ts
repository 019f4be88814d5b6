import type { IDataObject } from 'n8n-workflow';

import { keyIn } from './keys';

const WRAPPERS = ['data', 'result', 'results', 'appointment', 'webhook'];
/** Fields that only an appointment or a webhook has. */
const KEYED_NAMES = ['appointment_key', 'search_code', 'start_date', 'webhook_key'];
const OWN_NAMES = [...KEYED_NAMES, 'url', 'events'];
const DEEPEST_WRAPPER = 3;
const KEY_NAMES = ['webhookkey', 'key', 'id', 'uuid', 'webhookid', 'webhookuuid'];

export function isObject(value: unknown): value is IDataObject {
	return value !== null && typeof value === 'object' && !Array.isArray(value);
}

export const isBlank = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** Without wrappers: the only appointment or webhook inside, what is in `data`, and of lists of one. */
export function unwrapped(body: unknown, depth = 0): IDataObject {
	const found: unknown = Array.isArray(body) && body.length === 1 ? body[0] : body;
	if (!isObject(found)) return {};
	if (depth > DEEPEST_WRAPPER || OWN_NAMES.some((name) => name in found)) return found;
	const parts = Object.entries(found).map(([name, part]) => ({
		name,
		inner: unwrapped(part, depth + 1),
	}));
	const keyed = parts.filter(({ inner }) => KEYED_NAMES.some((name) => name in inner));
	if (keyed.length === 1 && keyed[0]) return keyed[0].inner;
	const filled = parts.filter(({ inner }) => Object.keys(inner).length > 0);
	const inner = WRAPPERS.map((wanted) => filled.find(({ name }) => name === wanted));
	return inner.find((part) => part !== undefined)?.inner ?? found;
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
