import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../service/http/client';
import { isObject } from '../service/values/bodies';
import { hasOffset, instantOf, localToInstant } from '../service/values/dates';
import { keyOf, seenOf, type Seen, type Snapshot } from './snapshot';

/** What a stored state belongs to: the account, and the zone in which starts without an offset were read. */
export interface Header {
	/** A digest of the base URL and the access token. */
	account: string;
	zone: string;
	/** The zone of the latest list, if a delivery was read in another one since. */
	listedZone?: string;
}

export const headerOf = ({ settings }: ServiceClient, zone: string): Header => ({
	account: createHash('sha256')
		.update(JSON.stringify([settings.baseUrl, settings.accessToken]))
		.digest('base64url')
		.slice(0, 12),
	zone,
});

/** Undefined if nothing valid is stored. */
export function headerIn(stored: unknown): Header | undefined {
	if (!isObject(stored)) return undefined;
	const { account, zone, listedZone } = stored;
	if (typeof account !== 'string' || typeof zone !== 'string') return undefined;
	return { account, zone, ...(typeof listedZone === 'string' && { listedZone }) };
}

/** What a stored state is made to fit. */
export interface Fit {
	from: Header;
	to: Header;
	/** The present list. */
	listed: IDataObject[];
	/** Since when appointments are listed, in ms since the epoch. */
	since?: number;
	/** Whether an appointment is known from a delivery only, maybe of the new account. */
	isDelivered?: (key: string) => boolean;
}

/**
 * Makes a stored state fit the present account and zone. A new token or address may belong to the
 * same account: it does if at least one known appointment is still listed. In another zone, stored
 * starts that were read without an offset are converted.
 * @returns false if the state belongs to another account, so that it has to be recorded anew
 */
export function adapt(
	snapshot: Snapshot,
	{ from, to, listed, since, isDelivered = () => false }: Fit,
): boolean {
	if (from.account !== to.account) {
		const isKnown = (data: IDataObject) => {
			const key = keyOf(data) ?? '';
			return snapshot.get(key) !== undefined && !isDelivered(key);
		};
		if (!listed.some(isKnown)) return false;
	}
	const isConverted = from.zone === to.zone && (from.listedZone ?? to.zone) === to.zone;
	if (!isConverted) convert(snapshot, from, to.zone, listed, since);
	return true;
}

/** Whether the start of an appointment has no offset. */
export const isLocal = ({ start_date }: IDataObject): boolean =>
	instantOf(start_date) !== undefined && !hasOffset(start_date);

/** A state whose start was read in one zone, as if it had been read in another one. */
export const inZone = ({ start, status }: Seen, from: string, to: string): Seen => ({
	start: start && localToInstant(start * 1000, from, to) / 1000,
	status,
});

/** A service that lists some starts without an offset does so for all it does not list any more. */
function convert(
	snapshot: Snapshot,
	{ zone: from, listedZone = from }: Header,
	to: string,
	listed: IDataObject[],
	since = -Infinity,
): void {
	if (!listed.some(isLocal)) return;
	const kept = listed.flatMap((data) => {
		const key = keyOf(data);
		if (key === undefined) return [];
		const seen = snapshot.get(key);
		if (!seen) {
			// In the former zone it began too early to be listed, so it is not new.
			const isOld = isLocal(data) && (instantOf(data.start_date, listedZone) ?? since) < since;
			return isOld ? [[key, seenOf(data, to)] as const] : [];
		}
		// A delivery with an offset has told the moment already.
		const isRight = !isLocal(data) || seen.start === seenOf(data, to).start;
		return isRight ? [[key, seen] as const] : [];
	});
	if (from !== to) snapshot.replaceAll((seen) => inZone(seen, from, to));
	for (const [key, seen] of kept) snapshot.set(key, seen);
}
