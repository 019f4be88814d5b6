import { InputError } from '../core/errors';
import {
	clockAt,
	dayOfClock,
	instantAt,
	ISO,
	momentsAt,
	textOf,
	textOfClock,
	wallClock,
	withOffset,
	written,
	type Written,
} from './dates';

const ADVICE =
	'Enter a date such as 2026-03-29T10:00:00, or one with an offset such as 2026-03-29T10:00:00+02:00';
const DAY_ADVICE = 'Choose a day. In an expression, it looks like 2026-03-29T00:00:00';

/**
 * YYYY-MM-DDTHH:MM:SS without offset (GET /appointments/, List filters, rule 1). A value with an
 * offset is converted to `zone`. A day means its first second, or its last if `edge` is 'end'.
 * @throws InputError
 */
export function filterDate(value: unknown, zone: string, field: string, edge?: 'end'): string {
	const { clock, offset, isDay } = entered(value, field);
	if (offset !== undefined) return wallClock(clock - offset, zone);
	if (!isDay) return textOfClock(clock);
	const day = dayOfClock(clock);
	const { start_date, end_date } = wholeDays(day, day, zone);
	return edge === 'end' ? end_date : start_date;
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

/** List filters for days written as YYYY-MM-DD. */
export const wholeDays = (first: string, last: string, zone: string) => ({
	start_date: wallClock(instantAt(Date.parse(first), zone), zone),
	end_date: `${last}T23:59:59`,
});

/**
 * ISO 8601 with the offset that `zone` has on that day.
 * @throws InputError also for a local time that does not exist or happens twice as clocks change
 */
export function offsetDate(value: unknown, zone: string, field: string): string {
	const { clock, offset, isDay } = entered(value, field);
	if (offset !== undefined) return withOffset(clock - offset, zone);
	if (isDay) throw new InputError(field, `"${dayOfClock(clock)}" has no time of day`, ADVICE);
	const problem = clockChangeAt(textOfClock(clock), zone);
	if (problem === undefined) return withOffset(instantAt(clock, zone), zone);
	const moments = momentsAt(clock, zone).map((ms) => withOffset(ms, zone));
	const choice =
		moments.length > 0
			? `, or enter it with an offset: ${moments.join(' or ')}`
			: `, e.g. ${withOffset(instantAt(clock, zone), zone)}`;
	throw new InputError(field, problem, `Choose another time${choice}`);
}

/** Why a local time is not one moment in the zone; undefined if it is one. */
function clockChangeAt(text: string, zone: string): string | undefined {
	const { length } = momentsAt(Date.parse(`${text}Z`), zone);
	if (length === 1) return undefined;
	return length > 1
		? `${text} happens twice in ${zone}, where clocks are set back at that time`
		: `${text} does not exist in ${zone}, where clocks are set forward at that time`;
}

/** A date in a field. @throws InputError */
function entered(value: unknown, field: string, advice = ADVICE): Written {
	const date = written(value);
	if (date) return date;
	const text = textOf(value);
	const problem = ISO.test(text) ? 'is not a valid date and time' : 'is not a date';
	const shown = text === '' ? withoutText(value) : `"${text.slice(0, 60)}" ${problem}`;
	throw new InputError(field, shown, advice);
}

function withoutText(value: unknown): string {
	if (value === undefined || value === null) return 'the expression has no value';
	return typeof value === 'string' ? 'the date is empty' : 'this is not a date';
}
