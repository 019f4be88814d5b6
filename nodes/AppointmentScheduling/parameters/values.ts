import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { InputError } from '../service/errors';
import { isBlank } from '../service/values/objects';
import { APPOINTMENT_STATUSES, plainStatus, type AppointmentStatus } from '../service/vocabulary';

export const ZONE_HINT = 'Local time of your account (Service Timezone in the credential)';

const NOTHING = /^\s*(?:null|none|n\/a|undefined)\s*$/i;

/** @throws InputError unless `value` is a whole number of at least `least` */
export function wholeNumber(value: unknown, field: string, least: number): number {
	const advice = `Enter ${least} or more, without decimals`;
	const given = filled(value, field, advice);
	const number = typeof given === 'string' ? Number(given) : given;
	if (typeof number === 'number' && Number.isInteger(number) && number >= least) return number;
	throw new InputError(
		field,
		`"${String(value)}" is not a whole number of at least ${least}`,
		advice,
	);
}

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

export const notice = (
	name: string,
	displayOptions: INodeProperties['displayOptions'],
	displayName: string,
): INodeProperties => ({ displayName, name, type: 'notice', default: '', displayOptions });

const plain = (value: unknown): string | undefined =>
	typeof value === 'string' ? value.toLowerCase().replace(/[^a-z\d]/g, '') : undefined;

/** A boolean, also as text from an expression. @throws InputError */
export function trueOrFalse(value: unknown, field: string): boolean {
	const advice = 'Use true or false';
	const given = filled(value, field, advice);
	if (given === true || plain(given) === 'true') return true;
	if (given === false || plain(given) === 'false') return false;
	throw new InputError(field, `"${String(value)}" is neither true nor false`, advice);
}

/** In whatever way people and models write it: No-show is NO_SHOW. @throws InputError */
export function oneOf<T extends string>(offered: readonly T[], value: unknown, field: string): T {
	const advice = `Use one of ${offered.join(', ')}`;
	const given = plain(filled(value, field, advice));
	const chosen = offered.find((candidate) => plain(candidate) === given);
	if (chosen !== undefined) return chosen;
	throw new InputError(field, `"${String(value)}" is not a valid choice`, advice);
}

export const namesOf = <T extends object>(map: T) => Object.keys(map) as Array<keyof T & string>;

export const statusOptions: INodePropertyOptions[] = Object.entries(APPOINTMENT_STATUSES).map(
	([value, name]) => ({ name, value }),
);

/** @throws InputError if the status is not documented */
export const validStatus = (value: unknown): AppointmentStatus =>
	oneOf(
		namesOf(APPOINTMENT_STATUSES),
		typeof value === 'string' ? plainStatus(value) : value,
		'Status',
	);

/** What nobody entered. Models give an empty list for nothing, too. */
export const isUnset = (value: unknown): boolean =>
	isBlank(value) || (Array.isArray(value) && value.length === 0);

/** Also what models and careless expressions write for nothing. */
export const isNothing = (value: unknown): boolean =>
	isUnset(value) || (typeof value === 'string' && NOTHING.test(value));

/** @throws InputError if it is empty, or a word for nothing */
export function filled(value: unknown, field: string, advice: string): unknown {
	if (!isNothing(value)) return value;
	throw new InputError(field, emptiness(value), advice);
}

function emptiness(value: unknown): string {
	if (typeof value !== 'string') return 'the expression has no value';
	return value.trim() === '' ? 'it is empty' : `"${value.trim()}" is not a value`;
}

/** @throws InputError */
export const filledText = (value: unknown, field: string, advice: string): string =>
	freeText(filled(value, field, advice), field, advice);

/**
 * What people write, which may be "None". Also of a number or a boolean. Half surrogate pairs cannot be
 * sent.
 * @throws InputError
 */
export function freeText(value: unknown, field: string, advice: string): string {
	if (isUnset(value)) throw new InputError(field, emptiness(value), advice);
	if (!['string', 'number', 'boolean'].includes(typeof value)) {
		throw new InputError(field, 'it is not a text', advice);
	}
	if (!/\p{Cs}/u.test(String(value))) return String(value).trim();
	throw new InputError(field, 'it contains an invalid Unicode character', 'Enter it again');
}

/** A name as services store it. */
export const singleSpaced = (name: string): string => name.replace(/\s+/g, ' ');

/** A phone number without spaces, dots, brackets and hyphens. @throws InputError if no digit is in it */
export function plainPhone(number: string, field: string): string {
	const plain = number.replace(/[\s.()[\]\p{Pd}]/gu, '');
	if (/\d/.test(plain)) return plain;
	throw new InputError(field, `"${number.slice(0, 60)}" has no digit`, 'Enter a phone number');
}
