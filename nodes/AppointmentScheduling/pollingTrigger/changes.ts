import type { IDataObject } from 'n8n-workflow';

import { listAppointments } from '../service/appointments';
import type { Collected } from '../service/lists/collect';
import { DAY_MS, instantOf } from '../service/values/dates';
import { withinSpan } from '../service/values/span';
import type { AppointmentFilters } from '../service/vocabulary';
import { hiddenCancellations } from '../watching/hiddenCancellations';
import { Snapshot } from '../watching/snapshot';
import { wholeList } from '../watching/wholeList';
import { Comparison } from './comparison';
import type { Setup } from './setup';
import type { Outcome, PollState } from './state';

/** An appointment is watched for a day after its start, because its status often changes then. */
const WATCHED_AFTER_START_MS = DAY_MS;

/** Appointments that left the list are remembered longer, in case n8n's clock is set back. */
const REMEMBERED_AFTER_START_MS = 2 * DAY_MS;

/** Compares the list with the previous poll. The first poll only records it. */
export async function comparison(setup: Setup, before: PollState): Promise<Outcome> {
	const compared = new Comparison(setup, before);
	const list = listAppointments(setup.client, watchedFilters(setup), Infinity);
	for (const data of await watched(setup, list)) compared.add(data);
	if (setup.event === 'statusChanged') {
		for (const data of await canceledSince(setup, before, compared.next)) compared.add(data);
	}
	const { next: snapshot, events } = compared;
	const left = before.left ?? new Snapshot();
	if (before.snapshot) left.add(before.snapshot);
	left.subtract(snapshot);
	left.forgetBefore((setup.now - REMEMBERED_AFTER_START_MS) / 1000);
	return { events, snapshot, left };
}

const watchedSince = ({ now }: Setup): number => now - WATCHED_AFTER_START_MS;

/** To see changes between canceled and not canceled, the list has to contain both. */
function watchedFilters(setup: Setup): AppointmentFilters {
	const wanted = withinSpan(setup.filters, watchedSince(setup), undefined, setup.zone);
	if (setup.event === 'statusChanged') delete wanted.is_cancelled;
	return wanted;
}

/** What left the list since the previous poll is looked for once among the canceled. */
async function canceledSince(
	setup: Setup,
	{ snapshot }: PollState,
	listed: Snapshot,
): Promise<IDataObject[]> {
	const missing = snapshot?.copy() ?? new Snapshot();
	missing.subtract(listed);
	missing.forgetBefore(watchedSince(setup) / 1000);
	return await hiddenCancellations(missing, {
		client: setup.client,
		filters: watchedFilters(setup),
		limit: Infinity,
		read: async (list) => await watched(setup, list),
	});
}

async function watched(setup: Setup, list: Promise<Collected>): Promise<IDataObject[]> {
	const from = watchedSince(setup);
	const starts = ({ start_date }: IDataObject) => instantOf(start_date, setup.zone) ?? Infinity;
	return (await wholeList(list)).filter((data) => starts(data) >= from);
}
