import type { IDataObject } from 'n8n-workflow';

import { registry } from '../concurrency/registry';
import { NEVER } from '../service/values/dates';
import { contentOf } from './state';

/**
 * How long n8n may take to save what a poll found. Its durable scheduler gives each poll a copy of
 * the static data, read before the poll starts and saved after it has ended.
 */
const SAVING_MS = 30_000;
const MOST_NODES = 500;

/** What this process remembers of the polls of a trigger. Moments are in ms of a monotonic clock. */
export interface Recent {
	isUnderWay: boolean;
	/** The newest state that n8n has saved, or that a poll without events has left. */
	newest: IDataObject;
	/** By the last poll with events. */
	found?: { count: number; endedAt: number };
	/** By key, since when the list lacks known appointments. */
	lacking: Map<string, number>;
	/** When a poll has last failed because the list may lack appointments. */
	failedAt: number;
}

/** By the ids of workflow and node, and the event. */
export const recentPolls = registry(
	(): Recent => ({ isUnderWay: false, newest: {}, lacking: new Map(), failedAt: NEVER }),
	MOST_NODES,
);

/** Counts the polls that changed the state, which shows which of two states is newer. */
const countOf = ({ count }: IDataObject): number => (typeof count === 'number' ? count : 0);

const newer = (one: IDataObject, other: IDataObject): IDataObject =>
	countOf(other) > countOf(one) ? { ...other } : one;

/**
 * n8n may not save the state of a poll without events, so this process remembers the newest one.
 * Skips the poll if another one is running, or if n8n is still saving the events of another one,
 * because both would report the same events.
 * @param isSaved whether n8n saves events at once, maybe into the static data of a former version
 */
export async function unlessBusy<T extends { events: IDataObject[]; state: IDataObject }>(
	recent: Recent,
	stored: IDataObject,
	isSaved: boolean,
	run: (newest: IDataObject) => Promise<T>,
): Promise<T | undefined> {
	const before = newer(recent.newest, stored);
	if (recent.isUnderWay || isBeingSaved(recent, before)) return undefined;
	recent.isUnderWay = true;
	try {
		const outcome = await run(before);
		const { events, state } = outcome;
		const hasChanged = events.length > 0 || contentOf(state) !== contentOf(before);
		const after = { ...state, count: countOf(before) + (hasChanged ? 1 : 0) };
		recent.newest = isSaved || events.length === 0 ? after : before;
		if (events.length > 0) recent.found = { count: after.count, endedAt: performance.now() };
		const isStored = after.count === countOf(stored) && contentOf(after) === contentOf(stored);
		if (!isStored) Object.assign(stored, after);
		return outcome;
	} finally {
		recent.isUnderWay = false;
	}
}

const isBeingSaved = ({ found }: Recent, newest: IDataObject): boolean =>
	found !== undefined &&
	found.count > countOf(newest) &&
	performance.now() - found.endedAt < SAVING_MS;
