import type { IDataObject } from 'n8n-workflow';

/** What a poll has to know of the one before it. */
export interface PollState {
	event: string;
	/** A digest of the address and the token. */
	account: string;
	/** Identifies what the poll could find: filters and times. */
	scope: string;
	/** ms since the epoch. */
	polledAt: number;
	/** Whether the first list with this scope is still to come, because the previous one moved. */
	isMoved?: boolean;
	/** What was due until then is not announced: ms since the epoch. */
	dueSince?: number;
	/** What was announced. See `announced.ts`. */
	announced?: string;
	/** What is known of the appointments. See `Book`. */
	book?: string;
	/** Counts the polls that changed it, which shows which of two states is newer. */
	count?: number;
}

export interface PollOutcome {
	events: IDataObject[];
	state: PollState;
	/** Why the list may lack appointments. */
	problem?: string;
}
