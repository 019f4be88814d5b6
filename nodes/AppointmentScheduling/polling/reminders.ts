import type { IDataObject } from 'n8n-workflow';

import { listAppointments } from '../service/appointments';
import { DAY_MS } from '../service/values/dates';
import { withinSpan } from '../service/values/span';
import { startsSoon } from './changes';
import { matches, type Setup } from './setup';
import { snapshotOf, startsSince, where } from './formerSnapshot';
import type { Outcome, PollState } from './state';

/**
 * All that starts between the poll before and the lead time from now. What was told of is
 * remembered until a day after its start, should the clock of n8n be set back.
 */
export async function reminders(
	setup: Setup,
	{ polledAt = setup.now, snapshot: told = {} }: PollState,
): Promise<Outcome> {
	const { client, zone, filters, now, lead } = setup;
	const from = Math.min(polledAt, now);
	const span = withinSpan(filters, from, now + lead, zone);
	const { elements } = await listAppointments(client, span, Infinity);
	const wanted = elements.filter((data) => matches(setup, data));
	const events = startsSoon(wanted, from, now + lead, told, zone);
	const kept = where(told, (_, seen) => startsSince(now - DAY_MS, seen, zone, false));
	const news = snapshotOf(events.map(({ data }) => data as IDataObject));
	return { events, snapshot: { ...kept, ...news } };
}
