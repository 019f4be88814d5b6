import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { isObject } from '../../service/values/bodies';
import { compactIso } from '../../service/values/dates';
import { CREATION_EVENT } from '../../service/vocabulary';
import { digestOf } from '../../watching/packed';
import type { Seen } from '../../watching/snapshot';

/** The body of a delivery (Events in the API documentation). */
export interface DeliveredEvent {
	event: string;
	/** ISO 8601, as delivered. Some services leave it out. */
	timestamp?: string | null;
	/** Null if the service sends no data. */
	data: IDataObject | null;
}

/**
 * Deliveries with the same identity are the same event: kind, appointment, timestamp and data match.
 * Several changes within one second differ in their data. An appointment is created only once, so
 * all its creations are the same event. 12 characters. Undefined if we cannot distinguish a
 * redelivery from a new event: then each delivery runs.
 */
export function eventIdentity({ event, timestamp, data }: DeliveredEvent): string | undefined {
	const key = data?.appointment_key;
	if (typeof key !== 'string') return undefined;
	if (event === CREATION_EVENT) return digestOf(event, key, '');
	if (typeof timestamp !== 'string') return undefined;
	return digestOf(event, key, canonicalTime(timestamp), canonicalJson(data));
}

/** A change that Catch Up has reported and its delivery, which may arrive later, have this in common. */
export const changeIdentity = (event: string, key: string, { start, status }: Seen): string =>
	event === CREATION_EVENT
		? digestOf(event, key, '')
		: digestOf('caught up', event, key, status, start ?? null);

export const stateEntry = (key: string, { start, status }: Seen): string =>
	digestOf('state', key, status, start ?? null);

/** The same text for the same moment, including all digits of its fraction. */
function canonicalTime(timestamp: string): string {
	const fraction = /[.,](\d*?)0*(?=\D|$)/.exec(timestamp)?.[1] ?? '';
	const time = DateTime.fromISO(compactIso(timestamp), { zone: 'utc' });
	return `${time.toUnixInteger()}.${fraction}`;
}

/** The same text for the same value, whatever the order of fields. */
const canonicalJson = (value: unknown): string =>
	JSON.stringify(value, (_name, inner: unknown) =>
		isObject(inner)
			? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
			: inner,
	);
