import { DateTime } from 'luxon';

import { InputError } from '../errors';
import {
	clockAt,
	DAY_MS,
	dayOfClock,
	instantAt,
	MINUTE_MS,
	momentsAt,
	onceFrom,
	textOfClock,
	withOffset,
} from './dates';

const ADVICE =
	'Enter a date such as 2026-03-29T10:00:00, or one with an offset such as 2026-03-29T10:00:00+02:00';
const DAY_ADVICE = 'Choose a day. In an expression, it looks like 2026-03-29T00:00:00';

/** A date with a time, which may have an offset, or a day. */
const ISO =
	/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(?:(Z|UTC|([+-])(0\d|1[0-4])(?::?([0-5]\d))?))?)?$/i;

/** A date as somebody has entered it. */
interface Entered {
	/** What clocks show, as the ms at which clocks in UTC show it. */
	clock: number;
	/** ms. Undefined without one. */
	offset: number | undefined;
	/** Whether it has no time. */
	isDay: boolean;
}

/**
 * YYYY-MM-DDTHH:MM:SS without offset (GET /appointments/, List filters, rule 1). A value with an
 * offset is converted to `zone`. A day means its first second, or its last if `edge` is 'end'. The
 * service refuses a local time that the zone skips or has twice, so the next other one is sent.
 * @throws InputError
 */
export function filterDate(value: unknown, zone: string, field: string, edge?: 'end'): string {
	const { clock, offset, isDay } = entered(value, field);
	const last = isDay && edge === 'end' ? clock + DAY_MS - 1_000 : clock;
	const local = offset === undefined ? last : clockAt(clock - offset, zone);
	return textOfClock(onceFrom(local, zone));
}

/** YYYY-MM-DD. @throws InputError also for a moment that is on another day in `zone` */
export function dayOf(value: unknown, zone: string, field: string): string {
	const { clock, offset } = entered(value, field, DAY_ADVICE);
	const day = dayOfClock(clock);
	const there = offset === undefined ? day : dayOfClock(clockAt(clock - offset, zone));
	if (there === day) return day;
	throw new InputError(
		field,
		`this moment is on ${day} in its own offset, but on ${there} in ${zone}`,
		DAY_ADVICE,
	);
}

/** List filters for days written as YYYY-MM-DD (List filters, rule 1). */
export const wholeDays = (first: string, last: string, zone: string) => ({
	start_date: textOfClock(onceFrom(Date.parse(first), zone)),
	end_date: textOfClock(onceFrom(Date.parse(last) + DAY_MS - 1_000, zone)),
});

/** The first moment of these days, and the first one after them, in ms since the epoch. */
export const spanOfDays = (
	first: string,
	last: string,
	zone: string,
): [from: number, to: number] => [
	instantAt(Date.parse(first), zone),
	instantAt(Date.parse(last) + DAY_MS, zone),
];

/**
 * List filters for appointments that start in a span, from noon of the day before to noon of the day
 * after: nobody knows the zone in which the service reads them. Clocks do not change at noon.
 * @param from ms since the epoch
 * @param to ms since the epoch; undefined for no end
 */
export function widerSpan(from: number, to: number | undefined, zone: string) {
	const noon = (ms: number, days: number) =>
		`${dayOfClock(clockAt(ms, zone) + days * DAY_MS)}T12:00:00`;
	return { start_date: noon(from, -1), ...(to !== undefined && { end_date: noon(to, 1) }) };
}

/** In ms, of a date that somebody entered. Undefined without one. @throws InputError */
export const enteredOffset = (value: unknown, field: string): number | undefined =>
	entered(value, field).offset;

/**
 * ISO 8601 with the offset that `zone` has on that day.
 * @throws InputError also for a local time that does not exist or happens twice as clocks change
 */
export function offsetDate(value: unknown, zone: string, field: string): string {
	const { clock, offset, isDay } = entered(value, field);
	if (offset !== undefined) return withOffset(clock - offset, zone);
	if (isDay) throw new InputError(field, `"${dayOfClock(clock)}" has no time of day`, ADVICE);
	const [first, ...others] = momentsAt(clock, zone).map((ms) => withOffset(ms, zone));
	if (first !== undefined && others.length === 0) return first;
	const text = textOfClock(clock);
	const [problem, choice] =
		first === undefined
			? [
					`${text} does not exist in ${zone}, where clocks are set forward at that time`,
					`e.g. ${withOffset(instantAt(clock, zone), zone)}`,
				]
			: [
					`${text} happens twice in ${zone}, where clocks are set back at that time`,
					`or enter it with an offset: ${[first, ...others].join(' or ')}`,
				];
	throw new InputError(field, problem, `Choose another time, ${choice}`);
}

/** A date in a field. @throws InputError */
function entered(value: unknown, field: string, advice = ADVICE): Entered {
	const text = textOf(value);
	const [, day = '', time, seconds = '00', utc, sign, hours, minutes] = ISO.exec(text) ?? [];
	const clock = Date.parse(`${day}T${time ?? '00:00'}:${seconds}Z`);
	// `Date` takes February 30 for March 2.
	if (!Number.isNaN(clock) && new Date(day).getUTCDate() === Number(day.slice(8))) {
		const ahead = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE_MS;
		const offset = sign === '-' ? -ahead : ahead;
		return { clock, offset: utc === undefined ? undefined : offset, isDay: time === undefined };
	}
	const problem = ISO.test(text) ? 'is not a valid date and time' : 'is not a date';
	const shown = text === '' ? withoutText(value) : `"${text.slice(0, 60)}" ${problem}`;
	throw new InputError(field, shown, advice);
}

/** Expressions return Luxon objects, maybe of another copy of the library, so `instanceof` fails. */
function textOf(value: unknown): string {
	if (value instanceof Date) return DateTime.fromJSDate(value).toString();
	const isLuxon = typeof value === 'object' && value !== null && 'toISO' in value;
	return isLuxon || typeof value === 'string' ? String(value).trim() : '';
}

function withoutText(value: unknown): string {
	if (value === undefined || value === null) return 'the expression has no value';
	return typeof value === 'string' ? 'the date is empty' : 'this is not a date';
}
