import type { IDataObject } from 'n8n-workflow';

import { hiddenCancellations, listRecent, recentAt } from '../watching/recent';
import { changesBetween, keyOf, seenOf, Snapshot } from '../watching/snapshot';
import { matches, type Setup } from './setup';
import { fit, type Outcome, type PollState } from './state';

/** Compares the list with the previous poll. The first poll only records it. */
export async function changes(setup: Setup, stored: PollState | undefined): Promise<Outcome> {
	const { client, event, zone } = setup;
	const { since, rememberedSince } = recentAt(setup.now);
	const filters = { ...setup.filters };
	// To see changes between canceled and not canceled, the list has to contain both.
	if (event === 'statusChanged') delete filters.is_cancelled;
	const wanted = { client, filters, since, zone };
	const listed = await listRecent(wanted);
	const before = fit(stored, setup, listed, since);
	const snapshot = new Snapshot();
	const events = listed.flatMap((data) => compare(data, setup, before, snapshot));
	if (before && event === 'statusChanged') {
		// What left the list since the previous poll is looked for once among the canceled.
		const missing = before.snapshot.copy();
		missing.subtract(snapshot);
		missing.forgetBefore(since / 1000);
		const canceled = await hiddenCancellations(missing, wanted, Infinity);
		events.push(...canceled.flatMap((data) => compare(data, setup, before, snapshot)));
	}
	const left = before?.left ?? new Snapshot();
	if (before) left.add(before.snapshot);
	left.subtract(snapshot);
	left.forgetBefore(rememberedSince);
	return { events, listed, snapshot, left };
}

/** The event that an appointment shows, if any. Its current state is added to `next`. */
function compare(
	data: IDataObject,
	setup: Setup,
	before: PollState | undefined,
	next: Snapshot,
): IDataObject[] {
	const { event, zone } = setup;
	const key = keyOf(data);
	if (key === undefined) return [];
	const former = before?.snapshot.get(key) ?? before?.left.get(key);
	const now = seenOf(data, zone, former);
	const isWanted = matches(setup, data);
	if (isWanted || event === 'statusChanged' || !before) next.set(key, now);
	else if (former || event === 'rescheduled') next.set(key, former ?? now);
	if (!before || !isWanted) return [];

	if (event === 'created') {
		return former || before.snapshot.mayHaveDropped(now) ? [] : [{ event, data }];
	}
	const found = changesBetween(former, data, zone);
	const hasChanged = event === 'rescheduled' ? found?.start : found?.status;
	return hasChanged ? [{ event, data, previous: found?.previous }] : [];
}
