import type { IDataObject } from 'n8n-workflow';

import { isSnapshot, type Snapshot } from './formerSnapshot';

/**
 * What the node keeps between two polls, in the workflow's static data. n8n saves it at activation
 * and with the items of a poll alone: what a poll without items learns is lost with a restart.
 */
export interface PollState {
	/** ms since the epoch. */
	polledAt?: number;
	snapshot?: Snapshot;
}

/** What a poll found, and what the next one has to know. */
export interface Outcome {
	events: IDataObject[];
	snapshot: Snapshot;
}

/** The state of the poll before; empty where that was made for another choice, or can't be read. */
export function stateIn(stored: IDataObject, choice: string): PollState {
	const { choice: former, polledAt, snapshot } = stored;
	if (former !== choice || !isSnapshot(snapshot) || typeof polledAt !== 'number') return {};
	return { polledAt, snapshot };
}
