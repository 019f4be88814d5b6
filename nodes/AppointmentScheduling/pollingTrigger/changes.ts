import type { IDataObject } from 'n8n-workflow';

import { CANCELLATION_EVENT, CREATION_EVENT, isCanceledStatus } from '../service/core/vocabulary';
import { ServiceError } from '../service/core/errors';
import { isTemporary } from '../service/http/retry';
import { isSameAccount, knowsAny } from '../watching/account';
import { Book } from '../watching/book';
import type { Rules } from '../watching/difference';
import { registry } from '../watching/keepLatest';
import { MissingAppointments, type Answer, type MissingReader } from '../watching/missing';
import { listCanceled, listRecent, recentSince, shownByKey } from '../watching/recent';
import { isOtherField, keysOf, previousOf, sightOf, type State } from '../watching/state';
import { matches, type Setup } from './setup';
import type { PollOutcome, PollState } from './state';

const OTHER_ACCOUNT =
	'The credential has another account. Its appointments are recorded, and the workflow runs for what changes from now on.';
const EMPTY = 'The list of appointments is empty although some are known, so nothing was compared.';
const TOO_MANY =
	'There are more than 20,000 appointments. The workflow does not run for those that start last. Add filters to this node.';
const untoldText = (count: number) =>
	`${count} appointments are gone from the service without a sign that they were canceled. The workflow runs for three at a time at most. Check what the access token may read.`;

/** To see cancellations, the list has to contain canceled appointments and the others. */
const WITH_CANCELED: string[] = ['statusChanged', 'canceled'];

const searches = registry(() => new MissingAppointments());

/**
 * Compares the list with what is known. The first poll only records it.
 * @param warn writes into n8n's log
 */
export async function findChanges(
	id: string,
	setup: Setup,
	before: PollState | undefined,
	warn: (text: string, error?: unknown) => void,
): Promise<PollOutcome> {
	const { client, zone, account, now } = setup;
	const book = new Book().load(before?.book);
	const seesCanceled = WITH_CANCELED.includes(setup.event);
	const filters = { ...setup.filters };
	if (seesCanceled) delete filters.is_cancelled;
	const since = recentSince(now);
	const wanted = { client, filters, since, zone, warn };
	const readAt = performance.now();
	const listed = await listRecent(wanted);
	const keys = keysOf(listed);
	const isSame = isSameAccount(book, account, keys, { since, zone });
	if (isSame === undefined) {
		warn(EMPTY);
		return { events: [], book: before?.book };
	}
	if (!isSame) {
		warn(OTHER_ACCOUNT);
		book.clear();
	}
	const isFirst = book.account === undefined;
	const isTrusted = knowsAny(book, keys);
	const events = listed.flatMap((data) => eventsIn(data, setup, book, readAt));
	book.account = account;
	if (seesCanceled && !isFirst) {
		const askedAt = performance.now();
		const shown: IDataObject[] = [];
		let hidden: IDataObject[] = [];
		const reader: MissingReader = {
			ask: async ({ spelling }) => await ask(client, spelling, shown, warn),
			listCanceled: async () => (hidden = await listCanceled(wanted)),
		};
		const circumstances = { now, zone, isTrusted };
		const { canceled, untold } = await searches(id).find(book, keys, circumstances, reader);
		if (untold > 0) warn(untoldText(untold));
		for (const data of [...shown, ...canceled]) {
			const found = eventsIn(data, setup, book, askedAt);
			// What is gone got no other status: that is only recorded.
			const isGone = !shown.includes(data) && !hidden.includes(data);
			if (!isGone || setup.event === 'canceled') events.push(...found);
		}
	}
	book.trim(now, since, zone);
	if (book.isFull) warn(TOO_MANY);
	return { events, book: book.toStored() };
}

/** The event that an appointment shows, if any. */
function eventsIn(data: IDataObject, setup: Setup, book: Book, readAt: number): IDataObject[] {
	const { event, now } = setup;
	const sight = sightOf(data);
	if (!sight) return [];
	const { told } = book.get(sight.key) ?? {};
	// What is moved while it does not pass the filters is reported when it does.
	const isWaiting = !matches(setup, sight.state.status ?? told?.status);
	if (event === 'rescheduled' && told && isWaiting) return [];
	const change = book.observe(sight, { readAt, now }, rulesFor(setup));
	if (!change) return [];
	if (event === 'created') return [{ event, data }];
	return [{ event, data, previous: previousOf(change.before?.told) }];
}

function rulesFor(setup: Setup): Rules {
	const { event, zone } = setup;
	const isOther = (field: keyof State, before: State | undefined, now: State) =>
		before !== undefined && isOtherField(field, before, now, zone);
	const selections: Record<string, Rules['isSelected']> = {
		created: (kind) => kind === CREATION_EVENT,
		canceled: (kind) => kind === CANCELLATION_EVENT,
		rescheduled: (_kind, before, now) => isOther('start', before, now),
		statusChanged: (_kind, before, now) => isOther('status', before, now),
	};
	return {
		zone,
		// Only a creation waits until it passes.
		passes: ({ status }) => event !== 'created' || matches(setup, status),
		isSelected: (kind, before, now) =>
			matches(setup, now.status) && selections[event]?.(kind, before, now) === true,
	};
}

/** @param shown takes what is canceled */
async function ask(
	client: Setup['client'],
	spelling: string,
	shown: IDataObject[],
	warn: (text: string, error?: unknown) => void,
): Promise<Answer> {
	try {
		const data = await shownByKey(client, spelling);
		if (data && isCanceledStatus(data.status)) shown.push(data);
		return data ? 'shown' : 'gone';
	} catch (error) {
		warn('An appointment that left the list could not be read. It is tried again', error);
		const isRefused = error instanceof ServiceError && error.status && !isTemporary(error);
		return isRefused ? 'refused' : 'failed';
	}
}
