import { DateTime, IANAZone } from 'luxon';

import { InputError } from '../errors';

const LOCAL = "yyyy-MM-dd'T'HH:mm:ss";
const WITH_OFFSET = `${LOCAL}ZZ`;
const ISO =
	/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$/i;
/** `Date` reads these ten times as fast as Luxon. It takes February 30 for March 2, so the 29th and later are Luxon's. */
const PLAIN_MOMENT =
	/^\d{4}-(?:0\d|1[0-2])-(?:[01]\d|2[0-8])T(?:[01]\d|2[0-3]):\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
const REMEDY =
	'Enter a date such as 2026-03-29T10:00:00, or one with an offset such as 2026-03-29T10:00:00+02:00';

/** A date as entered, or from an expression. */
interface Given {
	/** Undefined without an offset. */
	instant: DateTime | undefined;
	day: string;
	/** Undefined for a day. */
	time: string | undefined;
}

/** Luxon does not remember what it has checked, and a check takes long. */
const validZones = new Set<string>();

/** @throws InputError if it is not an IANA name */
export function validZone(
	value: unknown,
	field = 'Timezone',
	remedy = 'Enter a name such as Europe/Madrid',
): string {
	const zone = typeof value === 'string' ? value.trim() : '';
	if (validZones.has(zone) || IANAZone.isValidZone(zone)) {
		validZones.add(zone);
		return zone;
	}
	throw new InputError(field, `"${zone.slice(0, 60)}" is not a time zone`, remedy);
}

/**
 * A date for a list filter: YYYY-MM-DDTHH:MM:SS without offset (GET /appointments/, List filters, rule 1). A
 * value with an offset is converted to `zone`; a local time stays as it is. A day means its first
 * second, or its last if `edge` is 'end'.
 * @throws InputError
 */
export function filterDate(
	value: unknown,
	zone: string,
	field: string,
	edge: 'start' | 'end' = 'start',
): string {
	const { instant, day, time } = read(value, field);
	if (instant) return wallClock(instant.toMillis(), zone);
	return `${day}T${time ?? (edge === 'end' ? '23:59:59' : '00:00:00')}`;
}

/** The local time of a moment (ms since the epoch): YYYY-MM-DDTHH:MM:SS. */
export const wallClock = (ms: number, zone: string): string =>
	DateTime.fromMillis(ms, { zone }).toFormat(LOCAL);

/** A moment (ms since the epoch) as ISO 8601 with the offset of the zone. */
export const withOffset = (ms: number, zone: string): string =>
	DateTime.fromMillis(ms, { zone }).toFormat(WITH_OFFSET);

/** The moment at which clocks in one zone show what they show in another one at `ms`. In ms since the epoch. */
export const localToInstant = (ms: number, from: string, to: string): number =>
	DateTime.fromMillis(ms, { zone: from }).setZone(to, { keepLocalTime: true }).toMillis();

/** The first and last second of the day on which `value` falls in `zone`, as list filters. @throws InputError */
export function dayBounds(value: unknown, zone: string, field: string): [string, string] {
	const day = filterDate(midnight(value) ?? value, zone, field).slice(0, 10);
	return [`${day}T00:00:00`, `${day}T23:59:59`];
}

/** The day of a midnight: `{{ $today }}` is one in the workflow's zone and means that day in any zone. */
export function midnight(value: unknown): string | undefined {
	if (value instanceof Date) return undefined;
	const [, day, minutes, seconds = '00', offset] = ISO.exec(textOf(value)) ?? [];
	return offset && minutes === '00:00' && seconds === '00' ? day : undefined;
}

/**
 * A start for rescheduling: ISO 8601 with the offset that `zone` has on that day. When clocks
 * change, some local times do not exist or happen twice: these are refused without an offset.
 * @throws InputError
 */
export function offsetDate(value: unknown, zone: string, field: string): string {
	const { instant, day, time } = read(value, field);
	if (instant) return withOffset(instant.toMillis(), zone);
	if (time === undefined) throw new InputError(field, `"${day}" has no time of day`, REMEDY);
	const text = `${day}T${time}`;
	const [first, second] = momentsOf(text, zone);
	const problem = clockChangeAt(text, zone);
	if (first !== undefined && problem === undefined) return first;
	const after = DateTime.fromISO(text, { zone }).toFormat(WITH_OFFSET);
	const choice = second ? `, or enter it with an offset: ${first} or ${second}` : `, e.g. ${after}`;
	throw new InputError(field, problem ?? '', `Choose another time${choice}`);
}

/** Why a local time is not one moment in the zone; undefined if it is one. */
export function clockChangeAt(text: string, zone: string): string | undefined {
	const { length } = momentsOf(text, zone);
	if (length === 1) return undefined;
	return length > 1
		? `${text} happens twice in ${zone}, where clocks are set back at that time`
		: `${text} does not exist in ${zone}, where clocks are set forward at that time`;
}

/**
 * The moments, with their offset, at which clocks in the zone show this time: none, one or two.
 * Luxon's `getPossibleOffsets` misses some.
 */
function momentsOf(text: string, zone: string): string[] {
	const asUtc = DateTime.fromISO(text, { zone: 'utc' }).toMillis();
	const offsets = new Set(
		[-DAY_MS, 0, DAY_MS].map((shift) => DateTime.fromMillis(asUtc + shift, { zone }).offset),
	);
	return [...offsets]
		.map((minutes) => DateTime.fromMillis(asUtc - minutes * MINUTE_MS, { zone }))
		.filter((moment) => moment.toFormat(LOCAL) === text)
		.map((moment) => moment.toFormat(WITH_OFFSET));
}

/**
 * ms since the epoch of a start_date in a response; undefined if it is not a date.
 * @param zone for a start without an offset
 */
export function instantOf(value: unknown, zone = 'utc'): number | undefined {
	if (typeof value !== 'string' || !ISO.test(value)) return undefined;
	const plain = PLAIN_MOMENT.test(value) ? Date.parse(value) : NaN;
	if (!Number.isNaN(plain)) return plain;
	const moment = asWritten(value, zone);
	return moment.isValid ? moment.toMillis() : undefined;
}

/** A start to sort by. Some services write seconds or ms since the epoch. */
export const sortableStart = (value: unknown): number =>
	instantOf(value) ?? (Number(value) || Infinity);

/**
 * A moment as the service writes it: without an offset if `sample` has none, in UTC if `sample` ends
 * with Z, with the offset of `sample` if `zone` has another one, otherwise in `zone`.
 */
export function writtenLike(sample: unknown, ms: number, zone: string): string {
	const there = asWritten(String(sample));
	if (!there.isValid) return withOffset(ms, zone);
	if (!hasOffset(sample)) return wallClock(ms, zone);
	if (/z\s*$/i.test(String(sample))) return `${wallClock(ms, 'utc')}Z`;
	const isOther = there.offset !== there.setZone(zone).offset;
	return DateTime.fromMillis(ms, { zone: isOther ? there.zone : zone }).toFormat(WITH_OFFSET);
}

/** Whether a value is a moment by itself, so that no zone has to be assumed. */
export const hasOffset = (value: unknown): boolean => ISO.exec(textOf(value))?.[4] !== undefined;

/** The offset in a date of a response, and the one of `zone` at that moment; undefined if it has none. */
export function offsetsAt(
	value: unknown,
	zone: string,
): { written: string; inZone: string } | undefined {
	const written = asWritten(String(value));
	if (!hasOffset(value) || !written.isValid) return undefined;
	return { written: written.toFormat('ZZ'), inZone: written.setZone(zone).toFormat('ZZ') };
}

/** ISO 8601 with a T between date and time, which some services leave out, and without spaces. */
export const compactIso = (text: string): string =>
	text
		.trim()
		.replace(/^(\d{4}-?\d{2}-?\d{2}) /, '$1T')
		.replace(/\s/g, '');

/** In its own offset; a date without one in `zone`. */
const asWritten = (text: string, zone = 'utc'): DateTime =>
	DateTime.fromISO(compactIso(text), { zone, setZone: true });

function read(value: unknown, field: string): Given {
	const text = textOf(value);
	const [, day = '', minutes, seconds = '00', offset] = ISO.exec(text) ?? [];
	const time = minutes === undefined ? undefined : `${minutes}:${seconds}`;
	const local = `${day}T${time ?? '00:00:00'}`;
	const moment = asWritten(`${local}${offset ?? ''}`);
	if (moment.isValid && moment.toFormat(LOCAL) === local) {
		return { instant: offset === undefined ? undefined : moment, day, time };
	}
	const problem = day === '' ? 'is not a date' : 'is not a valid date and time';
	throw new InputError(
		field,
		text === '' ? withoutText(value) : `"${text.slice(0, 60)}" ${problem}`,
		REMEDY,
	);
}

function withoutText(value: unknown): string {
	if (value === undefined || value === null) return 'the expression has no value';
	return typeof value === 'string' ? 'the date is empty' : 'this is not a date';
}

/** Expressions return Luxon objects, maybe of another copy of the library, so `instanceof` fails. */
function textOf(value: unknown): string {
	if (value instanceof Date) return DateTime.fromJSDate(value).toString();
	const isLuxon = typeof value === 'object' && value !== null && 'toISO' in value;
	return isLuxon || typeof value === 'string' ? String(value).trim() : '';
}
