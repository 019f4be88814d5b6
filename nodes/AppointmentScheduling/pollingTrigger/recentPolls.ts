import type { IDataObject } from 'n8n-workflow';

import { registry } from '../concurrency/registry';
import { objectOf } from '../service/values/objects';
import type { PollOutcome, PollState } from './state';

/**
 * How long n8n may take to save what a poll found. Its durable scheduler gives each poll a copy of
 * the static data, read before the poll starts and saved after it has ended.
 */
const SAVING_MS = 30_000;
const MOST_NODES = 500;

type Stored = Partial<PollState>;

/** What this process remembers of the polls of a trigger. Moments are in ms of a monotonic clock. */
export interface Recent {
	isUnderWay: boolean;
	/** The newest state that n8n has saved, or that a poll without events has left. */
	newest: Stored;
	/** By the last poll with events. */
	found?: { count: number; endedAt: number };
	/** By key, since when the list lacks known appointments. */
	lacking: Map<string, number>;
}

/** By the ids of workflow and node, and the event. */
export const recentPolls = registry(
	(): Recent => ({ isUnderWay: false, newest: {}, lacking: new Map() }),
	MOST_NODES,
);

/** Static data may have been edited. */
const countOf = ({ count }: Stored): number => Number(count) || 0;

/** What two states may differ in, besides the time of the poll. */
const contentOf = (state: Stored): string => JSON.stringify({ ...state, polledAt: 0, count: 0 });

/**
 * n8n may not save the state of a poll without events, so this process remembers the newest one.
 * Skips the poll if another one is running, or if n8n is still saving the events of another one,
 * because both would report the same events.
 * @param isSaved whether n8n saves events at once, maybe into the static data of a former version
 */
export async function unlessBusy(
	recent: Recent,
	staticData: IDataObject,
	isSaved: boolean,
	run: (newest: Stored) => Promise<PollOutcome>,
): Promise<PollOutcome | undefined> {
	const stored: Stored = objectOf(staticData.polled);
	const before = countOf(stored) > countOf(recent.newest) ? { ...stored } : recent.newest;
	if (recent.isUnderWay || isBeingSaved(recent, before)) return undefined;
	recent.isUnderWay = true;
	try {
		const outcome = await run(before);
		const { events, state } = outcome;
		const hasChanged = events.length > 0 || contentOf(state) !== contentOf(before);
		const count = countOf(before) + (hasChanged ? 1 : 0);
		const after = { ...state, count };
		recent.newest = isSaved || events.length === 0 ? after : before;
		if (events.length > 0) recent.found = { count, endedAt: performance.now() };
		if (count !== countOf(stored)) staticData.polled = { ...after };
		return outcome;
	} finally {
		recent.isUnderWay = false;
	}
}

const isBeingSaved = ({ found }: Recent, newest: Stored): boolean =>
	found !== undefined &&
	found.count > countOf(newest) &&
	performance.now() - found.endedAt < SAVING_MS;
