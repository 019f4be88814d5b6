import type { IDataObject } from 'n8n-workflow';

import { listAppointments, listByStatuses } from '../service/appointments';
import { isCanceledStatus } from '../service/core/vocabulary';
import { instantOf } from '../service/values/dates';
import { comparableKey, keyIn } from '../service/values/keys';
import { withinSpan } from '../service/values/span';
import { Book } from '../watching/former/book';
import { wholeList } from '../watching/former/recent';
import { latest, type Known } from '../watching/former/row';
import { isSameState, stateOf } from '../watching/former/state';
import type { Setup } from './setup';
import type { PollOutcome } from './state';
import { ALL_ENTRIES } from '../service/lists/collect';

/** A listed appointment, and what was said about it. */
export interface Candidate {
	data: IDataObject;
	/** ms since the epoch. */
	start: number;
	/** At the time of the poll, with a label instead of the status. */
	said: Known | undefined;
	/** Whether it has the same start as then. */
	isSameStart: boolean;
}

/** Moments before or after an appointment at which it is announced. */
export interface Moments {
	/** Which starts a poll reads: ms since the epoch. */
	from: number;
	to: number;
	/** Since when runs may be due. */
	dueSince?: number;
	/**
	 * The label to remember and, if the announcement is due, what the item gets. Undefined if it is
	 * not the appointment's turn, or everything was said already.
	 */
	judge(candidate: Candidate): { label: string; item?: IDataObject } | undefined;
}

/** A record never runs by itself. */
const RULES = { isWanted: () => false, graceMs: 0, lagMs: 0 };

/** Announces each appointment once for each moment, and remembers what was said. */
export async function findDue(
	{ client, event, filters, statuses, zone, now: at }: Setup,
	book: Book,
	{ from, to, dueSince, judge }: Moments,
): Promise<PollOutcome> {
	const wanted = withinSpan(filters, from, to, zone);
	// A service may hide canceled appointments unless it is asked for their status.
	const list =
		event === 'ended' && statuses.some(isCanceledStatus)
			? listByStatuses(client, wanted, statuses, ALL_ENTRIES)
			: listAppointments(client, wanted, ALL_ENTRIES, 'record');
	const events: IDataObject[] = [];
	for (const data of await wholeList(list)) {
		const key = comparableKey(data.appointment_key);
		const start = instantOf(data.start_date, zone);
		if (key === undefined || start === undefined) continue;
		const said = latest(book.get(key));
		const state = { start: stateOf(data).start };
		const isSameStart = said !== undefined && isSameState(said, state, book.agreement);
		const { label, item } = judge({ data, start, said, isSameStart }) ?? {};
		if (label !== undefined) {
			const record = { by: 'record', state: { ...state, status: label }, at } as const;
			book.observe(key, keyIn(data.appointment_key) ?? key, record, RULES);
		}
		if (item) events.push({ event, data, ...item });
	}
	book.leaveBefore(from, zone);
	book.trim(zone);
	return { events, book, dueSince };
}
