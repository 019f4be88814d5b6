import { InputError } from '../core/errors';

/** A longer one is no key, wherever it comes from. */
export const LONGEST_KEY = 128;
const UNUSABLE = /[\s\p{Cc}\p{Cf}\p{Cs}/\\?#]|^\.+$/u;

/** Keys are UUID-like. Characters that would change a path are refused. @throws InputError */
export function validKey(value: unknown, field: string): string {
	const given = value ?? '';
	if (!isTextOrNumber(given) || isRounded(given)) {
		const problem = isRounded(given) ? `${String(given)} is not exact` : 'it is not a text';
		throw new InputError(field, problem, 'Enter one key as the service shows it, as text');
	}
	const key = String(given).trim();
	if (key !== '' && key.length <= LONGEST_KEY && !UNUSABLE.test(key)) return key;
	throw new InputError(
		field,
		key === '' ? 'the key is empty' : `"${key.slice(0, 60)}" is not a key`,
		'Enter the key as the service shows it, without spaces or slashes',
	);
}

/** At least one key, from an array or comma-separated text. */
export function validKeys(value: unknown, field: string): string[] {
	const [first = '', ...others] = textList(value);
	return [...new Set([first, ...others].map((key) => validKey(key, field)))];
}

/** The non-empty texts of an array, of a JSON array, or of comma-separated text. */
export function textList(value: unknown): string[] {
	const parts = Array.isArray(value) ? value : (jsonList(value) ?? plainText(value).split(','));
	return parts.map((part) => plainText(part).trim()).filter((part) => part !== '');
}

/** An object or a list within a list becomes `[object Array]`, which is refused wherever it is used. */
const plainText = (value: unknown): string =>
	typeof value === 'object' && value !== null
		? Object.prototype.toString.call(value)
		: String(value ?? '');

export function jsonList(value: unknown): unknown[] | undefined {
	try {
		const parsed: unknown = JSON.parse(String(value));
		return Array.isArray(parsed) ? parsed : undefined;
	} catch {
		return undefined;
	}
}

const isTextOrNumber = (value: unknown): value is string | number =>
	typeof value === 'string' || typeof value === 'number';

/** Beyond 2^53, JSON rounds: two keys may have become one. */
export const isRounded = (value: unknown): boolean =>
	typeof value === 'number' && !Number.isSafeInteger(value);

/** A key in a response. Undefined for anything but text or a number, and for what is too long. */
export function keyIn(value: unknown): string | undefined {
	const key = isTextOrNumber(value) ? String(value) : undefined;
	return key !== undefined && key.length <= LONGEST_KEY ? key : undefined;
}

/** A key as it is compared and remembered. Requests and output keep the service's spelling. */
export type Key = string & { readonly isKey: true };

/** The API documentation says that keys are like UUIDs. */
const LIKE_UUID = /^[\da-f-]{8,}$/i;
const UNSTORABLE = /[\s\p{Cc}\p{Cf}\p{Cs}]/u;

/** Only UUIDs have no case. Undefined for what is no key. */
export function comparableKey(value: unknown): Key | undefined {
	const key = keyIn(value) ?? '';
	if (key === '' || UNSTORABLE.test(key)) return undefined;
	return (LIKE_UUID.test(key) ? key.toLowerCase() : key) as Key;
}

/** One text for all spellings of a key. */
export const idOfKey = (key: string): string => comparableKey(key) ?? key;

export const sameKey = (some: unknown, other: unknown): boolean =>
	some === other ||
	(comparableKey(some) !== undefined && comparableKey(some) === comparableKey(other));
