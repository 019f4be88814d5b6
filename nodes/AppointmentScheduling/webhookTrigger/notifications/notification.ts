import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { isObject } from '../../service/values/bodies';
import { compactIso } from '../../service/values/dates';
import { CREATION_EVENT } from '../../service/core/vocabulary';
import type { Notification } from './identity';
import { keyIn } from '../../service/values/keys';

/** A notification takes less than 1 KB. */
const MOST_BYTES = 1_000_000;
const LONGEST_EVENT = 200;
const LONGEST_TIMESTAMP = 64;
const DEEPEST = 40;
const DATE_AND_TIME = /^\d{4}-?\d{2}-?\d{2}[T ]\d{2}/;
/** Only spaces or dots, or invalid Unicode: no URL can contain these. */
const NO_KEY = /^[\s.]*$|\p{Cs}/u;
const UNSAFE_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

export interface Refusal {
	status: number;
	message: string;
}

export function sizeFlaw(context: IWebhookFunctions): Refusal | undefined {
	const { rawBody } = context.getRequestObject() as { rawBody?: Buffer };
	// n8n does not hand over the bytes of a form.
	const bytes = rawBody?.length ?? Number(context.getHeaderData()['content-length'] ?? 0);
	return bytes > MOST_BYTES ? { status: 413, message: 'The body is too large' } : undefined;
}

/**
 * n8n parses JSON only if the content type says so. JSON without a content type, as text or as a
 * form, which is the default of some HTTP clients, is parsed here.
 */
export function bodyOf(context: IWebhookFunctions): unknown {
	const body: unknown = context.getBodyData();
	const { rawBody } = context.getRequestObject() as { rawBody?: Buffer };
	if (!rawBody || (isObject(body) && 'event' in body)) return body;
	try {
		return JSON.parse(rawBody.toString('utf8').replace(/^\uFEFF/, ''));
	} catch {
		return body;
	}
}

/** A notification, or the reason why the body is not one. */
export function notificationIn(body: unknown): Notification | string {
	if (!isObject(body)) return 'The body is not a JSON object';
	const { event, timestamp } = body;
	// The API documentation shows data for creations only. Other kinds may have none.
	const data = body.data === undefined && event !== CREATION_EVENT ? null : body.data;
	if (typeof event !== 'string' || event.trim() === '' || event.length > LONGEST_EVENT) {
		return 'event is not the name of an event kind';
	}
	if (!isTimestamp(timestamp ?? null)) return 'timestamp is not an ISO 8601 date';
	if (data !== null && !isObject(data)) return 'data is not an object';
	const flaw = data && (keyFlaw(event, data) ?? structureFlaw(data, 1));
	return flaw ?? ({ event, ...('timestamp' in body && { timestamp }), data } as Notification);
}

/** Some services leave it out. */
function isTimestamp(value: unknown): boolean {
	if (value === null) return true;
	if (typeof value !== 'string' || value.length > LONGEST_TIMESTAMP) return false;
	return DATE_AND_TIME.test(value) && DateTime.fromISO(compactIso(value)).isValid;
}

/** The API documentation shows the key for creations only. Other kinds may lack it. Some services write numbers. */
function keyFlaw(event: string, { appointment_key: key }: IDataObject): string | undefined {
	if (key === undefined && event !== CREATION_EVENT) return undefined;
	const text = keyIn(key);
	const isUsable = text !== undefined && !NO_KEY.test(text);
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
