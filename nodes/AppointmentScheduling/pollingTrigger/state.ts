import type { IDataObject } from 'n8n-workflow';

import type { Setup } from './setup';

/** What a poll has found, and what the next one has to know. */
export interface PollOutcome {
	events: IDataObject[];
	/** What was announced. See `announced.ts`. */
	announced?: string;
	/** What was due until then is not announced: ms since the epoch. */
	dueSince?: number;
	/** What is known of the appointments. */
	book?: IDataObject;
}

export interface PollState extends Omit<PollOutcome, 'events'> {
	/** A digest of the address and the token. */
	account: string;
	/** Identifies the announcements that the poll could make. */
	scope: string;
	/** ms since the epoch. */
	polledAt: number;
}

/** The state that the previous poll stored. Undefined if it was about another event. */
export const stateIn = (stored: IDataObject, { choice }: Setup): PollState | undefined =>
	stored.choice === choice ? (stored as unknown as PollState) : undefined;

/** What to store for the next poll. A name without a value replaces what another event has stored. */
export const toStored = (
	{ choice, account, scope, now }: Setup,
	{ announced, dueSince, book }: Omit<PollOutcome, 'events'>,
): IDataObject => ({ choice, account, scope, polledAt: now, announced, dueSince, book });

/** What two stored states may differ in, besides the time of the poll. */
export const contentOf = ({ choice, account, scope, announced, dueSince, book }: IDataObject) =>
	JSON.stringify([choice, account, scope, announced, dueSince, book]);
