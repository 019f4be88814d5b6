import { Duration } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { ServiceError } from '../service/core/errors';
import { isBlank, isObject } from '../service/values/bodies';
import { endOfDay, instantOf, instantsOf, MINUTE_MS } from '../service/values/dates';
import { isCanceledStatus } from '../service/core/vocabulary';
import { keyIn } from '../service/values/keys';
import { pauses } from '../service/core/pauses';
import { ASSUMED_MINUTES, BOOKED_DURATION } from './properties';

/** In ms since the epoch. The end is not included. */
export interface Span {
	start: number;
	end: number;
}

/** When an appointment takes place. */
interface Taken extends Span {
	/** As people know the appointment. */
	name: string;
	/** Whether the service does not say how long it takes. */
	isAssumed: boolean;
}

/** Less than what most appointments take would offer times that are taken. */
export function assumedHint(minutes: number): string {
	const advice =
		minutes < ASSUMED_MINUTES ? `. If they take longer, enter it in '${BOOKED_DURATION}'` : '';
	return `The service does not say how long some of these appointments take: ${minutes} minutes were assumed${advice}`;
}

/**
 * @param zone for dates without an offset
 * @param minutes for an appointment without a length
 * @throws ServiceError if its start or its length cannot be read, because it could be at any time
 */
export function takenBy(appointment: IDataObject, zone: string, minutes: number): Taken {
	// When clocks are set back, a local time happens twice, and it is unknown which one is meant.
	const starts = instantsOf(appointment.start_date, zone);
	if (starts.length === 0) throw unreadable('start', appointment);
	const start = Math.min(...starts);
	const length = lengthOf(appointment, start, zone);
	const end = Math.max(...starts) + (length ?? minutes * MINUTE_MS);
	return { name: nameOf(appointment), start, end, isAssumed: length === undefined };
}

/** Canceled appointments take no time. @throws ServiceError */
export async function occupiedBy(
	appointments: IDataObject[],
	zone: string,
	minutes: number,
): Promise<Taken[]> {
	const pause = pauses();
	const taken: Taken[] = [];
	for (const appointment of appointments) {
		await pause();
		if (!isCanceledStatus(appointment.status)) taken.push(takenBy(appointment, zone, minutes));
	}
	return taken;
}

/**
 * How long it takes, in ms; undefined if the service does not say.
 * @param start of the appointment, in ms since the epoch
 * @throws ServiceError if a field has a value that cannot be read
 */
export function lengthOf(
	appointment: IDataObject,
	start: number,
	zone: string,
): number | undefined {
	const length = readLength(appointment, start, zone);
	if (Number.isNaN(length)) throw unreadable('length', appointment);
	return length;
}

/**
 * The same, but NaN if it cannot be read. The API documentation names no field, so we read the usual
 * ones. An end that can be read wins. A date without a time takes the whole day.
 */
export function readLength(
	{ start_date, end_date, end, duration }: IDataObject,
	start: number,
	zone: string,
): number | undefined {
	const ends = [end_date, end].filter((value) => !isUnset(value));
	const lengths = ends.map((value) => (momentIn(value, zone) ?? NaN) - start);
	const length = lengths.find((ms) => ms > 0);
	const dayEnd = endOfDay(start_date, zone);
	const wholeDay = dayEnd === undefined ? 0 : dayEnd - start;
	if (length !== undefined) return Math.max(length, wholeDay);
	const ms = Math.max(durationIn(duration), wholeDay);
	if (lengths.some((other) => other !== 0) || Number.isNaN(ms)) return NaN;
	return ms > 0 ? ms : undefined;
}

const unreadable = (what: string, appointment: IDataObject) =>
	new ServiceError(
		`The ${what} of appointment ${nameOf(appointment)} cannot be read, so no time is certain to be free`,
		'Correct this appointment at the service',
	);

const nameOf = ({ search_code, appointment_key }: IDataObject): string =>
	keyIn(search_code) ?? keyIn(appointment_key) ?? '(without a code)';

const isUnset = (value: unknown): boolean =>
	isObject(value) ? Object.values(value).every(isUnset) : isBlank(value) || Number(value) === 0;

/** Also in an object such as `{ "dateTime": "2026-12-01T10:30:00Z" }`. */
function momentIn(value: unknown, zone: string): number | undefined {
	const parts = isObject(value) ? Object.values(value) : [value];
	return parts
		.map((part) => endOfDay(part, zone) ?? instantOf(part, zone))
		.find((ms) => ms !== undefined);
}

const UNITS_MS: Record<string, number> = {
	hours: 60 * MINUTE_MS,
	minutes: MINUTE_MS,
	seconds: MINUTE_MS / 60,
};

/** In ms: 45 or "45" minutes, "00:45:00", "PT45M", or `{ "hours": 1, "minutes": 30 }`. Otherwise NaN. */
function durationIn(value: unknown): number {
	if (isUnset(value)) return 0;
	if (isObject(value)) {
		const parts = Object.entries(value).filter(([, part]) => !isUnset(part));
		return parts.reduce((sum, [unit, part]) => sum + Number(part) * (UNITS_MS[unit] ?? NaN), 0);
	}
	const text = String(value);
	if (/^[1-9]\d*$/.test(text)) return Number(text) * MINUTE_MS;
	const [length = NaN] = [Duration.fromISOTime(text), Duration.fromISO(text)]
		.filter(({ isValid }) => isValid)
		.map((duration) => duration.toMillis());
	return length;
}
