import type { IDataObject } from 'n8n-workflow';

import { pauses } from '../concurrency/wait';
import type { Appointment } from '../service/appointment';
import { appointmentsIn } from '../service/appointments';
import { FOREVER, MINUTE_MS } from '../service/values/dates';
import { Book } from '../watching/book';
import { compareList, LISTED_MS, listRecent } from '../watching/check';
import { isOtherField, previousOf, type Rules, type State } from '../watching/difference';
import { matches } from './matches';
import type { Setup } from './setup';
import type { PollOutcome, PollState } from './state';

/** For so long, the list of canceled appointments is read for what the list lacks. */
const SEARCHED_MS = 10 * MINUTE_MS;

const UNDATED =
	'With other filters, there are appointments that do not say when they were created (created_at). They are recorded and start no execution';

/**
 * Compares the list with what is known. The first poll only records it.
 * @param lacking see `Recent`
 */
export async function findChanges(
	setup: Setup,
	before: PollState | undefined,
	lacking: Map<string, number>,
	warn: (problem: string) => void,
): Promise<PollOutcome> {
	const { client, event, now, scope } = setup;
	const book = bookIn(before);
	const isEdited = before !== undefined && before.scope !== scope;
	const events: IDataObject[] = [];
	const shown = new Set<string>();
	const compare = async (all: Appointment[], readAt: number) => {
		const isTakenUp = isEdited && book.since !== undefined;
		if (isTakenUp) takeUp(book, before.polledAt + client.now - Date.now());
		const pause = pauses();
		for (const appointment of all) {
			await pause();
			const { key, start, createdAt } = appointment;
			shown.add(key);
			if ((start?.ms ?? FOREVER) < now - LISTED_MS) continue;
			if (isTakenUp && !createdAt && !book.knows(key)) warn(UNDATED);
			events.push(...eventsIn(appointment, setup, book, readAt));
		}
	};
	const seesCanceled = event === 'canceled' || event === 'statusChanged';
	const filters = { ...setup.filters };
	if (seesCanceled) delete filters.is_cancelled;
	const readAt = performance.now();
	const list = await listRecent(client, filters);
	const watched = { book, client, filters, compare, warn, isOver: () => false };
	const { isRecorded, problem } = await compareList(watched, list, readAt);
	if (problem !== undefined && list.hasMoved) warn(problem);
	if (seesCanceled && isRecorded && isLacking(lacking, book.ahead(now), shown)) {
		const askedAt = performance.now();
		const canceled = await listRecent(client, { ...filters, is_cancelled: true });
		await compare((await appointmentsIn(canceled.entries, client.zone)).appointments, askedAt);
	}
	const isEnough = list.incomplete === undefined || (list.hasMoved && before?.isMoved === true);
	return {
		events,
		state: {
			...{ event, account: client.accountId, book: book.toString() },
			// Only a list that lacks nothing shows what there was at the edit.
			...(isEdited && !isEnough
				? { scope: before.scope, polledAt: before.polledAt, isMoved: list.hasMoved }
				: { scope, polledAt: now }),
		},
		problem: list.hasMoved ? undefined : problem,
	};
}

/** Static data may have been edited. */
function bookIn(before: PollState | undefined): Book {
	try {
		return Book.from(String(before?.book));
	} catch {
		return new Book();
	}
}

/** With other filters. @param polledAt the previous poll, on the clock of the service */
function takeUp(book: Book, polledAt: number): void {
	book.since = polledAt;
	book.takesUndated = false;
}

/** Whether the list may hide canceled appointments. What it lacks for long has left the filters. */
function isLacking(since: Map<string, number>, known: string[], shown: Set<string>): boolean {
	const lacking = new Set(known.filter((key) => !shown.has(key)));
	for (const key of since.keys()) if (!lacking.has(key)) since.delete(key);
	const now = performance.now();
	for (const key of lacking) if (!since.has(key)) since.set(key, now);
	return [...since.values()].some((first) => now - first < SEARCHED_MS);
}

/** The event that an appointment shows, if any. */
function eventsIn(
	appointment: Appointment,
	setup: Setup,
	book: Book,
	readAt: number,
): IDataObject[] {
	const { event } = setup;
	const { key, status, data } = appointment;
	const known = book.stateOf(key);
	// What is moved while it does not pass the filters is reported when it does.
	const isWaiting = !matches(setup, status ?? known?.status);
	if (event === 'rescheduled' && known && isWaiting) return [];
	const change = book.observe(appointment, readAt, rulesFor(setup));
	if (!change) return [];
	if (event === 'created') return [{ event, data }];
	return [{ event, data, previous: previousOf(change.before) }];
}

function rulesFor(setup: Setup): Rules {
	const { event } = setup;
	const isOther = (field: keyof State, before: State | undefined, now: State) =>
		before !== undefined && isOtherField(field, before, now);
	const selections: Record<string, Rules['isSelected']> = {
		created: (kind) => kind === 'created',
		canceled: (kind) => kind === 'canceled',
		rescheduled: (_kind, before, now) => isOther('start', before, now),
		statusChanged: (_kind, before, now) => isOther('status', before, now),
	};
	return {
		isReady: ({ status }) => event !== 'created' || matches(setup, status),
		isSelected: (kind, before, now) =>
			matches(setup, now.status) && selections[event]?.(kind, before, now) === true,
	};
}
