import { InputError } from '../errors';

const LONGEST_KEY = 256;
const UNUSABLE = /[\s\p{Cc}\p{Cs}/\\?#]|^\.+$/u;

/**
 * A key that can stand in a path or a filter, trimmed.
 * The document calls keys UUID-like; blanks and characters that would change the path are refused.
 */
export function validKey(value: unknown, field: string): string {
	const key = typeof value === 'number' ? String(value) : value;
	if (typeof key !== 'string' || key.trim() === '') {
		throw new InputError(field, 'the key is empty', 'Enter the key as the service shows it');
	}
	const trimmed = key.trim();
	if (trimmed.length > LONGEST_KEY || UNUSABLE.test(trimmed)) {
		throw new InputError(
			field,
			`"${trimmed.slice(0, 60)}" is not a key`,
			'Enter the key as the service shows it, without spaces or slashes',
		);
	}
	return trimmed;
}

/** Several keys from an array or a comma-separated text; at least one. */
export function validKeys(value: unknown, field: string): string[] {
	const parts = textList(value);
	if (parts.length === 0) {
		throw new InputError(field, 'no key is given', 'Enter one or more keys, separated by commas');
	}
	return [...new Set(parts.map((part) => validKey(part, field)))];
}

/** The non-empty texts of an array, also one that is written as JSON, or of a comma-separated text. */
export function textList(value: unknown): string[] {
	const parts = Array.isArray(value) ? value : (jsonList(value) ?? String(value ?? '').split(','));
	return parts.map((part) => String(part ?? '').trim()).filter((part) => part !== '');
}

function jsonList(value: unknown): unknown[] | undefined {
	if (typeof value !== 'string' || !/^\s*\[/.test(value)) return undefined;
	try {
		const parsed: unknown = JSON.parse(value);
		return Array.isArray(parsed) ? parsed : undefined;
	} catch {
		return undefined;
	}
}

/** A key as an answer has it, text or number; undefined where it is none. */
export const keyIn = (value: unknown): string | undefined =>
	typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** Whether two keys are the same; the document calls them UUID-like, which have no case. */
export const sameKey = (some: unknown, other: unknown): boolean =>
	String(some).toLowerCase() === String(other).toLowerCase();
