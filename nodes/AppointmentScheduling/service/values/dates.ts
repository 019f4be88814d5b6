import { DateTime, IANAZone } from 'luxon';

import { InputError } from '../errors';

const LOCAL = "yyyy-MM-dd'T'HH:mm:ss";
const WITH_OFFSET = `${LOCAL}ZZ`;
const ISO =
	/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$/i;
const MIDNIGHT = /^(\d{4}-\d{2}-\d{2})[T ]00:00(?::00(?:[.,]0+)?)?\s*(?:Z|[+-]\d\d(?::?\d\d)?)$/i;
export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
const REMEDY =
	'Enter a date such as 2026-03-29T10:00:00, or one with an offset such as 2026-03-29T10:00:00+02:00';

/** A date as entered, or from an expression. */
type Given =
	| { kind: 'instant'; instant: DateTime }
	/** Without offset. `time` is undefined for a day. */
	| { kind: 'wallClock'; day: string; time: string | undefined };

/** @throws InputError if it is not an IANA name */
export function validZone(
	value: unknown,
	field = 'Timezone',
	remedy = 'Enter a name such as Europe/Madrid',
): string {
	const zone = typeof value === 'string' ? value.trim() : '';
	if (IANAZone.isValidZone(zone)) return zone;
	throw new InputError(field, `"${zone.slice(0, 60)}" is not a time zone`, remedy);
}

/**
 * A date for a list filter: YYYY-MM-DDTHH:MM:SS without offset (document, List filters, rule 1). A
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
	const given = read(value, field);
	if (given.kind === 'instant') return wallClock(given.instant.toMillis(), zone);
	return `${given.day}T${given.time ?? (edge === 'end' ? '23:59:59' : '00:00:00')}`;
}

/** The local time of a moment (ms since the epoch): YYYY-MM-DDTHH:MM:SS. */
export const wallClock = (ms: number, zone: string): string =>
	DateTime.fromMillis(ms, { zone }).toFormat(LOCAL);

/** The moment at which clocks in one zone show what they show in another one at `ms`. In ms since the epoch. */
export const localToInstant = (ms: number, from: string, to: string): number =>
	DateTime.fromMillis(ms, { zone: from }).setZone(to, { keepLocalTime: true }).toMillis();

/** The first and last second of the day on which `value` falls in `zone`, as list filters. @throws InputError */
export function dayBounds(value: unknown, zone: string, field: string): [string, string] {
	const day = filterDate(midnight(value) ?? value, zone, field).slice(0, 10);
	return [`${day}T00:00:00`, `${day}T23:59:59`];
}

/** `{{ $today }}` is midnight in the workflow's zone and means that day in any other zone too. */
function midnight(value: unknown): string | undefined {
	const text = typeof value === 'string' || isLuxon(value) ? String(value) : '';
	return MIDNIGHT.exec(text.trim())?.[1];
}

/**
 * A start for rescheduling: ISO 8601 with the offset that `zone` has on that day. When clocks
 * change, some local times do not exist or happen twice: these are refused without an offset.
 * @throws InputError
 */
export function offsetDate(value: unknown, zone: string, field: string): string {
	const given = read(value, field);
	if (given.kind === 'instant') return given.instant.setZone(zone).toFormat(WITH_OFFSET);
	if (given.time === undefined) {
		throw new InputError(field, `"${given.day}" has no time of day`, REMEDY);
	}
	const text = `${given.day}T${given.time}`;
	const [moment, second] = momentsOf(text, zone);
	if (!moment) {
		const after = DateTime.fromISO(text, { zone }).toFormat(WITH_OFFSET);
		throw new InputError(
			field,
			`${text} does not exist in ${zone}, where clocks are set forward at that time`,
			`Choose another time, e.g. ${after}`,
		);
	}
	if (second) {
		throw new InputError(
			field,
			`${text} happens twice in ${zone}, where clocks are set back at that time`,
			`Choose another time, or enter it with an offset: ${moment} or ${second}`,
		);
	}
	return moment;
}

/**
 * The moments, with their offset, at which clocks in the zone show this time: none, one or two.
 * Luxon's `getPossibleOffsets` misses some.
 */
function momentsOf(text: string, zone: string): string[] {
	const asUtc = DateTime.fromISO(text, { zone: 'utc' }).toMillis();
	const iana = IANAZone.create(zone);
	const offsets = new Set([-DAY_MS, 0, DAY_MS].map((shift) => iana.offset(asUtc + shift)));
	return [...offsets]
		.map((minutes) => DateTime.fromMillis(asUtc - minutes * 60_000, { zone }))
		.filter((moment) => moment.toFormat(LOCAL) === text)
		.map((moment) => moment.toFormat(WITH_OFFSET));
}

/**
 * ms since the epoch of a start_date in a response; undefined if it is not a date.
 * @param zone for a start without an offset
 */
export function instantOf(value: unknown, zone = 'utc'): number | undefined {
	if (typeof value !== 'string' || !ISO.test(value)) return undefined;
	const moment = DateTime.fromISO(compactIso(value), { zone });
	return moment.isValid ? moment.toMillis() : undefined;
}

/**
 * A moment as the service writes it: without an offset if `sample` has none, in UTC if `sample` ends
 * with Z, with the offset of `sample` if `zone` has another one, otherwise in `zone`.
 */
export function writtenLike(sample: unknown, ms: number, zone: string): string {
	const text = typeof sample === 'string' ? compactIso(sample) : '';
	const there = DateTime.fromISO(text, { setZone: true });
	if (!there.isValid) return DateTime.fromMillis(ms, { zone }).toFormat(WITH_OFFSET);
	if (/z$/i.test(text)) return `${wallClock(ms, 'utc')}Z`;
	if (!/T.*[+-]/i.test(text)) return wallClock(ms, zone);
	const isOther = there.offset !== there.setZone(zone).offset;
	return DateTime.fromMillis(ms, { zone: isOther ? there.zone : zone }).toFormat(WITH_OFFSET);
}

/** Whether a value is a moment by itself, so that no zone has to be assumed. */
export function hasOffset(value: unknown): boolean {
	if (value instanceof Date || isLuxon(value)) return true;
	return typeof value === 'string' && ISO.exec(value.trim())?.[4] !== undefined;
}

/** The offset in a date of a response, and the one of `zone` at that moment; undefined if it has none. */
export function offsetsAt(
	value: unknown,
	zone: string,
): { written: string; inZone: string } | undefined {
	const ms = hasOffset(value) ? instantOf(value) : undefined;
	if (ms === undefined) return undefined;
	const written = DateTime.fromISO(compactIso(String(value)), { setZone: true });
	return {
		written: written.toFormat('ZZ'),
		inZone: DateTime.fromMillis(ms, { zone }).toFormat('ZZ'),
	};
}

/** ISO 8601 with a T between date and time, which some services leave out, and without spaces. */
export const compactIso = (text: string): string =>
	text
		.trim()
		.replace(/^(\d{4}-?\d{2}-?\d{2}) /, '$1T')
		.replace(/\s/g, '');

function read(value: unknown, field: string): Given {
	if (value instanceof Date) return readInstant(DateTime.fromJSDate(value), field, 'it');
	if (isLuxon(value)) return readInstant(DateTime.fromMillis(value.toMillis()), field, 'it');
	if (typeof value !== 'string' || value.trim() === '') {
		throw new InputError(field, value === '' ? 'the date is empty' : 'this is not a date', REMEDY);
	}
	const text = value.trim();
	const [, day, minutes, seconds = '00', offset] = ISO.exec(text) ?? [];
	const quoted = `"${text.slice(0, 60)}"`;
	if (day === undefined) throw new InputError(field, `${quoted} is not a date`, REMEDY);
	if (offset !== undefined) {
		return readInstant(DateTime.fromISO(compactIso(text)), field, quoted);
	}
	const time = minutes === undefined ? undefined : `${minutes}:${seconds}`;
	const moment = DateTime.fromISO(`${day}T${time ?? '00:00:00'}`, { zone: 'utc' });
	if (!moment.isValid || moment.toFormat(LOCAL) !== `${day}T${time ?? '00:00:00'}`) {
		throw new InputError(field, `${quoted} is not a valid date and time`, REMEDY);
	}
	return { kind: 'wallClock', day, time };
}

function readInstant(instant: DateTime, field: string, quoted: string): Given {
	if (!instant.isValid) {
		throw new InputError(field, `${quoted} is not a valid date and time`, REMEDY);
	}
	return { kind: 'instant', instant };
}

/** Expressions return Luxon objects, maybe of another copy of the library, so `instanceof` fails. */
function isLuxon(value: unknown): value is { toMillis(): number } {
	return (
		value !== null &&
		typeof value === 'object' &&
		'toMillis' in value &&
		typeof value.toMillis === 'function'
	);
}
