import type { IDataObject } from 'n8n-workflow';

import { Snapshot } from '../watching/snapshot';
import type { Setup } from './setup';

/** The state of the previous poll. The first poll has only the count. */
export interface PollState {
	/** Counts the polls, which shows which of two states is newer. */
	count: number;
	/** ms since the epoch. */
	polledAt?: number;
	/** ms between the two previous polls. */
	interval?: number;
	/** The time zone in which starts without an offset were read. */
	zone?: string;
	/** The appointments that were announced, or were in the list. */
	snapshot?: Snapshot;
	/** The appointments that were in the list before. */
	left?: Snapshot;
	/** Identifies the appointments that the poll could see. */
	scope?: string;
}

/** The events of a poll, and the state for the next one. */
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
 * The state that the previous poll stored. Only the count if the settings have changed or the state
 * is not valid. Version 0.1 stored neither zone, interval nor count.
 */
export function stateIn(stored: IDataObject, { choices, zone: zoneNow }: Setup): PollState {
	const { choice, count, polledAt, interval, zone, scope } = stored;
	const formerZone = typeof zone === 'string' ? zone : zoneNow;
	const snapshot = Snapshot.from(stored.snapshot);
	const isSameChoice = typeof choice === 'string' && choices.includes(choice);
	const counted = { count: typeof count === 'number' ? count : 0 };
	if (!isSameChoice || !snapshot || typeof polledAt !== 'number') return counted;
	return {
		...counted,
		polledAt,
		interval: typeof interval === 'number' ? interval : undefined,
		zone: formerZone,
		snapshot,
		left: Snapshot.from(stored.left),
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
