import type { IDataObject } from 'n8n-workflow';

import { listAppointments, listByStatuses } from '../service/appointments';
import { instantOf } from '../service/values/dates';
import { comparableKey, keyIn } from '../service/values/keys';
import { withinSpan } from '../service/values/span';
import { isCanceledStatus } from '../service/core/vocabulary';
import { Book } from '../watching/book';
import { wholeList } from '../watching/recent';
import { isSameState, latest } from '../watching/row';
import { stateOf } from '../watching/state';
import { ended } from './ended';
import type { Setup } from './setup';
import { startingSoon } from './startingSoon';
import type { Outcome, PollState } from './state';

/** A record never runs by itself. */
const RULES = { isWanted: () => false, graceMs: 0, lagMs: 0 };

/**
 * Announces each appointment once for each moment, and remembers what was said.
 * @param isContinued false for the first poll after the workflow was published
 */
export async function moments(
	setup: Setup,
	before: PollState | undefined,
	isContinued: boolean,
): Promise<Outcome> {
	const { client, event, filters, statuses, zone, now: at, delay } = setup;
	const { from, to, dueSince, judge } = delay
		? ended({ ...setup, delay }, before, isContinued)
		: startingSoon(setup, before);
	const wanted = withinSpan(filters, from, to, zone);
	// A service may hide canceled appointments unless it is asked for their status.
	const isHidden = delay && statuses.some(isCanceledStatus);
	const list = isHidden
		? listByStatuses(client, wanted, statuses, Infinity)
		: listAppointments(client, wanted, Infinity, 'record');
	const book = before?.book ?? new Book();
	const events: IDataObject[] = [];
	for (const data of await wholeList(list)) {
		const key = comparableKey(data.appointment_key);
		const start = instantOf(data.start_date, zone);
		if (key === undefined || start === undefined) continue;
		const said = latest(book.get(key) ?? { runs: [] });
		const state = { start: stateOf(data).start };
		const isSameStart = said !== undefined && isSameState(said, state, book.rules);
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
