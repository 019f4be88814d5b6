import type { IDataObject } from 'n8n-workflow';

import { calendarKeyOf } from '../service/appointments';
import { documentedStatus, isCanceledStatus } from '../service/core/vocabulary';
import { FOREVER, instantOf, offsetIn } from '../service/values/dates';
import { comparableKey, keyIn, type Key } from '../service/values/keys';

/** Documented starts and statuses are much shorter. */
const LONGEST = 64;
const FRACTION = /[.,]\d+/;

/** What is compared of an appointment. A field that is undefined is unknown and contradicts nothing. */
export interface State {
	/** As the service writes it, to the second. */
	start?: string;
	status?: string;
	calendar?: Key;
}

/** What a read shows of one appointment. */
export interface Sight {
	key: Key;
	/** The key as the service writes it. */
	spelling: string;
	state: State;
	data: IDataObject;
}

/** Undefined if it has no key. */
export function sightOf(data: IDataObject): Sight | undefined {
	const key = comparableKey(data.appointment_key);
	if (key === undefined) return undefined;
	return { key, spelling: String(data.appointment_key), state: stateOf(data), data };
}

/** Everything that is stored comes from here, so nothing else of an appointment outlives a request. */
export const stateOf = (appointment: IDataObject): State => ({
	start: startOf(appointment.start_date),
	status: keyIn(appointment.status)?.slice(0, LONGEST) || undefined,
	calendar: comparableKey(calendarKeyOf(appointment)),
});

/** Undefined if it is not a valid date. */
export function startOf(value: unknown): string | undefined {
	if (typeof value !== 'string' || value.length > LONGEST) return undefined;
	return instantOf(value) === undefined ? undefined : value.trim().replace(FRACTION, '');
}

const starts = new WeakMap<State, { zone: string; ms: number }>();

/** ms since the epoch. `FOREVER` if it is unknown. `zone` is for a start without an offset. */
export function startIn(state: State, zone: string): number {
	const known = starts.get(state);
	if (known?.zone === zone) return known.ms;
	const ms = instantOf(state.start, zone) ?? FOREVER;
	starts.set(state, { zone, ms });
	return ms;
}

export const isSameState = (one: State, other: State, zone: string): boolean =>
	isSame(one.status, other.status, comparableStatus) &&
	isSame(one.calendar, other.calendar) &&
	isSameStart(one.start, other.start, zone);

/** False if the field is unknown before or now. */
export const isOtherField = (
	field: keyof State,
	before: State,
	now: State,
	zone: string,
): boolean => !isSameState({ [field]: before[field] }, { [field]: now[field] }, zone);

function isSame(
	one: string | undefined,
	other: string | undefined,
	comparable = (value: string) => value,
): boolean {
	if (one === undefined || other === undefined || one === other) return true;
	return comparable(one) === comparable(other);
}

/** All canceled ones are one. */
const comparableStatus = (status: string): string =>
	isCanceledStatus(status) ? 'CANCELED' : documentedStatus(status);

/** One with an offset and one without may also agree by their digits, in case the zone is wrong. */
function isSameStart(one: string | undefined, other: string | undefined, zone: string): boolean {
	if (one === undefined || other === undefined || one === other) return true;
	const hasOffset = [one, other].map((start) => offsetIn(start) !== undefined);
	const isSameClock = clockOf(one) === clockOf(other);
	if (!hasOffset.includes(true)) return isSameClock;
	const isSameMoment = secondOf(one, zone) === secondOf(other, zone);
	return isSameMoment || (hasOffset.includes(false) && isSameClock);
}

const secondOf = (start: string, zone?: string): number =>
	Math.floor((instantOf(start, zone) ?? 0) / 1000);

/** The digits as they are written, without the offset. */
const clockOf = (start: string): number => secondOf(start) + (offsetIn(start) ?? 0) / 1000;

/** The same for the same state, however it is written. */
export const comparableState = (state: State, zone: string): unknown[] => [
	startIn(state, zone),
	comparableStatus(state.status ?? ''),
	state.calendar,
];

/** A state with what another one knows of the fields that it lacks. */
export const filledIn = (state: State, other: State = {}): State => ({
	start: state.start ?? other.start,
	status: state.status ?? other.status,
	calendar: state.calendar ?? other.calendar,
});

/** `previous` of an item. Null for what is unknown. */
export const previousOf = ({ start, status }: State = {}): IDataObject => ({
	start_date: start ?? null,
	status: status ?? null,
});

/** An appointment that the service does not show any more, as far as it is known. */
export const canceledFrom = (spelling: string, { start, calendar }: State): IDataObject => ({
	appointment_key: spelling,
	...(start !== undefined && { start_date: start }),
	...(calendar !== undefined && { calendar: { calendar_key: calendar } }),
	status: 'CANCELED',
});

export const keysOf = (appointments: IDataObject[]): Set<Key> =>
	new Set(appointments.flatMap(({ appointment_key: key }) => comparableKey(key) ?? []));
