import type { IDataObject } from 'n8n-workflow';

import { listAppointments } from '../../service/appointments';
import { ServiceError } from '../../service/core/errors';
import type { ServiceClient } from '../../service/http/client';
import { ALL_ENTRIES, type Collected } from '../../service/lists/collect';
import { DAY_MS, FOREVER, instantOf } from '../../service/values/dates';
import { withinSpan } from '../../service/values/span';
import type { AppointmentFilters } from '../../service/core/vocabulary';

/** An appointment is watched for a day after its start, because its status often changes then. */
const WATCHED_MS = DAY_MS;

/** Since when appointments are listed and compared, in ms since the epoch. */
export const recentSince = (now: number): number => now - WATCHED_MS;

export interface ListRequest {
	client: ServiceClient;
	filters: AppointmentFilters;
	/** ms since the epoch. */
	since: number;
	zone: string;
}

/**
 * Leaves out what began before `since`, because the filters of the service are wider.
 * @throws ServiceError if the list may lack appointments
 */
export async function listRecent(wanted: ListRequest): Promise<IDataObject[]> {
	const { client, filters, since, zone } = wanted;
	const within = withinSpan(filters, since, undefined, zone);
	const listed = await wholeList(listAppointments(client, within, ALL_ENTRIES));
	return listed.filter(({ start_date }) => (instantOf(start_date, zone) ?? FOREVER) >= since);
}

/** @throws ServiceError if the list may lack entries, because those would look deleted */
export async function wholeList(list: Promise<Collected>): Promise<IDataObject[]> {
	const { elements, incomplete } = await list;
	if (incomplete === undefined) return elements;
	throw new ServiceError(incomplete, 'Nothing was reported. The list will be read again');
}
