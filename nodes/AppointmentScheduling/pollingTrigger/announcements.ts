import type { IDataObject } from 'n8n-workflow';

import { listAppointments, listByStatuses } from '../service/appointments';
import { isCanceledStatus } from '../service/core/vocabulary';
import { ALL_ENTRIES } from '../service/lists/list';
import { DAY_MS, instantOf } from '../service/values/dates';
import { comparableKey } from '../service/values/keys';
import { withinSpan } from '../service/values/span';
import { wholeOrLikely } from '../watching/recent';
import { isSameState, keysOf, startIn, stateOf } from '../watching/state';
import { packed, unpacked, type Span } from './announced';
import { ended, endedSpan } from './ended';
import type { Setup } from './setup';
import { soonSpan, startingSoon } from './startingSoon';
import type { PollOutcome, PollState } from './state';

/** Long, because n8n's clock may run ahead for a while. */
const KEPT_MS = 30 * DAY_MS;

/**
 * Announces each appointment once for each moment before or after it, and remembers that.
 * @param isContinued false for the first poll after the workflow was published
 */
export async function findDue(
	setup: Setup,
	stored: PollState | undefined,
	isContinued: boolean,
	warn: (text: string) => void,
): Promise<PollOutcome> {
	const { event, zone, account, now, scope } = setup;
	const isEnded = event === 'ended';
	const span = isEnded ? endedSpan(setup) : soonSpan(setup);
	const listed = wholeOrLikely(await listWithin(setup, span), warn);
	const announced = unpacked(stored?.announced);
	const isOtherAccount =
		stored?.account !== account && ![...keysOf(listed)].some((key) => announced.has(key));
	const before = isOtherAccount && listed.length > 0 ? undefined : stored;
	const isSameScope = isContinued && before?.scope === scope;
	// Nothing was due in the time by which n8n's clock was set back.
	const dueSince = Math.min((isSameScope && before.dueSince) || now, now);
	const judge = isEnded ? ended(setup, dueSince) : startingSoon(setup, before);
	const events: IDataObject[] = [];
	for (const data of listed) {
		const key = comparableKey(data.appointment_key);
		const start = instantOf(data.start_date, zone);
		if (key === undefined || start === undefined) continue;
		const last = announced.get(key);
		const state = { start: stateOf(data).start };
		const former = last && isSameState(last, state, zone) ? last : undefined;
		const { by, item } = judge({ data, start, last, former }) ?? {};
		if (by !== undefined) announced.set(key, { ...state, by });
		if (item) events.push({ event, data, ...item });
	}
	for (const [key, last] of announced) {
		if (startIn(last, zone) < span.from - KEPT_MS) announced.delete(key);
	}
	return { events, dueSince, announced: packed(announced) };
}

async function listWithin({ client, filters, statuses, zone }: Setup, { from, to }: Span) {
	const wanted = withinSpan(filters, from, to, zone);
	// A service may hide canceled appointments unless it is asked for their status.
	return statuses.some(isCanceledStatus)
		? await listByStatuses(client, wanted, statuses, ALL_ENTRIES)
		: await listAppointments(client, wanted, ALL_ENTRIES);
}
