import { InputError } from '../errors';

const LONGEST_KEY = 256;
const UNUSABLE = /[\s\p{Cc}\p{Cs}/\\?#]|^\.+$/u;

/** Keys are UUID-like. Characters that would change a path are refused. @throws InputError */
export function validKey(value: unknown, field: string): string {
	const key = (keyIn(value) ?? '').trim();
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
	const parts = Array.isArray(value) ? value : (jsonList(value) ?? String(value ?? '').split(','));
	return parts.map((part) => String(part ?? '').trim()).filter((part) => part !== '');
}

function jsonList(value: unknown): unknown[] | undefined {
	try {
		const parsed: unknown = JSON.parse(String(value));
		return Array.isArray(parsed) ? parsed : undefined;
	} catch {
		return undefined;
	}
}

/** Undefined for anything but text or a number. */
export const keyIn = (value: unknown): string | undefined =>
	typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** UUIDs have no case. */
export const sameKey = (some: unknown, other: unknown): boolean =>
	String(some).toLowerCase() === String(other).toLowerCase();
