import { DateTime } from 'luxon';

import { listAppointments } from './appointments';
import type { ServiceClient } from './http/client';
import { compactIso, hasOffset } from './values/dates';

/** So many appointments show in which zone the service writes its times. */
const ENOUGH = 20;

const startsOf = new WeakMap<ServiceClient, Promise<unknown[]>>();

/**
 * The time zone that the service's own times show, for an account without 'Service Timezone'. Reads
 * some appointments, once for each client. Undefined if their starts have no offset, or there are none.
 * @param candidate chosen if it has the offset of each of these starts at that moment
 * @throws ServiceError
 */
export async function serviceZone(
	client: ServiceClient,
	candidate: string,
): Promise<string | undefined> {
	const starts = startsOf.get(client) ?? someStarts(client);
	startsOf.set(client, starts);
	return zoneShownBy(await starts, candidate);
}

async function someStarts(client: ServiceClient): Promise<unknown[]> {
	const { elements } = await listAppointments(client, {}, ENOUGH);
	return elements.map(({ start_date }) => start_date);
}

/** The candidate if it has all these offsets, otherwise the one offset that all of them have. */
export function zoneShownBy(starts: unknown[], candidate: string): string | undefined {
	const written = starts
		.filter(hasOffset)
		.map((start) => DateTime.fromISO(compactIso(String(start)), { setZone: true }))
		.filter(({ isValid }) => isValid);
	const [first] = written;
	if (!first) return undefined;
	if (written.every((start) => start.setZone(candidate).offset === start.offset)) return candidate;
	return written.every(({ offset }) => offset === first.offset)
		? (first.zoneName ?? undefined)
		: undefined;
}
