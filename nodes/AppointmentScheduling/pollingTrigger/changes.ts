import type { IDataObject } from 'n8n-workflow';

import { withinSpan } from '../service/values/span';
import type { AppointmentFilters } from '../service/vocabulary';
import { hiddenCancellations } from '../watching/hiddenCancellations';
import { listRecent, recentAt, startingSince, type Recent } from '../watching/recent';
import { Snapshot } from '../watching/snapshot';
import { wholeList } from '../watching/wholeList';
import { Comparison } from './comparison';
import type { Setup } from './setup';
import { fit, type Outcome, type PollState } from './state';
import { warnIfZoneIsGuessed } from './warnings';

/** Compares the list with the previous poll. The first poll only records it. */
export async function changes(setup: Setup, stored: PollState | undefined): Promise<Outcome> {
	const recent = recentAt(setup.now);
	const listed = await listRecent(setup.client, watchedFilters(setup), recent, setup.zone);
	warnIfZoneIsGuessed(setup, listed);
	const before = fit(stored, setup, listed, recent.since);
	const compared = new Comparison(setup, before);
	for (const data of listed) compared.add(data);
	if (before && setup.event === 'statusChanged') {
		const canceled = await canceledSince(setup, recent, before.snapshot, compared.next);
		for (const data of canceled) compared.add(data);
	}
	const { next: snapshot, events } = compared;
	const left = before?.left ?? new Snapshot();
	if (before) left.add(before.snapshot);
	left.subtract(snapshot);
	left.forgetBefore(recent.rememberedSince);
	return { events, snapshot, left };
}

/** To see changes between canceled and not canceled, the list has to contain both. */
function watchedFilters({ event, filters }: Setup): AppointmentFilters {
	const watched = { ...filters };
	if (event === 'statusChanged') delete watched.is_cancelled;
	return watched;
}

/** What left the list since the previous poll is looked for once among the canceled. */
async function canceledSince(
	setup: Setup,
	{ since }: Recent,
	known: Snapshot,
	listed: Snapshot,
): Promise<IDataObject[]> {
	const { client, zone } = setup;
	const missing = known.copy();
	missing.subtract(listed);
	missing.forgetBefore(since / 1000);
	return await hiddenCancellations(missing, {
		client,
		filters: withinSpan(watchedFilters(setup), since, undefined, zone),
		limit: Infinity,
		read: async (list) => startingSince(await wholeList(list), since, zone),
	});
}
