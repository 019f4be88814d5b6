import type { IDataObject } from 'n8n-workflow';

import { getAppointment, listAppointments } from '../service/appointments';
import { hasStatus } from '../service/core/errors';
import { pauses } from '../service/core/pauses';
import type { AppointmentFilters } from '../service/core/vocabulary';
import type { ServiceClient } from '../service/http/client';
import { whole, type Collected } from '../service/lists/collect';
import { ALL_ENTRIES } from '../service/lists/list';
import { isBlank, unwrapped } from '../service/values/bodies';
import { DAY_MS, FOREVER, instantOf } from '../service/values/dates';
import { withinSpan } from '../service/values/span';

/** An appointment is listed for two days after its start, because its status often changes then. */
const LISTED_MS = 2 * DAY_MS;

/** Since when appointments are listed and compared, in ms since the epoch. */
export const recentSince = (now: number): number => now - LISTED_MS;

interface ListRequest {
	client: ServiceClient;
	filters: AppointmentFilters;
	/** ms since the epoch. */
	since: number;
	zone: string;
	/** Writes into n8n's log. */
	warn(text: string): void;
}

/**
 * Leaves out what began before `since`, because the filters of the service are wider.
 * @throws ServiceError if the list may lack appointments
 */
export async function listRecent(wanted: ListRequest): Promise<IDataObject[]> {
	const { client, filters, since, zone, warn } = wanted;
	const within = withinSpan(filters, since, undefined, zone);
	const listed = wholeOrLikely(await listAppointments(client, within, ALL_ENTRIES), warn);
	const pause = pauses();
	const recent: IDataObject[] = [];
	for (const one of listed) {
		await pause();
		if ((instantOf(one.start_date, zone) ?? FOREVER) >= since) recent.push(one);
	}
	return recent;
}

/** Of these, the canceled ones: a service may show them only so. @throws ServiceError as `listRecent` */
export const listCanceled = async (wanted: ListRequest): Promise<IDataObject[]> =>
	await listRecent({ ...wanted, filters: { ...wanted.filters, is_cancelled: true } });

/**
 * If exactly as many as fit on a page start within a second, nobody can know whether there are more. Then
 * what is shown counts: the list of a clinic with ten rooms would never count otherwise.
 * @throws IncompleteList
 */
export function wholeOrLikely(list: Collected, warn: (text: string) => void): IDataObject[] {
	const { elements, incomplete, isGuess } = list;
	if (!isGuess) return whole(list, 'Nothing was reported. The list will be read again');
	warn(`${incomplete}. They start within a second. Others that do start no execution`);
	return elements;
}

/**
 * Undefined if the service has no such appointment: 404 or 410.
 * @throws ServiceError if it does not say
 */
export async function shownByKey(
	client: ServiceClient,
	key: string,
): Promise<IDataObject | undefined> {
	const body = await getAppointment(client, key).catch((error: unknown) => {
		if (!hasStatus(error, 404, 410)) throw error;
		return undefined;
	});
	if (body === undefined) return undefined;
	const found = unwrapped(body);
	return isBlank(found.appointment_key) ? { ...found, appointment_key: key } : found;
}
