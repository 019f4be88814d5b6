import type { IDataObject } from 'n8n-workflow';

import { hasOffset } from '../service/values/dates';
import { isCanceledStatus } from '../service/vocabulary';
import { listRecent, recentAt } from '../watching/recent';
import {
	changesBetween,
	keyOf,
	seenOf,
	Snapshot,
	type Changes,
	type Seen,
} from '../watching/snapshot';
import { hiddenCancellations } from './hidden';
import { matches, type Setup } from './setup';
import type { Outcome, PollState } from './state';

/** With another token, more unknown appointments are probably those of another account. */
const MOST_UNKNOWN = 20;
const NOTHING_KNOWN: Changes['previous'] = { start_date: null, status: null };

interface Change {
	former: Seen | undefined;
	now: Seen;
	changes: Changes | undefined;
	/** Whether an appointment that was not known is a new one. */
	isNews: boolean;
}

/** Which changes an event is about. */
const REPORTED: Record<string, (change: Change) => boolean> = {
	created: ({ former, isNews }) => !former && isNews,
	rescheduled: ({ changes }) => changes?.start === true,
	statusChanged: ({ changes }) => changes?.status === true,
	canceled: ({ former, now, changes, isNews }) => {
		if (!isCanceledStatus(now.status) || isCanceledStatus(former?.status)) return false;
		return former ? changes?.status === true : isNews;
	},
};

/** To see cancellations, the list has to contain canceled appointments and the others. */
const WITH_CANCELED: string[] = ['statusChanged', 'canceled'];

/** Compares the list with the previous poll. The first poll only records it. */
export async function changes(
	id: string,
	setup: Setup,
	stored: PollState | undefined,
): Promise<Outcome> {
	const { client, event, zone, account } = setup;
	const { since, rememberedSince } = recentAt(setup.now);
	const filters = { ...setup.filters };
	if (WITH_CANCELED.includes(event)) delete filters.is_cancelled;
	const listed = await listRecent({ client, filters, since, zone });
	const isNewToken = stored && stored.account !== account && stored.keys.length === 0;
	const before = isNewToken && listed.length > MOST_UNKNOWN ? undefined : stored;
	const snapshot = new Snapshot();
	const found = listed.flatMap((data) => compare(data, setup, before, snapshot));
	const left = before?.left ?? new Snapshot();
	if (before) left.add(before.snapshot);
	left.subtract(snapshot);
	left.forgetBefore(rememberedSince);
	if (WITH_CANCELED.includes(event)) {
		const hidden = await hiddenCancellations(id, setup, listed, left, since);
		found.push(...hidden.flatMap((data) => compare(data, setup, before, snapshot)));
		left.subtract(snapshot);
	}
	return { events: found, listed, snapshot, left };
}

/** The event that an appointment shows, if any. Its current state is added to `next`. */
function compare(
	data: IDataObject,
	setup: Setup,
	before: PollState | undefined,
	next: Snapshot,
): IDataObject[] {
	const { event, filters } = setup;
	const key = keyOf(data);
	if (key === undefined) return [];
	// Starts without an offset are compared as they are written, so the zone does not matter.
	const zone = hasOffset(data.start_date) ? setup.zone : 'utc';
	const former = before?.snapshot.get(key) ?? before?.left.get(key);
	const now = seenOf(data, zone, former);
	const isWanted = matches(setup, data);
	if (isWanted || WITH_CANCELED.includes(event) || !before) next.set(key, now);
	else if (former || event === 'rescheduled') next.set(key, former ?? now);
	if (!before || !isWanted) return [];

	// Into a range of dates, old appointments move as well.
	const isRange = filters.start_date !== undefined || filters.end_date !== undefined;
	const isNews = !before.snapshot.mayHaveDropped(now) && (event === 'created' || !isRange);
	const change = { former, now, isNews, changes: changesBetween(former, data, zone) };
	if (!REPORTED[event]?.(change)) return [];
	const previous = change.changes?.previous ?? NOTHING_KNOWN;
	return [{ event, data, ...(event !== 'created' && { previous }) }];
}
