import { FOREVER, MINUTE_MS } from '../../service/values/dates';
import { digestOf } from '../../service/values/digest';
import { isObject } from '../../service/values/objects';
import { CREATION_EVENT } from '../../service/vocabulary';
import type { Notification } from './notification';

/** For so long, a body without a timestamp is a copy of the one before it. */
const COPY_MS = 10 * MINUTE_MS;

/** What tells a copy from a new event. */
export interface Identity {
	/** Two notifications in the same slot with the same digest are the same event. */
	slot: string;
	digest: string;
	/** For how long, in ms. */
	lasts: number;
}

/**
 * The same event, appointment, timestamp and data. Without a timestamp, only the last body of an
 * appointment is remembered: what changes and changes back has the same body again. An appointment
 * is created once, so all its creations are the same event.
 */
export function identityOf({ event, timestamp, appointment }: Notification): Identity {
	const { key, data } = appointment;
	if (event === CREATION_EVENT) return lasting(digestOf(event, key));
	const digest = digestOf(event, key, timestamp, canonicalJson(data));
	if (timestamp !== undefined) return lasting(digest);
	return { slot: `last of ${key}`, digest, lasts: COPY_MS };
}

const lasting = (digest: string): Identity => ({ slot: digest, digest, lasts: FOREVER });

/** The same text for the same value, whatever the order of fields. */
const canonicalJson = (value: unknown): string =>
	JSON.stringify(value, (_name, inner: unknown) =>
		isObject(inner)
			? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
			: inner,
	);
