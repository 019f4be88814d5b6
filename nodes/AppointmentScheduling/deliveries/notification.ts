import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { isObject } from '../service/values/bodies';
import { compactIso } from '../service/values/dates';
import { CREATION_EVENT } from '../service/vocabulary';

/** What the service delivers (document, "Events"). */
export interface Notification {
	event: string;
	/** ISO 8601, as delivered; some services leave it out. */
	timestamp?: string | null;
	/** Null if the service tells nothing about the appointment. */
	data: IDataObject | null;
	/** The last known state, where it is known. */
	previous?: IDataObject;
}

type Reading =
	| { notification: Notification; reason?: undefined }
	/** Why the body is no notification. */
	| { notification?: undefined; reason: string };

const LONGEST_EVENT = 200;
const LONGEST_KEY = 256;
const LONGEST_TIMESTAMP = 64;
const DEEPEST = 40;
const TIMESTAMP =
	/^\d{4}-?\d{2}-?\d{2}[T ]\d{2}:?\d{2}(:?\d{2}([.,]\d+)?)?\s*(Z|[+-](0\d|1[0-4])(:?[0-5]\d)?)?$/i;
/** No URL can hold these: only spaces or dots, and invalid Unicode. */
const NO_KEY = /^[\s.]*$|\p{Cs}/u;
const UNSAFE_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

/** Reads a delivered body: a notification as the document describes it, or the reason why it is none. */
export function readNotification(body: unknown): Reading {
	if (!isObject(body)) return { reason: 'The body is not a JSON object' };
	const { event, timestamp, data } = body;
	if (typeof event !== 'string' || event.trim() === '' || event.length > LONGEST_EVENT) {
		return { reason: 'event is not the name of an event kind' };
	}
	const hasTimestamp = timestamp !== undefined && timestamp !== null;
	if (hasTimestamp && !isTimestamp(timestamp))
		return { reason: 'timestamp is not an ISO 8601 date' };
	if (data !== null && !isObject(data)) return { reason: 'data is not an object' };
	const reason = data === null ? undefined : (keyFlaw(event, data) ?? structureFlaw(data, 1));
	if (reason !== undefined) return { reason };
	return {
		notification: { event, ...('timestamp' in body && { timestamp }), data } as Notification,
	};
}

function isTimestamp(value: unknown): boolean {
	if (typeof value !== 'string' || value.length > LONGEST_TIMESTAMP) return false;
	return TIMESTAMP.test(value) && DateTime.fromISO(compactIso(value)).isValid;
}

/** The document shows the key for creations only. Other kinds may come without one, but not with another type. */
function keyFlaw(event: string, { appointment_key: key }: IDataObject): string | undefined {
	if (key === undefined && event !== CREATION_EVENT) return undefined;
	const isUsable = typeof key === 'string' && key.length <= LONGEST_KEY && !NO_KEY.test(key);
	return isUsable ? undefined : 'data.appointment_key is not a key';
}

/** Refuses names that could reach an object's prototype, and nesting that n8n could not walk. */
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
