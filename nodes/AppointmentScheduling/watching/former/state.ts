import type { IDataObject } from 'n8n-workflow';

import {
	atOffset,
	FOREVER,
	hasOffset,
	instantAt,
	instantOf,
	MINUTE_MS,
	offsetIn,
	wallClock,
	withOffset,
} from '../../service/values/dates';
import { comparableKey, keyIn, type Key } from '../../service/values/keys';

/** So many characters of a status are kept. Documented ones are much shorter. */
const LONGEST_STATUS = 64;
const MINUTES = 2_048;
const NO_OFFSET = 0;
/** Added to an offset, so that none is `NO_OFFSET`. */
const SHIFT = 1_024;
/** Instead of a zone in which starts with and without an offset agree. */
export const DIGITS = 'digits';
/** The year 5138. */
const MOST_SECONDS = 1e11;

/** What is compared of an appointment. A field that is undefined is unknown. */
export interface State {
	/** See `startOf`. */
	start?: number;
	status?: string;
}

/**
 * What is kept of an appointment in a list or a delivery. Everything that is stored comes from here,
 * so nothing else of a foreign text outlives a request.
 */
export const stateOf = ({ start_date, status }: IDataObject): State => ({
	start: startOf(start_date),
	status: keyIn(status)?.slice(0, LONGEST_STATUS) || undefined,
});

/**
 * A start as one number: its digits as they are written and its offset, if it has one. Without an
 * offset only the digits are known, whatever the zone is. Undefined if it is not a valid date.
 */
export function startOf(value: unknown): number | undefined {
	const ms = instantOf(value);
	if (ms === undefined) return undefined;
	const offset = offsetIn(value);
	const minutes = offset && offset / MINUTE_MS;
	const digits = Math.floor((ms + (offset ?? 0)) / 1000);
	if (digits < 0 || digits > MOST_SECONDS) return undefined;
	return digits * MINUTES + (minutes === undefined ? NO_OFFSET : minutes + SHIFT);
}

export const isLocalStart = (start: number): boolean => start % MINUTES === NO_OFFSET;

/** In ms, of a start that has one. */
const offsetOf = (start: number): number => ((start % MINUTES) - SHIFT) * MINUTE_MS;

const digitsOf = (start: number): number => Math.floor(start / MINUTES) * 1000;

/** ms since the epoch. `zone` is for a start without an offset. */
const momentOf = (start: number, zone: string): number =>
	isLocalStart(start) ? instantAt(digitsOf(start), zone) : digitsOf(start) - offsetOf(start);

/** The same of a state. `FOREVER` if its start is unknown. */
export const startIn = (state: State | undefined, zone: string): number =>
	state?.start === undefined ? FOREVER : momentOf(state.start, zone);

/**
 * The same for starts that agree. A start with an offset and one without agree in the zone that is
 * given or, instead of it, by their `DIGITS`.
 */
export const canonicalStart = (start: number, agreement: string): number =>
	agreement === DIGITS ? digitsOf(start) : momentOf(start, agreement);

/** An unknown field contradicts nothing. */
export function isSameState(one: State, other: State, agreement: string): boolean {
	if (one.status !== undefined && other.status !== undefined && one.status !== other.status) {
		return false;
	}
	if (one.start === undefined || other.start === undefined) return true;
	if (isLocalStart(one.start) === isLocalStart(other.start)) {
		return momentOf(one.start, 'utc') === momentOf(other.start, 'utc');
	}
	return canonicalStart(one.start, agreement) === canonicalStart(other.start, agreement);
}

/** For an item: as it was written, or without an offset if the same appointment has none now. */
function writtenStart(start: number, now: unknown, zone: string): string {
	const moment = momentOf(start, zone);
	if (/z$/i.test(String(now))) return `${wallClock(moment, 'utc')}Z`;
	if (instantOf(now) !== undefined && !hasOffset(now)) {
		return isLocalStart(start) ? wallClock(digitsOf(start), 'utc') : wallClock(moment, zone);
	}
	return isLocalStart(start) ? withOffset(moment, zone) : atOffset(moment, offsetOf(start));
}

/** `previous` of an item. Null for what is unknown. */
export const previousFor = (
	{ start, status }: State,
	now: IDataObject,
	zone: string,
): IDataObject => ({
	start_date: start === undefined ? null : writtenStart(start, now.start_date, zone),
	status: status ?? null,
});

export const keysOf = (appointments: IDataObject[]): Set<Key> =>
	new Set(appointments.flatMap(({ appointment_key: key }) => comparableKey(key) ?? []));
