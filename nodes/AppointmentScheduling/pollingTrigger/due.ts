import type { IDataObject } from 'n8n-workflow';

import { appointmentsIn, listByStatuses } from '../service/appointments';
import { DAY_MS } from '../service/values/dates';
import { widerSpan } from '../service/values/entered';
import { isCanceledStatus } from '../service/vocabulary';
import { packed, secondOf, unpacked } from './announced';
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
	const { client, event, zone, now, scope, delay, filters, statuses } = setup;
	const { from, to } = delay ? endedSpan(setup, delay) : soonSpan(setup);
	// A list may hide canceled appointments unless it is asked for their status.
	const asked = statuses.some(isCanceledStatus) ? statuses : [];
	const list = await listByStatuses(client, { ...filters, ...widerSpan(from, to, zone) }, asked);
	const { appointments } = await appointmentsIn(list.entries, zone);
	const announced = unpacked(stored?.announced);
	const account = client.accountId;
	const isKnown = appointments.length === 0 || appointments.some(({ key }) => announced.has(key));
	const before = stored?.account === account || isKnown ? stored : undefined;
	// With other filters or another delay, it goes on from the previous poll.
	const former = before?.scope === scope ? before.dueSince : before?.polledAt;
	const dueSince = (isContinued && former) || now;
	const judge = delay ? ended(setup, delay, dueSince) : startingSoon(setup, before);
	const events: IDataObject[] = [];
	for (const appointment of appointments) {
		const { key, start, data } = appointment;
		if (!start) continue;
		const { by, item } = judge(appointment, start.ms, announced.get(key)) ?? {};
		if (by !== undefined) announced.set(key, { start: secondOf(start.ms), by });
		if (item) events.push({ event, data, ...item });
	}
	const kept = packed(announced, from - KEPT_MS);
	return {
		events,
		state: {
			...{ event, account, scope, polledAt: now, announced: kept },
			...(delay && { dueSince }),
		},
		// What came while the list was read is in the next one.
		problem: list.hasMoved ? undefined : list.incomplete,
	};
}
