import type { IDataObject } from 'n8n-workflow';

import { namesOf } from '../fields/values';
import { listAppointments, listByStatuses } from '../service/appointments';
import { ServiceError } from '../service/errors';
import type { Collected } from '../service/lists/collect';
import { DAY_MS, instantOf } from '../service/values/dates';
import { withinSpan } from '../service/values/span';
import {
	APPOINTMENT_STATUSES,
	isCanceledStatus,
	type AppointmentFilters,
} from '../service/vocabulary';
import { keyOf, MINUTE_MS, Snapshot } from '../watching/snapshot';
import { Comparison } from './changes';
import type { Setup } from './setup';
import type { Outcome, PollState } from './state';

/** An appointment is watched for a day after its start, because its status often changes then. */
const WATCHED_AFTER_START_MS = DAY_MS;

/** Appointments that left the list are remembered longer, in case n8n's clock is set back. */
const REMEMBERED_AFTER_START_MS = 2 * DAY_MS;

const CANCELED_STATUSES = namesOf(APPOINTMENT_STATUSES).filter(isCanceledStatus);

/** Compares the list with the previous poll. The first poll only records it. */
export async function comparison(setup: Setup, before: PollState): Promise<Outcome> {
	const compared = new Comparison(setup, before);
	const list = listAppointments(setup.client, watchedFilters(setup), Infinity);
	for (const data of await watched(setup, list)) compared.add(data);
	if (setup.event === 'statusChanged') {
		for (const data of await hiddenCancellations(setup, before, compared.next)) compared.add(data);
	}
	const { next: snapshot, events } = compared;
	const left = before.left ?? new Snapshot();
	if (before.snapshot) left.add(before.snapshot);
	left.subtract(snapshot);
	left.prune((setup.now - REMEMBERED_AFTER_START_MS) / MINUTE_MS);
	return { events, snapshot, left };
}

const watchedSince = ({ now }: Setup): number => now - WATCHED_AFTER_START_MS;

/** To see changes between canceled and not canceled, the list has to contain both. */
function watchedFilters(setup: Setup): AppointmentFilters {
	const wanted = withinSpan(setup.filters, watchedSince(setup), undefined, setup.zone);
	if (setup.event === 'statusChanged') delete wanted.is_cancelled;
	return wanted;
}

/**
 * A service may hide canceled appointments from its list. We look once for appointments that left
 * the list since the previous poll: by flag and, if that does not find all of them, by status,
 * because the two may disagree.
 */
async function hiddenCancellations(
	setup: Setup,
	{ snapshot }: PollState,
	listed: Snapshot,
): Promise<IDataObject[]> {
	const missing = new Snapshot();
	if (snapshot) missing.add(snapshot);
	missing.subtract(listed);
	missing.prune(watchedSince(setup) / MINUTE_MS);
	const isAnyMissing = () => missing.some(({ status }) => !isCanceledStatus(status));
	const takeFrom = (canceled: IDataObject[]) =>
		canceled.filter((data) => {
			const key = keyOf(data);
			const isFound = key !== undefined && missing.get(key) && isCanceledStatus(data.status);
			if (isFound) missing.delete(key);
			return isFound;
		});

	if (!isAnyMissing()) return [];
	const { client } = setup;
	const wanted = watchedFilters(setup);
	const byFlag = takeFrom(
		await watched(setup, listAppointments(client, { ...wanted, is_cancelled: true }, Infinity)),
	);
	if (!isAnyMissing()) return byFlag;
	const byStatus = takeFrom(
		await watched(setup, listByStatuses(client, wanted, CANCELED_STATUSES, Infinity)),
	);
	return [...byFlag, ...byStatus];
}

async function watched(setup: Setup, list: Promise<Collected>): Promise<IDataObject[]> {
	const from = watchedSince(setup);
	const starts = ({ start_date }: IDataObject) => instantOf(start_date, setup.zone) ?? Infinity;
	return (await complete(list)).filter((data) => starts(data) >= from);
}

/** An incomplete list fails the poll, so that the next one retries. @throws ServiceError */
export async function complete(list: Promise<Collected>): Promise<IDataObject[]> {
	const { elements, incomplete } = await list;
	if (incomplete === undefined) return elements;
	throw new ServiceError(incomplete, 'Nothing was reported. The next poll reads the list again');
}
