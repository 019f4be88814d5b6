import { createHash } from 'crypto';
import { DateTime } from 'luxon';

import { isObject } from '../../service/values/bodies';
import { compactIso } from '../../service/values/dates';
import { CREATION_EVENT } from '../../service/vocabulary';
import type { Seen } from '../../watching/snapshot';
import type { Notification } from '../notification';

/**
 * What makes two deliveries the same event: kind, appointment, timestamp and data. Several changes
 * within one second differ in their data. An appointment is created only once, so that its
 * creation is the same event whatever its timestamp and data. 12 characters; undefined if a
 * redelivery cannot be told from a new event, so that each delivery runs.
 */
export function eventIdentity({ event, timestamp, data }: Notification): string | undefined {
	const key = data?.appointment_key;
	if (typeof key !== 'string') return undefined;
	if (event === CREATION_EVENT) return digestOf([event, key, '']);
	if (typeof timestamp !== 'string') return undefined;
	return digestOf([event, key, canonicalTime(timestamp), canonicalJson(data)]);
}

/** What a change that a check has found shares with its delivery, which may arrive hours later. */
export const changeIdentity = (event: string, key: string, { start, status }: Seen): string =>
	event === CREATION_EVENT
		? digestOf([event, key, ''])
		: digestOf(['caught up', event, key, status, start ?? null]);

const digestOf = (parts: unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 12);

/** One text for one instant, down to the last digit of its fraction. */
function canonicalTime(timestamp: string): string {
	const fraction = /[.,](\d*?)0*(?=\D|$)/.exec(timestamp)?.[1] ?? '';
	const iso = compactIso(timestamp).replace(/[.,]\d+/, '');
	return `${DateTime.fromISO(iso, { zone: 'utc' }).toSeconds()}.${fraction}`;
}

/** One text for one value, whatever the order of its fields. */
const canonicalJson = (value: unknown): string =>
	JSON.stringify(value, (_name, inner: unknown) =>
		isObject(inner)
			? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
			: inner,
	);
