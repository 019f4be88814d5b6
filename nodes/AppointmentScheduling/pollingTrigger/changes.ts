import type { IDataObject } from 'n8n-workflow';

import { pauses } from '../concurrency/wait';
import type { Appointment } from '../service/appointment';
import { appointmentsIn } from '../service/appointments';
import { FOREVER, MINUTE_MS } from '../service/values/dates';
import { Book } from '../watching/book';
import { checkList, LISTED_MS, listRecent } from '../watching/check';
import { isOtherField, previousOf, type Field, type Rules } from '../watching/difference';
import { matches } from './matches';
import type { Recent } from './recentPolls';
import type { Setup } from './setup';
import type { PollOutcome, PollState } from './state';

/** For so long, the list of canceled appointments is read for what the list lacks. */
const SEARCHED_MS = 10 * MINUTE_MS;

const UNDATED =
	'With other filters, there are appointments that do not say when they were created (created_at). They are recorded and start no execution';

/** Compares the list with what is known. The first poll only records it. */
export async function findChanges(
	setup: Setup,
	before: PollState | undefined,
	recent: Recent,
	warn: (problem: string) => void,
): Promise<PollOutcome> {
	const { client, event, now, scope } = setup;
	const book = Book.from(before?.book);
	const isEdited = before !== undefined && before.scope !== scope;
	const rules = rulesFor(setup);
	const events: IDataObject[] = [];
	const compare = async (shown: Appointment[], readAt: number) => {
		const isTakenUp = isEdited && book.since !== undefined;
		if (isTakenUp) {
			// On the clock of the service.
			book.since = before.polledAt + client.now - Date.now();
			book.takesUndated = false;
		}
		const pause = pauses();
		for (const appointment of shown) {
			await pause();
			const { key, start, status, createdAt, data } = appointment;
			if ((start?.ms ?? FOREVER) < now - LISTED_MS) continue;
			const known = book.stateOf(key);
			if (isTakenUp && !createdAt && !known) warn(UNDATED);
			// What is moved while it does not pass the filters is reported when it does.
			const isWaiting = known && !matches(setup, status ?? known.status);
			if (event === 'rescheduled' && isWaiting) continue;
			const change = book.observe(appointment, readAt, rules);
			if (!change) continue;
			const previous = event === 'created' ? undefined : { previous: previousOf(change.before) };
			events.push({ event, data, ...previous });
		}
	};
	const seesCanceled = event === 'canceled' || event === 'statusChanged';
	const filters = { ...setup.filters };
	if (seesCanceled) delete filters.is_cancelled;
	const watched = { book, client, filters, compare, warn, isOver: () => false };
	const { list, isRecorded, problem } = await checkList(watched);
	if (problem !== undefined && list.hasMoved) warn(problem);
	if (seesCanceled && isRecorded && isLacking(recent, book.ahead(now), list.entries)) {
		const readAt = performance.now();
		const canceled = await listRecent(client, { ...filters, is_cancelled: true });
		await compare((await appointmentsIn(canceled.entries, client.zone)).appointments, readAt);
	}
	// Only a list that lacks nothing shows what there was at an edit.
	const isEnough = list.incomplete === undefined || (list.hasMoved && before?.isMoved === true);
	const seen =
		isEdited && !isEnough
			? { scope: before.scope, polledAt: before.polledAt, isMoved: list.hasMoved }
			: { scope, polledAt: now };
	return {
		events,
		state: { event, account: client.accountId, book: book.toString(), ...seen },
		problem: list.hasMoved ? undefined : problem,
	};
}

/** Whether the list may hide canceled appointments. What it lacks for long has left the filters. */
function isLacking(recent: Recent, known: string[], entries: IDataObject[]): boolean {
	const shown = new Set(entries.map((entry) => entry.appointment_key));
	const now = performance.now();
	const since = (key: string) => recent.lacking.get(key) ?? now;
	const lacking = known.filter((key) => !shown.has(key));
	recent.lacking = new Map(lacking.map((key) => [key, since(key)]));
	return lacking.some((key) => now - since(key) < SEARCHED_MS);
}

/** The others are about a kind of change. */
const COMPARED: Partial<Record<Setup['event'], Field>> = {
	rescheduled: 'start',
	statusChanged: 'status',
};

function rulesFor(setup: Setup): Rules {
	const { event } = setup;
	const field = COMPARED[event];
	return {
		isReady: ({ status }) => event !== 'created' || matches(setup, status),
		isSelected: (kind, before, now) =>
			matches(setup, now.status) &&
			(field ? isOtherField(field, before ?? {}, now) : kind === event),
	};
}
