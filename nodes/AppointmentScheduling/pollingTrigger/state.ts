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
}

export interface PollOutcome {
	events: IDataObject[];
	state: PollState;
	/** Why the list may lack appointments. */
	problem?: string;
}

/** Of the previous poll. Undefined if it was about another event. */
export const stateIn = (stored: IDataObject, event: string): PollState | undefined =>
	stored.event === event ? (stored as unknown as PollState) : undefined;

/** A name without a value replaces what another event has stored. */
const NOTHING = { isMoved: undefined, dueSince: undefined, announced: undefined, book: undefined };

export const toStored = (state: PollState): IDataObject => ({ ...NOTHING, ...state });

/** What two stored states may differ in, besides the time of the poll. */
export const contentOf = (state: IDataObject): string => {
	const { event, account, scope, isMoved, dueSince, announced, book } = state;
	return JSON.stringify([event, account, scope, isMoved, dueSince, announced, book]);
};
