import type { IDataObject } from 'n8n-workflow';

export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectOf = (value: unknown): IDataObject => (isObject(value) ? value : {});

/** Undefined for what is no JSON. */
export function jsonIn(text: unknown): unknown {
	try {
		return JSON.parse(String(text));
	} catch {
		return undefined;
	}
}

export const isBlank = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** Longer texts of the service are read by nobody. */
const LONGEST_TEXT = 1_000;

/** Undefined for anything but a text of at most so many characters. */
export const textIn = (value: unknown, longest = LONGEST_TEXT): string | undefined =>
	typeof value === 'string' && value.trim() !== '' && value.length <= longest ? value : undefined;

/** Anything but an object goes into `data`. `sent` replaces an empty response. */
export function asItem(body: unknown, sent: IDataObject = {}): IDataObject {
	if (isObject(body)) return Object.keys(body).length > 0 ? body : sent;
	return isBlank(body) ? sent : { data: body as IDataObject[] };
}
