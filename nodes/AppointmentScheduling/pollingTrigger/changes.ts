import type { IDataObject } from 'n8n-workflow';

import { CANCELLATION_EVENT, CREATION_EVENT, isCanceledStatus } from '../service/core/vocabulary';
import { Book } from '../watching/book';
import { checkList } from '../watching/check';
import type { Rules } from '../watching/difference';
import { registry } from '../watching/keepLatest';
import { answerOf, MissingAppointments } from '../watching/missing';
import { shownByKey } from '../watching/recent';
import type { Row } from '../watching/rows';
import { isOtherField, previousOf, sightOf, type State } from '../watching/state';
import { matches, type Setup } from './setup';
import type { PollOutcome, PollState } from './state';

/** To see cancellations, the list has to contain canceled appointments and the others. */
const WITH_CANCELED: string[] = ['statusChanged', 'canceled'];

const searches = registry(() => new MissingAppointments());

/** Compares the list with what is known. The first poll only records it. */
export async function findChanges(
	id: string,
	setup: Setup,
	before: PollState | undefined,
	warn: (text: string, error?: unknown) => void,
): Promise<PollOutcome> {
	const { client, event, zone, now } = setup;
	const book = new Book().load(before?.book);
	const seesCanceled = WITH_CANCELED.includes(event);
	const filters = { ...setup.filters };
	if (seesCanceled) delete filters.is_cancelled;
	const events: IDataObject[] = [];
	const compare = (all: IDataObject[], readAt: number, isGone = false) => {
		const found = all.flatMap((data) => eventsIn(data, setup, book, readAt));
		// What is gone got no other status: that is only recorded.
		if (!isGone || event === 'canceled') events.push(...found);
	};
	const ask = async ({ spelling }: Row) => {
		const readAt = performance.now();
		const data = await shownByKey(client, spelling);
		// Others have left the filters.
		if (data && isCanceledStatus(data.status)) compare([data], readAt);
		return data ? 'shown' : 'gone';
	};
	await checkList({
		...{ book, client, filters, zone, now, compare, warn },
		missing: seesCanceled ? searches(id) : undefined,
		ask: async (row) => await answerOf(async () => await ask(row), warn),
		isOver: () => false,
	});
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
