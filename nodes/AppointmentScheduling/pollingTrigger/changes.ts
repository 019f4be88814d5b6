import type { IDataObject } from 'n8n-workflow';

import { DAY_MS, instantOf } from '../service/values/dates';
import { comparableKey, keyIn } from '../service/values/keys';
import { CANCELLATION_EVENT, CREATION_EVENT } from '../service/core/vocabulary';
import { knowsAny, MOST_NEWS } from '../watching/former/account';
import { Book } from '../watching/former/book';
import { registry } from '../watching/keepLatest';
import { MissingAppointments } from '../watching/former/missing';
import type { Rules } from '../watching/former/observe';
import { listRecent, recentSince } from '../watching/former/recent';
import { isSameState, keysOf, previousFor, stateOf } from '../watching/former/state';
import { matches, type Setup } from './setup';
import type { PollOutcome, PollState } from './state';

type IsWanted = (...change: [...Parameters<Rules['isWanted']>, agreement: string]) => boolean;

/** Which of the changes that a list shows an event is about. */
const WANTED: Record<string, IsWanted> = {
	created: (kind) => kind === CREATION_EVENT,
	canceled: (kind) => kind === CANCELLATION_EVENT,
	rescheduled: (_kind, former, now, agreement) =>
		former !== undefined && !isSameState({ start: former.start }, { start: now.start }, agreement),
	statusChanged: (_kind, former, { status }) =>
		former?.status !== undefined && status !== undefined && former.status !== status,
};

/** To see cancellations, the list has to contain canceled appointments and the others. */
const WITH_CANCELED: string[] = ['statusChanged', 'canceled'];

const searches = registry(() => new MissingAppointments());

/** Compares the list with the previous poll. The first poll only records it. */
export async function findChanges(
	id: string,
	setup: Setup,
	before: PollState | undefined,
): Promise<PollOutcome> {
	const known = await bookIn(before, setup);
	const { client, event, zone, account, now } = setup;
	const since = recentSince(now);
	const seesCanceled = WITH_CANCELED.includes(event);
	const filters = { ...setup.filters };
	if (seesCanceled) delete filters.is_cancelled;
	const wanted = { client, filters, since, zone };
	const listed = await listRecent(wanted);
	const isNewToken = known.header.account !== account && known.rows.length === 0;
	const book = isNewToken && listed.length > MOST_NEWS ? new Book() : known;
	const hidden = seesCanceled ? await searches(id).canceledAmong(book, listed, wanted, now) : [];
	const events = [...listed, ...hidden].flatMap((data) => observeEntry(data, setup, book));
	book.leaveBefore(since - DAY_MS, zone);
	book.trim(zone, keysOf(listed));
	Object.assign(book.header, { account, zone, isRecorded: true, number: 1 });
	return { events, book: book.toStored() };
}

async function bookIn(
	before: PollState | undefined,
	{ account, zone, client, now }: Setup,
): Promise<Book> {
	const book = new Book();
	book.load(before?.book);
	const { header } = book;
	if (!header.isRecorded) return new Book();
	const list = async () => await listRecent({ client, filters: {}, since: recentSince(now), zone });
	if (header.account !== account && (await knowsAny(client, book, list)) === false)
		return new Book();
	header.zone = zone;
	return book;
}

/** The event that an appointment shows, if any. */
function observeEntry(data: IDataObject, setup: Setup, book: Book): IDataObject[] {
	const { event, filters, now: at, zone } = setup;
	const key = comparableKey(data.appointment_key);
	const spelling = keyIn(data.appointment_key);
	if (key === undefined || spelling === undefined) return [];
	const { isRecorded, knownUpTo } = book.header;
	const isMatch = matches(setup, data.status);
	if (isRecorded && !isMatch && !WITH_CANCELED.includes(event)) {
		// What changes meanwhile is reported when it matches again.
		if (event !== 'rescheduled' || book.get(key)) return [];
	}
	// Into a range of dates, old appointments move as well.
	const isRange = filters.start_date !== undefined || filters.end_date !== undefined;
	const isBeyond =
		knownUpTo !== undefined && !((instantOf(data.start_date, zone) ?? NaN) < knownUpTo);
	const { action, run } = book.observe(
		key,
		spelling,
		{
			by: isRecorded ? 'list' : 'record',
			state: stateOf(data),
			at,
			isNews: !isBeyond && (event === 'created' || !isRange),
		},
		{
			isWanted: (...change) => isMatch && WANTED[event]?.(...change, book.agreement) === true,
			graceMs: 0,
			lagMs: 0,
		},
	);
	if (action !== 'run' || !run) return [];
	book.end(key, run.id, 'counts');
	if (event === 'created') return [{ event, data }];
	return [{ event, data, previous: previousFor(run.previous ?? {}, data, zone) }];
}
