import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../service/http/client';
import { isObject } from '../service/values/bodies';
import { hasOffset, instantOf, localToInstant } from '../service/values/dates';
import { digestOf } from './packed';
import { keyOf, seenOf, Snapshot } from './snapshot';

/** What a stored state belongs to: the account, and the zone in which starts without an offset were read. */
export interface Header {
	/** A digest of the base URL and the access token. */
	account: string;
	zone: string;
}

export const headerOf = ({ settings }: ServiceClient, zone: string): Header => ({
	account: digestOf(settings.baseUrl, settings.accessToken),
	zone,
});

export function headerIn(stored: unknown): Header | undefined {
	if (!isObject(stored)) return undefined;
	const { account, zone } = stored;
	return typeof account === 'string' && typeof zone === 'string' ? { account, zone } : undefined;
}

export interface Fit {
	from: Header;
	to: Header;
	listed: IDataObject[];
	/** Since when it lists appointments, in ms since the epoch. */
	since?: number;
	/** Whether an appointment is known from a delivery only, maybe of the new account. */
	isDelivered?: (key: string) => boolean;
}

/**
 * A new token or address may belong to the same account: it does if at least one known appointment
 * is still listed. In another zone, stored starts that were read without an offset are converted.
 * @returns false if the state belongs to another account, so that it has to be recorded anew
 */
export function adapt(snapshot: Snapshot, fit: Fit): boolean {
	const { from, to, listed, isDelivered = () => false } = fit;
	const isKnown = (data: IDataObject) => {
		const key = keyOf(data) ?? '';
		return snapshot.get(key) !== undefined && !isDelivered(key);
	};
	if (from.account !== to.account && !listed.some(isKnown)) return false;
	if (from.zone !== to.zone && listed.some(isLocal)) convert(snapshot, fit);
	return true;
}

/** Whether the start of an appointment has no offset. */
export const isLocal = ({ start_date }: IDataObject): boolean =>
	instantOf(start_date) !== undefined && !hasOffset(start_date);

/** A service that lists some starts without an offset does so for all it does not list any more. */
function convert(snapshot: Snapshot, { from, to, listed, since = -Infinity }: Fit): void {
	const exceptions = new Snapshot();
	for (const data of listed) {
		const key = keyOf(data);
		if (key === undefined) continue;
		const now = seenOf(data, to.zone);
		const seen = snapshot.get(key);
		// A delivery with an offset has told the moment already.
		if (seen && (!isLocal(data) || seen.start === now.start)) exceptions.set(key, seen);
		// In the former zone it began too early to be listed, so it is not new.
		const wasOld = isLocal(data) && (instantOf(data.start_date, from.zone) ?? since) < since;
		if (!seen && wasOld) exceptions.set(key, now);
	}
	snapshot.replaceAll((seen) => ({
		...seen,
		start: seen.start && localToInstant(seen.start * 1000, from.zone, to.zone) / 1000,
	}));
	snapshot.add(exceptions);
}
