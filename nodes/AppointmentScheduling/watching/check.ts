import type { IDataObject } from 'n8n-workflow';

import type { AppointmentFilters } from '../service/core/vocabulary';
import type { ServiceClient } from '../service/http/client';
import type { Book } from './book';
import { accountOf } from './digest';
import type { Answer, MissingAppointments } from './missing';
import { listCanceled, listRecent, recentSince } from './recent';
import type { Row } from './rows';
import { keysOf } from './state';

const OTHER_ACCOUNT =
	'The credential has another account. Its appointments are recorded, and changes run from now on.';
const EMPTY = 'The list of appointments is empty although some are known, so nothing was compared.';
const TOO_MANY =
	'There are more than 20,000 appointments. Those that start last start no execution. The polling trigger has filters.';
const untoldText = (count: number) =>
	`${count} known appointments are gone from the service, and others may be. Without a sign that they were canceled, at most three at a time start executions. Check what the access token may read.`;

interface Watched {
	book: Book;
	client: ServiceClient;
	filters: AppointmentFilters;
	zone: string;
	/** In ms since the epoch. */
	now: number;
	/** Undefined if nobody asks for what the list lacks. */
	missing: MissingAppointments | undefined;
	/**
	 * Compares what a read shows with what is known.
	 * @param isGone whether the service shows it nowhere
	 */
	compare(shown: IDataObject[], readAt: number, isGone?: boolean): Promise<void> | void;
	/** Asks for one appointment, and compares it if it is shown. */
	ask(row: Row): Promise<Answer>;
	/** Writes into n8n's log. */
	warn(problem: string): void;
	/** Whether the trigger was stopped. Another one may go on with the book. */
	isOver(): boolean;
}

/**
 * Compares the whole list with what is known, and asks for what it lacks. The first list is recorded.
 * @returns whether it was the first one
 * @throws ServiceError if the list may lack entries
 */
export async function checkList(watched: Watched): Promise<boolean> {
	const { book, client, filters, zone, now, missing, warn } = watched;
	const since = recentSince(now);
	const wanted = { client, filters, since, zone, warn };
	client.age = 0;
	const readAt = performance.now();
	const listed = await listRecent(wanted);
	if (watched.isOver()) return false;
	const keys = keysOf(listed);
	const account = accountOf(client);
	const isTrusted = [...keys].some((key) => book.get(key));
	// Its token may also be a new one of the same account.
	const isOther = book.account !== undefined && book.account !== account && !isTrusted;
	if (isOther && keys.size === 0 && book.ahead(since, zone).length > 0) {
		warn(EMPTY);
		return false;
	}
	if (isOther && keys.size > 0) {
		warn(OTHER_ACCOUNT);
		book.clear();
	}
	const isFirst = book.account === undefined;
	if (!isFirst) book.account = account;
	await watched.compare(listed, readAt - client.age);
	if (watched.isOver()) return false;
	book.account = account;
	if (missing && !isFirst) {
		const askedAt = performance.now();
		const found = await missing.find(
			book,
			keys,
			{ now, zone, isTrusted },
			{ ask: watched.ask, listCanceled: async () => await listCanceled(wanted) },
		);
		await watched.compare(found.canceled, askedAt);
		await watched.compare(found.gone, askedAt, true);
		if (found.untold > 0) warn(untoldText(found.untold));
	}
	book.trim(now, since, zone);
	if (book.isFull) warn(TOO_MANY);
	return isFirst;
}
