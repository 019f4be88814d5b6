import type { IDataObject } from 'n8n-workflow';

import { keyIn } from './keys';

const WRAPPERS = ['data', 'result', 'results', 'appointment', 'webhook'];
/** Fields that only an appointment or a webhook has. */
const KEYED_NAMES = ['appointment_key', 'search_code', 'start_date', 'webhook_key'];
const OWN_NAMES = [...KEYED_NAMES, 'url', 'events'];
const DEEPEST_WRAPPER = 3;
const MOST_VALUES = 900;
const KEY_NAMES = ['webhookkey', 'key', 'id', 'uuid', 'webhookid', 'webhookuuid'];

export function isObject(value: unknown): value is IDataObject {
	return value !== null && typeof value === 'object' && !Array.isArray(value);
}

export const isBlank = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** Deeper JSON breaks n8n's public API. */
const MOST_LEVELS = 100;

const isContainer = (value: unknown): value is object =>
	value !== null && typeof value === 'object';

/** In one pass, level by level. */
export function isTooDeep(body: unknown): boolean {
	let level: object[] = [body].filter(isContainer);
	for (let depth = 0; level.length > 0; depth += 1) {
		if (depth >= MOST_LEVELS) return true;
		const inner: object[] = [];
		for (const outer of level) {
			for (const value of Array.isArray(outer) ? outer : Object.values(outer)) {
				if (isContainer(value)) inner.push(value);
			}
		}
		level = inner;
	}
	return false;
}

/** Without wrappers: the only appointment or webhook inside, what is in `data`, and of lists of one. */
export const unwrapped = (body: unknown): IDataObject => within(body, 0, { values: MOST_VALUES });

function within(body: unknown, depth: number, rest: { values: number }): IDataObject {
	const found: unknown = Array.isArray(body) && body.length === 1 ? body[0] : body;
	if (!isObject(found)) return {};
	if (depth > DEEPEST_WRAPPER || OWN_NAMES.some((name) => name in found)) return found;
	const usual = WRAPPERS.filter((name) => name in found);
	const names = [...usual, ...Object.keys(found).filter((name) => !usual.includes(name))];
	const parts: Array<{ name: string; inner: IDataObject }> = [];
	for (const name of names) {
		if (rest.values <= 0) break;
		rest.values -= 1;
		parts.push({ name, inner: within(found[name], depth + 1, rest) });
	}
	const keyed = parts.filter(({ inner }) => KEYED_NAMES.some((name) => name in inner));
	if (keyed.length === 1 && keyed[0]) return keyed[0].inner;
	// In JSON:API, the key of a webhook is beside its fields.
	if (isObject(found.attributes)) return { id: found.id, ...found.attributes };
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
	const found = unwrapped(body);
	const names = Object.keys(found).slice(0, MOST_VALUES);
	const plain = names.map((name) => ({ name, rank: KEY_NAMES.indexOf(plainName(name)) }));
	return plain
		.filter(({ rank }) => rank >= 0)
		.sort((a, b) => a.rank - b.rank)
		.map(({ name }) => keyIn(found[name]))
		.find((key) => key);
}
