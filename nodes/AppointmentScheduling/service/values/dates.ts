import { Info } from 'luxon';

import { objectOf, textIn } from './objects';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** A moment before all others, for what has not happened. */
export const NEVER = -Infinity;
/** A moment after all others, and a time without end. */
export const FOREVER = Infinity;
const QUARTER_MS = 15 * MINUTE_MS;
const MOST_OFFSETS = 20_000;

/** A moment as the service writes it. */
export interface Moment {
	/** ISO 8601 to the second, with the offset of the service. */
	text: string;
	/** Since the epoch. */
	ms: number;
}

const TIME =
	/^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(?:(\.\d{1,3})\d{0,9})?(Z|[+-]\d{2}:?\d{2})?$/;

/**
 * As text, or as `{ dateTime, timeZone }`. The offset tells the moment and the local time, so
 * `timeZone` is not read: anybody may make up a name.
 * @param zone of the account, in which a time without an offset is read. Undefined without both
 */
export function momentIn(value: unknown, zone?: string): Moment | undefined {
	const text = textIn(objectOf(value).dateTime ?? value);
	const match = TIME.exec(text ?? '');
	if (!match) return undefined;
	const [, day, minutes, seconds = ':00', fraction = '', offset] = match;
	const clock = `${day}T${minutes}${seconds}`;
	const ms = Date.parse(`${clock}${fraction}${offset ?? 'Z'}`);
	if (Number.isNaN(ms)) return undefined;
	if (offset !== undefined) return { text: `${clock}${offset}`, ms };
	if (zone === undefined) return undefined;
	const instant = instantAt(ms, zone);
	return { text: withOffset(instant, zone), ms: instant };
}

/** In ms, of a moment as it is written. */
export const offsetOf = ({ text, ms }: Moment): number =>
	Date.parse(`${text.slice(0, 19)}Z`) - Math.floor(ms / 1_000) * 1_000;

const offsets = new Map<string, number>();

/** Each one is read once, because that is slow. */
function readOffset(ms: number, zone: string): number {
	const name = `${zone} ${ms}`;
	const known = offsets.get(name);
	if (known !== undefined) return known;
	if (offsets.size >= MOST_OFFSETS) offsets.clear();
	const offset = Info.normalizeZone(zone).offset(ms) * MINUTE_MS;
	offsets.set(name, offset);
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

/** When they show that: never, once, or twice, in order: clocks that go back were ahead before. */
export function momentsAt(clock: number, zone: string): number[] {
	const near = [-DAY_MS, 0, DAY_MS].map((shift) => offsetAt(clock + shift, zone));
	const moments = [...new Set(near)].map((offset) => clock - offset);
	return moments.filter((ms) => clockAt(ms, zone) === clock);
}

/** When they first show that. Where clocks skip it, as if they did not. */
export const instantAt = (clock: number, zone: string): number =>
	momentsAt(clock, zone)[0] ?? clock - offsetAt(clock - DAY_MS, zone);

/** This local time, or the next one that clocks in the zone show once. */
export function onceFrom(clock: number, zone: string): number {
	let at = clock;
	while (momentsAt(at, zone).length !== 1) at = (Math.floor(at / QUARTER_MS) + 1) * QUARTER_MS;
	return at;
}

/** Services write years with four digits, and know none before 1. */
const [FIRST_CLOCK, LAST_CLOCK] = [Date.parse('0001-01-01'), Date.parse('9999-12-31T23:59:59Z')];

/** YYYY-MM-DDTHH:MM:SS */
export const textOfClock = (clock: number): string =>
	new Date(Math.max(FIRST_CLOCK, Math.min(clock, LAST_CLOCK))).toISOString().slice(0, 19);

export const dayOfClock = (clock: number): string => textOfClock(clock).slice(0, 10);

/** How many days these are, YYYY-MM-DD. */
export const countDays = (first: string, last: string): number =>
	(Date.parse(last) - Date.parse(first)) / DAY_MS + 1;

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
