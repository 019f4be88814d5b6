import { DateTime, IANAZone, Info } from 'luxon';

import { InputError } from '../core/errors';

const LOCAL = "yyyy-MM-dd'T'HH:mm:ss";
const WITH_OFFSET = `${LOCAL}ZZ`;
const ISO =
	/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$/i;
/** `Date` reads these ten times as fast as Luxon. Not after the 28th: it accepts February 30. */
const PLAIN_MOMENT =
	/^\d{4}-(?:0\d|1[0-2])-(?:[01]\d|2[0-8])T(?:[01]\d|2[0-3]):\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const PLAIN_LOCAL =
	/^\d{4}-(?:0\d|1[0-2])-(?:[01]\d|2[0-8])[T ](?:[01]\d|2[0-3]):\d\d:\d\d(?:\.\d+)?$/;
export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
const REMEDY =
	'Enter a date such as 2026-03-29T10:00:00, or one with an offset such as 2026-03-29T10:00:00+02:00';
const DAY_REMEDY = 'Choose a day. In an expression, it looks like 2026-03-29T00:00:00';

/** @throws InputError if it is not an IANA name */
export function validZone(
	value: unknown,
	field = 'Timezone',
	remedy = 'Enter a name such as Europe/Madrid',
): string {
	const zone = typeof value === 'string' ? value.trim() : '';
	if (IANAZone.create(zone).isValid) return zone;
	throw new InputError(field, `"${zone.slice(0, 60)}" is not a time zone`, remedy);
}

/**
 * YYYY-MM-DDTHH:MM:SS without offset (GET /appointments/, List filters, rule 1). A value with an
 * offset is converted to `zone`. A day means its first second, or its last if `edge` is 'end'.
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

/** YYYY-MM-DDTHH:MM:SS at a moment in ms since the epoch. */
export const wallClock = (ms: number, zone: string): string =>
	DateTime.fromMillis(ms, { zone }).toFormat(LOCAL);

export const withOffset = (ms: number, zone: string): string =>
	DateTime.fromMillis(ms, { zone }).toFormat(WITH_OFFSET);

/** When clocks in `to` show what those in `from` show at `ms`, in ms since the epoch. */
export const localToInstant = (ms: number, from: string, to: string): number =>
	DateTime.fromMillis(ms, { zone: from }).setZone(to, { keepLocalTime: true }).toMillis();

/** YYYY-MM-DD. @throws InputError also for a moment that is on another day in `zone` */
export function dayOf(value: unknown, zone: string, field: string): string {
	const { instant, day } = read(value, field, DAY_REMEDY);
	const there = instant ? instant.setZone(zone).toFormat('yyyy-MM-dd') : day;
	if (there === day) return day;
	throw new InputError(
		field,
		`this moment is on ${day} in its own offset, but on ${there} in ${zone}`,
		DAY_REMEDY,
	);
}

/** List filters for days written as YYYY-MM-DD. */
export const wholeDays = (first: string, last: string) => ({
	start_date: `${first}T00:00:00`,
	end_date: `${last}T23:59:59`,
});

/**
 * ISO 8601 with the offset that `zone` has on that day.
 * @throws InputError also for a local time that does not exist or happens twice as clocks change
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

/** None, one or two moments with their offset. Luxon's `getPossibleOffsets` misses some. */
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

const MOST_OFFSETS = 50_000;
const offsets = new Map<string, number>();

/** In ms, at the start of a day of UTC. Read once, because that is slow. */
function offsetOn(day: number, zone: string): number {
	const name = `${day} ${zone}`;
	const known = offsets.get(name);
	if (known !== undefined) return known;
	if (offsets.size >= MOST_OFFSETS) offsets.clear();
	const offset = Info.normalizeZone(zone).offset(day * DAY_MS) * MINUTE_MS;
	offsets.set(name, offset);
	return offset;
}

/** The offset of the zone in ms, also of a local time. Undefined if clocks change within a day of it. */
export function steadyOffset(ms: number, zone: string): number | undefined {
	if (Number.isNaN(ms)) return undefined;
	const day = Math.floor(ms / DAY_MS);
	const offset = offsetOn(day, zone);
	return [day - 1, day + 1, day + 2].every((other) => offsetOn(other, zone) === offset)
		? offset
		: undefined;
}

/** ms since the epoch of a date in a response. `zone` is for one without an offset. */
export function instantOf(value: unknown, zone = 'utc'): number | undefined {
	if (typeof value !== 'string' || !ISO.test(value)) return undefined;
	const plain = PLAIN_MOMENT.test(value) ? Date.parse(value) : NaN;
	if (!Number.isNaN(plain)) return plain;
	const local = PLAIN_LOCAL.test(value) ? Date.parse(`${value.replace(' ', 'T')}Z`) : NaN;
	const offset = steadyOffset(local, zone);
	if (offset !== undefined) return local - offset;
	const moment = asWritten(value, zone);
	return moment.isValid ? moment.toMillis() : undefined;
}

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

/** The zone of the date's own offset. Undefined without one. */
export const offsetIn = (value: unknown): string | undefined =>
	hasOffset(value) ? (asWritten(textOf(value)).zoneName ?? undefined) : undefined;

export const hasOffset = (value: unknown): boolean => partsOf(value).offset !== undefined;

/** ISO 8601 with a T between date and time, which some services leave out, and without spaces. */
export const compactIso = (text: string): string =>
	text
		.trim()
		.replace(/^(\d{4}-?\d{2}-?\d{2}) /, '$1T')
		.replace(/\s/g, '');

/** A date of a response in its own offset; without one, in `zone`. May be invalid. */
export const asWritten = (text: string, zone = 'utc'): DateTime =>
	DateTime.fromISO(compactIso(text), { zone, setZone: true });

/** The parts of a date, which may not exist in the calendar. Without `time`, it is a day. */
function partsOf(value: unknown): { day: string; time?: string; offset?: string } {
	const [, day = '', minutes, seconds = '00', offset] = ISO.exec(textOf(value)) ?? [];
	return { day, time: minutes && `${minutes}:${seconds}`, offset };
}

/** `instant` is undefined without an offset. @throws InputError */
function read(
	value: unknown,
	field: string,
	remedy = REMEDY,
): { instant?: DateTime; day: string; time?: string } {
	const { day, time, offset } = partsOf(value);
	const local = `${day}T${time ?? '00:00:00'}`;
	const moment = asWritten(`${local}${offset ?? ''}`);
	if (moment.isValid && moment.toFormat(LOCAL) === local) {
		return { instant: offset === undefined ? undefined : moment, day, time };
	}
	const text = textOf(value);
	const problem = day === '' ? 'is not a date' : 'is not a valid date and time';
	throw new InputError(
		field,
		text === '' ? withoutText(value) : `"${text.slice(0, 60)}" ${problem}`,
		remedy,
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
