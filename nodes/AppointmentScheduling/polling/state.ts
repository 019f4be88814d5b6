import type { IDataObject } from 'n8n-workflow';

import { Snapshot } from '../watching/snapshot';
import type { Setup } from './setup';

/** What a poll knows from the polls before: at the first poll, nothing. */
export interface PollState {
	/** Counts the polls, to tell which of two states is newer. */
	count: number;
	/** ms since the epoch. */
	polledAt?: number;
	/** ms between the two polls before. */
	interval?: number;
	/** The zone in which starts without an offset were read. */
	zone?: string;
	/** What was announced, or what was in the list. */
	snapshot?: Snapshot;
	/** What was in the list earlier. */
	left?: Snapshot;
	/** Which appointments the poll could see. */
	scope?: string;
}

/** What a poll found, and what it leaves to the next one. */
export interface Outcome {
	events: IDataObject[];
	snapshot: Snapshot;
	left?: Snapshot;
}

export interface PollResult {
	events: IDataObject[];
	toStore: IDataObject;
}

/**
 * The state that the poll before stored. Only the count if that poll had other settings, or if
 * the state is not readable. Version 0.1 stored neither zone, interval nor count.
 */
export function stateIn(stored: IDataObject, { choices, zone: zoneNow }: Setup): PollState {
	const { choice, count, polledAt, interval, zone, scope } = stored;
	const formerZone = typeof zone === 'string' ? zone : zoneNow;
	const snapshot = Snapshot.from(stored.snapshot, formerZone);
	const isSameChoice = typeof choice === 'string' && choices.includes(choice);
	const counted = { count: typeof count === 'number' ? count : 0 };
	if (!isSameChoice || !snapshot || typeof polledAt !== 'number') return counted;
	return {
		...counted,
		polledAt,
		interval: typeof interval === 'number' ? interval : undefined,
		zone: formerZone,
		snapshot,
		left: Snapshot.from(stored.left, formerZone),
		scope: typeof scope === 'string' ? scope : undefined,
	};
}

/** What to store for the next poll. */
export function toStored(setup: Setup, before: PollState, outcome: Outcome): IDataObject {
	const { event, now, zone, scope, choices } = setup;
	const { polledAt, count } = before;
	return {
		choice: choices[0],
		count: count + 1,
		polledAt: now,
		...(polledAt !== undefined && { interval: now - polledAt }),
		zone,
		snapshot: outcome.snapshot.toStored(),
		...(outcome.left && { left: outcome.left.toStored() }),
		...(event === 'startsSoon' && { scope }),
	};
}
