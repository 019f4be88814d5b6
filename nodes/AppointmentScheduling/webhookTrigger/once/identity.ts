import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { isObject } from '../../service/values/bodies';
import { compactIso } from '../../service/values/dates';
import { comparableKey, type Key } from '../../service/values/keys';
import { CREATION_EVENT } from '../../service/core/vocabulary';
import type { Book } from '../../watching/former/book';
import { digestOf } from '../../watching/former/packed';
import { canonicalStart, type State } from '../../watching/former/state';

/** The body of a delivery (Events in the API documentation), and what a run gets of it. */
export interface Notification {
	event: string;
	/** ISO 8601, as delivered. Some services leave it out. */
	timestamp?: string | null;
	/** Null if the service sends no data. */
	data: IDataObject | null;
	/** The last known state. */
	previous?: IDataObject;
}

/**
 * Deliveries with the same identity are the same event: kind, appointment, timestamp and data match.
 * Several changes within one second differ in their data. 12 characters. Undefined if we cannot
 * distinguish a redelivery from a new event: then each delivery runs.
 */
export function eventIdentity({ event, timestamp, data }: Notification): string | undefined {
	const key = comparableKey(data?.appointment_key);
	if (key === undefined) return undefined;
	if (event === CREATION_EVENT) return creationIdentity(key);
	if (typeof timestamp !== 'string') return undefined;
	const rest = { ...data, appointment_key: key };
	return digestOf(event, key, millisOf(timestamp), canonicalJson(rest));
}

/** An appointment is created only once, so all its creations are the same event. */
export const creationIdentity = (key: Key): string => digestOf(CREATION_EVENT, key, '');

/**
 * How a run about a state is found in n8n's processed keys, whether a delivery or a list has said it.
 * A run about half a state may have reported any state.
 */
export function traceOf(key: Key, { start, status }: State, { agreement }: Book): string {
	const isWhole = start !== undefined && status !== undefined;
	return isWhole
		? digestOf('state', key, status, canonicalStart(start, agreement))
		: digestOf('part', key);
}

/** What runs that may have reported this state have left. */
export const tracesOf = (key: Key, state: State, book: Book): string[] => [
	...new Set([traceOf(key, state, book), traceOf(key, {}, book)]),
];

/** The same number for the same moment, however it is written. */
const millisOf = (timestamp: string): number =>
	DateTime.fromISO(compactIso(timestamp), { zone: 'utc' }).toMillis();

/** The same text for the same value, whatever the order of fields. */
const canonicalJson = (value: unknown): string =>
	JSON.stringify(value, (_name, inner: unknown) =>
		isObject(inner)
			? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
			: inner,
	);
