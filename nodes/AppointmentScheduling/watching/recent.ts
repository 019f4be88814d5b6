import type { IDataObject } from 'n8n-workflow';

import { listAppointments } from '../service/appointments';
import type { ServiceClient } from '../service/http/client';
import { DAY_MS, instantOf } from '../service/values/dates';
import { withinSpan } from '../service/values/span';
import type { AppointmentFilters } from '../service/vocabulary';
import { wholeList } from './wholeList';

/** An appointment is watched for a day after its start, because its status often changes then. */
const WATCHED_MS = DAY_MS;

/** Since when appointments are listed and compared, and since when they are remembered. */
export interface Recent {
	/** ms since the epoch. */
	since: number;
	/** Seconds since the epoch. A day more, in case n8n's clock is set back. */
	rememberedSince: number;
}

/** @param now ms since the epoch */
export const recentAt = (now: number): Recent => ({
	since: now - WATCHED_MS,
	rememberedSince: Math.floor((now - WATCHED_MS - DAY_MS) / 1000),
});

/**
 * The appointments that start at `since` or later, or whose start cannot be read. The filters of
 * the service are wider, so that what began earlier is left out here.
 * @throws ServiceError if the list may lack appointments
 */
export async function listRecent(
	client: ServiceClient,
	filters: AppointmentFilters,
	{ since }: Recent,
	zone: string,
): Promise<IDataObject[]> {
	const list = listAppointments(client, withinSpan(filters, since, undefined, zone), Infinity);
	return startingSince(await wholeList(list), since, zone);
}

/** @param since ms since the epoch */
export const startingSince = (
	appointments: IDataObject[],
	since: number,
	zone: string,
): IDataObject[] =>
	appointments.filter(({ start_date }) => (instantOf(start_date, zone) ?? Infinity) >= since);
