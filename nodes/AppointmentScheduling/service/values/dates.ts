import { DateTime, Info } from 'luxon';

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
/** A moment before all others, for what has not happened. */
export const NEVER = -Infinity;
/** A moment after all others, and a time without end. */
export const FOREVER = Infinity;
const QUARTER_MS = 15 * MINUTE_MS;
/** For each zone: 55 years. */
const MOST_OFFSETS = 20_000;
/** A date with a time, which may have an offset, or a day. After an offset, some name the zone (RFC 9557, Go). */
export const ISO =
	/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,3})\d*)?)?\s*(?:(Z|UTC|([+-])(0\d|1[0-4])(?::?([0-5]\d))?)(?:\[[\w/+-]{1,60}\]| ([A-Z]{3,5}|[+-]\d{2,4}))?)?)?$/i;

/** A date as it is written. */
export interface Written {
	/** What clocks show, as the ms at which clocks in UTC show it. */
	clock: number;
	/** ms. Undefined without one. */
	offset: number | undefined;
	/** Whether it has no time. */
	isDay: boolean;
}

/** Undefined if it is not ISO 8601, or does not exist in the calendar. */
export function written(value: unknown): Written | undefined {
	const [, day = '', time, seconds = '00', fraction = '0', utc, sign, hours, minutes] =
		ISO.exec(textOf(value)) ?? [];
	const clock = Date.parse(`${day}T${time ?? '00:00'}:${seconds}.${fraction}Z`);
	// `Date` takes February 30 for March 2.
	if (Number.isNaN(clock) || new Date(day).getUTCDate() !== Number(day.slice(8))) return undefined;
	const ahead = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE_MS;
	const offset = sign === '-' ? -ahead : ahead;
	return { clock, offset: utc === undefined ? undefined : offset, isDay: time === undefined };
}

/** Expressions return Luxon objects, maybe of another copy of the library, so `instanceof` fails. */
export function textOf(value: unknown): string {
	if (value instanceof Date) return DateTime.fromJSDate(value).toString();
	const isLuxon = typeof value === 'object' && value !== null && 'toISO' in value;
	return isLuxon || typeof value === 'string' ? String(value).trim() : '';
}

/** The offset of a date as it is written, in ms. Undefined without one. */
export const offsetIn = (value: unknown): number | undefined => written(value)?.offset;

/** ms since the epoch of a date in a response. `zone` is for one without an offset. */
export const instantOf = (value: unknown, zone = 'utc'): number | undefined =>
	instantsOf(value, zone)[0];

/** The same with both moments of a local time that happens twice. */
export function instantsOf(value: unknown, zone: string): number[] {
	const date = written(value);
	if (date === undefined) return [];
	if (date.offset !== undefined) return [date.clock - date.offset];
	const meant = momentsAt(date.clock, zone);
	return meant.length > 0 ? meant : [instantAt(date.clock, zone)];
}

const offsets = new Map<string, Map<number, number>>();

/** Each one is read once, because that is slow. */
function readOffset(ms: number, zone: string): number {
	const known = offsets.get(zone) ?? new Map<number, number>();
	offsets.set(zone, known);
	let offset = known.get(ms);
	if (offset !== undefined) return offset;
	if (known.size >= MOST_OFFSETS) known.clear();
	offset = Info.normalizeZone(zone).offset(ms) * MINUTE_MS;
	known.set(ms, offset);
	return offset;
}

/** In ms. Clocks change on a quarter of an hour, and not twice within a day. */
export function offsetAt(ms: number, zone: string): number {
	const day = Math.floor(ms / DAY_MS) * DAY_MS;
	const offset = readOffset(day, zone);
	if (readOffset(day + DAY_MS, zone) === offset) return offset;
	return readOffset(Math.floor(ms / QUARTER_MS) * QUARTER_MS, zone);
}

/** What clocks in the zone show at a moment, as the ms at which clocks in UTC show it. */
export const clockAt = (ms: number, zone: string): number => ms + offsetAt(ms, zone);

/** When they show that: never, once, or twice. */
export function momentsAt(clock: number, zone: string): number[] {
	const near = [-DAY_MS, 0, DAY_MS].map((shift) => offsetAt(clock + shift, zone));
	const moments = [...new Set(near)].map((offset) => clock - offset);
	return moments.filter((ms) => clockAt(ms, zone) === clock).sort((a, b) => a - b);
}

/** When they first show that. Where clocks skip it, as if they did not. */
export const instantAt = (clock: number, zone: string): number =>
	momentsAt(clock, zone)[0] ?? clock - offsetAt(clock - DAY_MS, zone);

/** When the day ends that a date without a time names. Undefined for any other value. */
export function endOfDay(value: unknown, zone: string): number | undefined {
	const date = written(value);
	return date?.isDay ? instantAt(date.clock + DAY_MS, zone) : undefined;
}

/** Services write years with four digits, and know none before 1. */
const [FIRST_CLOCK, LAST_CLOCK] = [Date.parse('0001-01-01'), Date.parse('9999-12-31T23:59:59Z')];

/** YYYY-MM-DDTHH:MM:SS */
export const textOfClock = (clock: number): string =>
	new Date(Math.max(FIRST_CLOCK, Math.min(clock, LAST_CLOCK))).toISOString().slice(0, 19);

export const dayOfClock = (clock: number): string => textOfClock(clock).slice(0, 10);

/** YYYY-MM-DDTHH:MM:SS at a moment in ms since the epoch. */
export const wallClock = (ms: number, zone: string): string => textOfClock(clockAt(ms, zone));

/** `+02:00` of an offset in ms. */
export function shownOffset(offset: number): string {
	const minutes = Math.abs(offset) / MINUTE_MS;
	const [ahead, rest] = [minutes / 60, minutes % 60].map((part) =>
		String(Math.floor(part)).padStart(2, '0'),
	);
	return `${offset < 0 ? '-' : '+'}${ahead}:${rest}`;
}

/** ISO 8601 of a moment, with this offset in ms. */
export const atOffset = (ms: number, offset: number): string =>
	`${textOfClock(ms + offset)}${shownOffset(offset)}`;

export const withOffset = (ms: number, zone: string): string => atOffset(ms, offsetAt(ms, zone));

/** ISO 8601 with a T between date and time, which some services leave out, and without spaces and names of zones. */
export const compactIso = (text: string): string =>
	text
		.trim()
		.replace(/^(\d{4}-?\d{2}-?\d{2}) /, '$1T')
		.replace(/([+-]\d{2}:?\d{2}) ([A-Z]{3,5}|[+-]\d{2,4})$/i, '$1')
		.replace(/ UTC$/i, 'Z')
		.replace(/\s/g, '');
