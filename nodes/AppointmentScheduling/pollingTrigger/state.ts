import type { IDataObject } from 'n8n-workflow';

import { adapt, type Header } from '../watching/header';
import { Snapshot } from '../watching/snapshot';
import type { Setup } from './setup';

export interface PollState extends Header {
	/** ms since the epoch. */
	polledAt: number;
	/** ms between the two previous polls. */
	interval?: number;
	/** The appointments that were announced, or were in the list. */
	snapshot: Snapshot;
	/** The appointments that were in the list before. */
	left: Snapshot;
	/** Identifies the appointments that the poll could see. */
	scope?: string;
}

/** What a poll has found, and what the next one has to know. */
export interface Outcome {
	events: IDataObject[];
	listed: IDataObject[];
	snapshot: Snapshot;
	left?: Snapshot;
}

/** The state that the previous poll stored. Undefined if the settings have changed. */
export function stateIn(stored: IDataObject, { choice }: Setup): PollState | undefined {
	const snapshot = Snapshot.from(stored.snapshot);
	if (stored.choice !== choice || !snapshot) return undefined;
	const left = Snapshot.from(stored.left) ?? new Snapshot();
	return { ...(stored as unknown as PollState), snapshot, left };
}

/** The state for the present account and zone. Undefined if it belongs to another account. */
export function fit(
	before: PollState | undefined,
	to: Setup,
	listed: IDataObject[],
	since?: number,
): PollState | undefined {
	if (!before || !adapt(before.snapshot, { from: before, to, listed, since })) return undefined;
	adapt(before.left, { from: { ...before, account: to.account }, to, listed });
	return before;
}

/** What to store for the next poll. A name without a value replaces what another event has stored. */
export const toStored = (
	{ choice, account, zone, now, scope }: Setup,
	before: PollState | undefined,
	{ snapshot, left }: Outcome,
): IDataObject => ({
	choice,
	account,
	zone,
	polledAt: now,
	interval: before && now - before.polledAt,
	snapshot: snapshot.toStored(),
	left: left?.toStored(),
	scope,
});

/** What two stored states may differ in, besides the time of the poll. */
export const contentOf = ({ choice, account, zone, snapshot, left, scope }: IDataObject): string =>
	JSON.stringify([choice, account, zone, snapshot, left, scope]);
