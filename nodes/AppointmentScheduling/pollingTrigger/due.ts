import type { IDataObject } from 'n8n-workflow';

import { appointmentsIn, listAppointments, listByStatuses } from '../service/appointments';
import { DAY_MS } from '../service/values/dates';
import { widerSpan } from '../service/values/entered';
import { isCanceledStatus } from '../service/vocabulary';
import { forget, packed, secondOf, unpacked, type Span } from './announced';
import { ended, endedSpan } from './ended';
import type { Setup } from './setup';
import { soonSpan, startingSoon } from './startingSoon';
import type { PollOutcome, PollState } from './state';

/** Long, because an appointment may be moved to the future again. */
const KEPT_MS = 30 * DAY_MS;

/**
 * Announces each appointment once for each moment before or after it, and remembers that.
 * @param isContinued false for the first poll after a pause
 */
export async function findDue(
	setup: Setup,
	stored: PollState | undefined,
	isContinued: boolean,
): Promise<PollOutcome> {
	const { client, event, zone, now, scope } = setup;
	const isEnded = event === 'ended';
	const span = isEnded ? endedSpan(setup) : soonSpan(setup);
	const list = await listWithin(setup, span);
	const { appointments } = await appointmentsIn(list.entries, zone);
	const announced = unpacked(stored?.announced);
	const account = client.accountId;
	const isKnown = appointments.length === 0 || appointments.some(({ key }) => announced.has(key));
	const before = stored?.account === account || isKnown ? stored : undefined;
	const dueSince = (isContinued && before && dueBefore(before, scope)) || now;
	const judge = isEnded ? ended(setup, dueSince) : startingSoon(setup, before);
	const events: IDataObject[] = [];
	for (const appointment of appointments) {
		const { key, status, start, end, createdAt } = appointment;
		if (start === undefined) continue;
		const last = announced.get(key);
		const second = secondOf(start.ms);
		const former = last?.start === second ? last : undefined;
		const times = { start: start.ms, end: end?.ms, booked: createdAt?.ms };
		const { by, item } = judge({ status, ...times, last, former }) ?? {};
		if (by !== undefined) announced.set(key, { start: second, by });
		if (item) events.push({ event, data: appointment.data, ...item });
	}
	forget(announced, span.from - KEPT_MS);
	const state = { event, account, scope, polledAt: now, announced: packed(announced) };
	return {
		events,
		state: { ...state, ...(isEnded && { dueSince }) },
		// What came while the list was read is in the next one.
		problem: list.hasMoved ? undefined : list.incomplete,
	};
}

/** With other filters or another delay, it goes on from the previous poll. */
const dueBefore = ({ dueSince, polledAt, scope: former }: PollState, scope: string) =>
	former === scope ? dueSince : polledAt;

async function listWithin({ client, filters, statuses, zone }: Setup, { from, to }: Span) {
	const wanted = { ...filters, ...widerSpan(from, to, zone) };
	// A list may hide canceled appointments unless it is asked for their status.
	return statuses.some(isCanceledStatus)
		? await listByStatuses(client, wanted, statuses)
		: await listAppointments(client, wanted);
}
