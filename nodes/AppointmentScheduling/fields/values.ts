import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../service/errors';
import { isBlank } from '../service/values/bodies';

/** @throws InputError unless `value` is a whole number of at least `least` */
export function wholeNumber(value: unknown, field: string, least: number): number {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof number !== 'number' || !Number.isInteger(number) || number < least) {
		throw new InputError(
			field,
			`"${String(value)}" is not a whole number of at least ${least}`,
			`Enter ${least} or more, without decimals`,
		);
	}
	return number;
}

/** The same for an option. Undefined if it is not set. @throws InputError */
export const optionalNumber = (value: unknown, field: string, least: number): number | undefined =>
	value === undefined || value === '' ? undefined : wholeNumber(value, field, least);

/** A parameter for `wholeNumber`. */
export const numberProperty = (
	displayName: string,
	name: string,
	minValue: number,
	unset: number,
	description: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'number',
	typeOptions: { minValue },
	default: unset,
	description,
});

/** A boolean, also as text from an expression. @throws InputError */
export function trueOrFalse(value: unknown, field: string): boolean {
	const text = String(value);
	if (text === 'true' || text === 'false') return text === 'true';
	throw new InputError(field, `"${text}" is neither true nor false`, 'Use true or false');
}

/** One of the values of a drop-down, also from an expression. @throws InputError */
export function oneOf<T extends string>(offered: readonly T[], value: unknown, field: string): T {
	const chosen = offered.find((candidate) => candidate === value);
	if (chosen !== undefined) return chosen;
	throw new InputError(
		field,
		`"${String(value)}" is not a valid choice`,
		`Use one of ${offered.join(', ')}`,
	);
}

/** The names in a typed map, for `oneOf`. */
export const namesOf = <T extends object>(map: T) => Object.keys(map) as Array<keyof T & string>;

/** @throws InputError if a filter has no value, because it would list everything */
export function filled(value: unknown, field: string, remedy: string): unknown {
	if (!isBlank(value)) return value;
	const problem = typeof value === 'string' ? 'it is empty' : 'the expression has no value';
	throw new InputError(field, problem, remedy);
}

/** Text without half surrogate pairs, which cannot be sent. @throws InputError */
export function wholeText(text: string, field: string): string {
	if (!/\p{Cs}/u.test(text)) return text;
	throw new InputError(field, 'it contains an invalid Unicode character', 'Enter it again');
}
