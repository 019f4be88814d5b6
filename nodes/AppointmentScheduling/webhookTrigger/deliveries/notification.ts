import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { isObject } from '../../service/values/bodies';
import { compactIso } from '../../service/values/dates';
import { CREATION_EVENT } from '../../service/vocabulary';

/** The body of a delivery (document, "Events"). */
export interface Notification {
	event: string;
	/** ISO 8601, as delivered. Some services leave it out. */
	timestamp?: string | null;
	/** Null if the service sends no data. */
	data: IDataObject | null;
	/** The last known state, if there is one. */
	previous?: IDataObject;
}

type Reading =
	| { notification: Notification; reason?: undefined }
	/** Why the body is not a notification. */
	| { notification?: undefined; reason: string };

const LONGEST_EVENT = 200;
const LONGEST_KEY = 256;
const LONGEST_TIMESTAMP = 64;
const DEEPEST = 40;
const TIMESTAMP =
	/^\d{4}-?\d{2}-?\d{2}[T ]\d{2}:?\d{2}(:?\d{2}([.,]\d{1,30})?)?\s*(Z|[+-](0\d|1[0-4])(:?[0-5]\d)?)?$/i;
/** Only spaces or dots, or invalid Unicode: no URL can contain these. */
const NO_KEY = /^[\s.]*$|\p{Cs}/u;
const UNSAFE_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

/** Reads a delivered body: a notification as in the document, or the reason why it is not one. */
export function readNotification(body: unknown): Reading {
	if (!isObject(body)) return { reason: 'The body is not a JSON object' };
	const { event, timestamp } = body;
	// The document shows data for creations only. Other kinds may have none.
	const data = body.data === undefined && event !== CREATION_EVENT ? null : body.data;
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

/** The document shows the key for creations only. Other kinds may lack it, but not have another type. */
function keyFlaw(event: string, { appointment_key: key }: IDataObject): string | undefined {
	if (key === undefined && event !== CREATION_EVENT) return undefined;
	const isUsable = typeof key === 'string' && key.length <= LONGEST_KEY && !NO_KEY.test(key);
	return isUsable ? undefined : 'data.appointment_key is not a key';
}

/** Refuses names that could reach an object's prototype, and nesting that is too deep for n8n. */
function structureFlaw(value: unknown, depth: number): string | undefined {
	if (value === null || typeof value !== 'object') return undefined;
	if (depth > DEEPEST) return 'data is nested too deeply';
	for (const name of Object.keys(value)) {
		if (UNSAFE_NAMES.has(name)) return 'data has a field with a name that is not allowed';
		const flaw = structureFlaw((value as Record<string, unknown>)[name], depth + 1);
		if (flaw !== undefined) return flaw;
	}
	return undefined;
}
