import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { CREATION_EVENT } from '../../service/core/vocabulary';
import { isObject } from '../../service/values/bodies';
import { compactIso } from '../../service/values/dates';
import { comparableKey } from '../../service/values/keys';
import { digestOf } from '../../watching/digest';

/** The body of a notification (Events in the API documentation). */
export interface Notification {
	event: string;
	/** ISO 8601, as delivered. Some services leave it out. */
	timestamp?: string | null;
	/** Null if the service sends no data. */
	data: IDataObject | null;
}

/**
 * Notifications with the same identity are the same event: kind, appointment, timestamp and data
 * match. Several changes within one second differ in their data. An appointment is created once, so
 * all its creations are the same event. Undefined if we cannot distinguish a copy from a new event:
 * then each one runs.
 */
export function identityOf({ event, timestamp, data }: Notification): string | undefined {
	const key = comparableKey(data?.appointment_key);
	if (key === undefined) return undefined;
	if (event === CREATION_EVENT) return digestOf(event, key);
	if (typeof timestamp !== 'string') return undefined;
	return digestOf(
		event,
		key,
		millisOf(timestamp),
		canonicalJson({ ...data, appointment_key: key }),
	);
}

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
