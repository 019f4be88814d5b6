import { InputError } from '../errors';
import { jsonIn } from './objects';

/** A longer one is no key, wherever it comes from. */
export const LONGEST_KEY = 128;
/** They would change a path, or a line in a log, or a careless expression wrote them for nothing. */
const UNUSABLE = /[\s\p{Cc}\p{Cf}\p{Cs}/\\?#]|^\.+$|^(?:null|none|undefined)$/iu;
const ADVICE = 'Enter the key as the service shows it, without spaces or slashes';

/** A key in a response or a notification. Undefined for what is none. */
export function keyIn(value: unknown): string | undefined {
	const isKey = typeof value === 'string' && value !== '' && value.length <= LONGEST_KEY;
	return isKey && !UNUSABLE.test(value) ? value : undefined;
}

/** A key that somebody entered. @throws InputError */
export function validKey(value: unknown, field: string): string {
	const given = typeof value === 'string' ? value.trim() : value;
	const key = keyIn(given);
	if (key !== undefined) return key;
	throw new InputError(field, problemOf(given), ADVICE);
}

function problemOf(given: unknown): string {
	if (given === '') return 'it is empty';
	if (typeof given === 'string') return `"${given.slice(0, 60)}" is not a key`;
	return given === undefined || given === null ? 'the expression has no value' : 'it is not a text';
}

/** At least one key, from an array or comma-separated text. @throws InputError */
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

function jsonList(value: unknown): unknown[] | undefined {
	const parsed = jsonIn(value);
	return Array.isArray(parsed) ? parsed : undefined;
}

/** One part of a path. @throws InputError */
export const pathPart = (key: string, field: string): string =>
	encodeURIComponent(validKey(key, field));
