import type { AppointmentFilters } from '../service/vocabulary';
import { hiddenCancellations, listRecent, recentAt } from '../watching/recent';
import { Snapshot } from '../watching/snapshot';
import { Comparison } from './comparison';
import type { Setup } from './setup';
import { fit, type Outcome, type PollState } from './state';
import { warnIfZoneIsGuessed } from './warnings';

/** Compares the list with the previous poll. The first poll only records it. */
export async function changes(setup: Setup, stored: PollState | undefined): Promise<Outcome> {
	const { client, zone } = setup;
	const { since, rememberedSince } = recentAt(setup.now);
	const wanted = { client, filters: watchedFilters(setup), since, zone };
	const listed = await listRecent(wanted);
	warnIfZoneIsGuessed(setup, listed);
	const before = fit(stored, setup, listed, since);
	const compared = new Comparison(setup, before);
	for (const data of listed) compared.add(data);
	if (before && setup.event === 'statusChanged') {
		const missing = before.snapshot.copy();
		missing.subtract(compared.next);
		missing.forgetBefore(since / 1000);
		const canceled = await hiddenCancellations(missing, wanted, Infinity);
		for (const data of canceled) compared.add(data);
	}
	const { next: snapshot, events } = compared;
	const left = before?.left ?? new Snapshot();
	if (before) left.add(before.snapshot);
	left.subtract(snapshot);
	left.forgetBefore(rememberedSince);
	return { events, snapshot, left };
}

/** To see changes between canceled and not canceled, the list has to contain both. */
function watchedFilters({ event, filters }: Setup): AppointmentFilters {
	const watched = { ...filters };
	if (event === 'statusChanged') delete watched.is_cancelled;
	return watched;
}
