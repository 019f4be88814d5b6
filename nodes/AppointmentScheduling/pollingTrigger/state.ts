import type { IDataObject } from 'n8n-workflow';

import { knowsAny } from '../watching/former/account';
import { Book } from '../watching/former/book';
import { listRecent, recentSince } from '../watching/former/recent';
import type { Setup } from './setup';

/** What a poll has found, and what the next one has to know. */
export interface PollOutcome {
	events: IDataObject[];
	/** What is known of the appointments, or was announced of them. */
	book: Book;
	/** Since when announcements may be due: ms since the epoch. */
	dueSince?: number;
}

export interface PollState extends Omit<PollOutcome, 'events'> {
	/** ms since the epoch. */
	polledAt: number;
	/** ms between the two previous polls. */
	interval?: number;
	/** Identifies the announcements that the poll could make. */
	scope?: string;
}

/** The state that the previous poll stored. Undefined if the event or the account is another one. */
export async function pollStateIn(
	stored: IDataObject,
	{ choice, account, zone, client, now }: Setup,
): Promise<PollState | undefined> {
	const book = new Book();
	book.load(stored.book);
	const { header } = book;
	if (stored.choice !== choice || !header.isRecorded) return undefined;
	const list = async () => await listRecent({ client, filters: {}, since: recentSince(now), zone });
	if (header.account !== account && (await knowsAny(client, book, list)) === false)
		return undefined;
	header.zone = zone;
	return { ...(stored as unknown as PollState), book };
}

/** What to store for the next poll. A name without a value replaces what another event has stored. */
export function toStored(
	{ choice, account, zone, now, scope }: Setup,
	before: PollState | undefined,
	{ book, dueSince }: PollOutcome,
): IDataObject {
	Object.assign(book.header, { account, zone, isRecorded: true, number: 1 });
	return {
		choice,
		polledAt: now,
		interval: before && now - before.polledAt,
		scope,
		dueSince,
		book: book.toStored(),
	};
}

/** What two stored states may differ in, besides the time of the poll. */
export const contentOf = ({ choice, scope, dueSince, book }: IDataObject): string =>
	JSON.stringify([choice, scope, dueSince, book]);
