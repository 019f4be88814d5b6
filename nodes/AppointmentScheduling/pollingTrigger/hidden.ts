import type { IDataObject } from 'n8n-workflow';

import { listAppointments } from '../service/appointments';
import { hasOffset, instantOf, localToInstant, wallClock } from '../service/values/dates';
import { withinSpan } from '../service/values/span';
import { isCanceledStatus, type AppointmentFilters } from '../service/vocabulary';
import { registry } from '../watching/keepLatest';
import { MissingAppointments } from '../watching/missing';
import { wholeList } from '../watching/recent';
import { digestOfKey, keyOf, type Snapshot } from '../watching/snapshot';
import type { Setup } from './setup';

/** What a process remembers for a trigger. Without it, a few more requests are sent. */
const searches = registry(() => ({
	missing: new MissingAppointments(),
	/** By digest, of what is known. */
	keys: new Map<string, string | undefined>(),
}));

const idOf = (data: IDataObject): string => digestOfKey(keyOf(data) ?? '');

/** The canceled ones among the appointments that left the list. */
export async function hiddenCancellations(
	id: string,
	{ client, filters, now, zone }: Setup,
	listed: IDataObject[],
	left: Snapshot,
	since: number,
): Promise<IDataObject[]> {
	const search = searches(id);
	const former = search.keys;
	search.keys = new Map(listed.map((data) => [idOf(data), keyOf(data)]));
	const isLocal = listed.some(({ start_date }) => !hasOffset(start_date));
	const missing = left.list().flatMap(([digest, { start, status }]) => {
		const key = former.get(digest);
		search.keys.set(digest, key);
		const written = start === undefined ? undefined : start * 1000;
		const moment = written && isLocal ? localToInstant(written, 'utc', zone) : written;
		return isCanceledStatus(status) ? [] : [{ id: digest, key, start: moment }];
	});
	const listCanceled = async () => {
		const wanted = withinSpan({ ...filters, is_cancelled: true }, since, undefined, zone);
		return await wholeList(listAppointments(client, wanted, Infinity));
	};
	const sources = { client, idOf, listCanceled };
	const found = await search.missing.canceledAmong(missing, sources, now);
	return found.filter((data) => isInRange(data, filters, zone));
}

/** By its key, an appointment is also found after it was moved out of the range. */
function isInRange(
	{ start_date }: IDataObject,
	filters: AppointmentFilters,
	zone: string,
): boolean {
	const moment = instantOf(start_date, zone);
	if (moment === undefined) return true;
	// In this format, local times sort as text.
	const start = wallClock(moment, zone);
	return start >= (filters.start_date ?? start) && start <= (filters.end_date ?? start);
}
