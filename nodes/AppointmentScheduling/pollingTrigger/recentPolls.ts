import type { IDataObject } from 'n8n-workflow';

import { keepLatest } from '../watching/keepLatest';
import type { PollResult } from './state';

/**
 * How long n8n may take to save what a poll found. Its durable scheduler gives each poll a copy of
 * the static data, read before the poll starts and saved after it has ended.
 */
const SAVING_MS = 30_000;
const MOST_NODES = 500;

/** What this process remembers about the polls of a node with the same settings. */
interface Recent {
	isUnderWay?: boolean;
	/** The state after the last poll without events, which n8n may not save. */
	quiet?: IDataObject;
	/** The last poll with events. */
	found?: { count: number; endedAt: number };
}

const recentPolls = new Map<string, Recent>();

const countOf = ({ count }: IDataObject): number => Number(count ?? 0);

/**
 * Runs a poll with the newest state: the one that n8n stored, or the one that a poll without events
 * left in this process. Skips the poll if another one is running, or if n8n is still saving the
 * events of another one, because both would report the same events.
 */
export async function inTurn(
	id: string,
	stored: IDataObject,
	run: (newest: IDataObject) => Promise<PollResult>,
): Promise<IDataObject[]> {
	const recent = recentPolls.get(id) ?? {};
	if (recent.isUnderWay || isBeingSaved(recent, stored)) return [];
	keepLatest(recentPolls, id, recent, MOST_NODES);
	recent.isUnderWay = true;
	try {
		const { quiet } = recent;
		const { toStore, events } = await run(
			quiet && countOf(quiet) > countOf(stored) ? quiet : stored,
		);
		if (events.length === 0) recent.quiet = toStore;
		else recent.found = { count: countOf(toStore), endedAt: performance.now() };
		Object.assign(stored, toStore);
		return events;
	} finally {
		recent.isUnderWay = false;
	}
}

const isBeingSaved = ({ found }: Recent, stored: IDataObject): boolean =>
	found !== undefined &&
	found.count > countOf(stored) &&
	performance.now() - found.endedAt < SAVING_MS;
