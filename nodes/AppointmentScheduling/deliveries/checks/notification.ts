import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { isObject } from '../../service/values/bodies';
import { compactIso } from '../../service/values/dates';
import { CREATION_EVENT } from '../../service/vocabulary';

/** What the service delivers (document, "Events"). */
export interface Notification {
	event: string;
	/** ISO 8601, as delivered. */
	timestamp: string;
	data: IDataObject;
}

type Reading =
	| { notification: Notification; reason?: undefined }
	/** Why the body is none, for the answer to the sender. */
	| { notification?: undefined; reason: string };

/** A notification of the document takes less than 1 KB. */
export const MOST_BYTES = 1_000_000;
const LONGEST_EVENT = 200;
const LONGEST_KEY = 256;
const LONGEST_TIMESTAMP = 64;
const DEEPEST = 40;
const TIMESTAMP =
	/^\d{4}-?\d{2}-?\d{2}[T ]\d{2}:?\d{2}(:?\d{2}([.,]\d+)?)?\s*(Z|[+-](0\d|1[0-4])(:?[0-5]\d)?)?$/i;
/** No address can hold these: blanks or dots alone, and invalid Unicode. */
const NO_KEY = /^[\s.]*$|\p{Cs}/u;
const UNSAFE_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

/** Reads a delivered body; whatever is not a notification as the document describes it has a reason. */
export function readNotification(body: unknown): Reading {
	if (!isObject(body)) return { reason: 'The body is not a JSON object' };
	const { event, timestamp, data } = body;
	if (typeof event !== 'string' || event.trim() === '' || event.length > LONGEST_EVENT) {
		return { reason: 'event is not the name of an event kind' };
	}
	if (typeof timestamp !== 'string' || !isTimestamp(timestamp)) {
		return { reason: 'timestamp is not an ISO 8601 date' };
	}
	if (!isObject(data)) return { reason: 'data is not an object' };
	const flaw = keyFlaw(event, data) ?? structureFlaw(data, 1);
	return flaw === undefined ? { notification: { event, timestamp, data } } : { reason: flaw };
}

function isTimestamp(text: string): boolean {
	if (text.length > LONGEST_TIMESTAMP || !TIMESTAMP.test(text)) return false;
	return DateTime.fromISO(compactIso(text)).isValid;
}

/** The document shows the key for creations alone; other kinds may come without one, but not with another type. */
function keyFlaw(event: string, { appointment_key: key }: IDataObject): string | undefined {
	if (key === undefined && event !== CREATION_EVENT) return undefined;
	const isUsable = typeof key === 'string' && key.length <= LONGEST_KEY && !NO_KEY.test(key);
	return isUsable ? undefined : 'data.appointment_key is not a key';
}

/** Names that could reach an object's prototype, and depths that n8n could not walk, go no further. */
function structureFlaw(value: unknown, depth: number): string | undefined {
	if (value === null || typeof value !== 'object') return undefined;
	if (depth > DEEPEST) return 'data is nested too deeply';
	for (const name of Object.keys(value)) {
		if (UNSAFE_NAMES.has(name)) return 'data has a name that is not allowed';
		const flaw = structureFlaw((value as Record<string, unknown>)[name], depth + 1);
		if (flaw !== undefined) return flaw;
	}
	return undefined;
}

/**
 * What makes two deliveries the same event: kind, appointment and time of the event; a creation
 * happens once, so its time does not count. 12 characters; undefined where there is no key to tell by.
 */
export function deliveryKey({ event, timestamp, data }: Notification): string | undefined {
	const key = data.appointment_key;
	if (typeof key !== 'string') return undefined;
	const time = event === CREATION_EVENT ? '' : canonicalTime(timestamp);
	const text = JSON.stringify([event, key, time]);
	return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}

/** The same instant in the same words, to the last digit of its fraction. */
function canonicalTime(timestamp: string): string {
	const fraction = /[.,](\d*?)0*(?=\D|$)/.exec(timestamp)?.[1] ?? '';
	const iso = compactIso(timestamp).replace(/[.,]\d+/, '');
	return `${DateTime.fromISO(iso, { zone: 'utc' }).toSeconds()}.${fraction}`;
}
