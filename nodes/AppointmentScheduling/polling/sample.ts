import type { IDataObject } from 'n8n-workflow';

import { listAppointments, listByStatuses } from '../service/appointments';
import { wallClock } from '../service/values/dates';
import { later } from '../service/values/span';
import type { Setup } from './setup';

const SAMPLE_SIZE = 3;

/** What a test in the editor shows: a few appointments to come, in the shape of the event. */
export async function sample({
	client,
	event,
	filters,
	statuses,
	zone,
	now,
}: Setup): Promise<IDataObject[]> {
	const wanted = { ...filters, start_date: later(filters.start_date, wallClock(now, zone)) };
	if (event === 'startsSoon' && statuses.length === 0) wanted.is_cancelled ??= false;
	const { elements } =
		statuses.length > 0
			? await listByStatuses(client, wanted, statuses, SAMPLE_SIZE)
			: await listAppointments(client, wanted, SAMPLE_SIZE);
	const isChange = event === 'rescheduled' || event === 'statusChanged';
	return elements.map((data) => ({
		event,
		data,
		...(isChange && { previous: { start_date: data.start_date, status: data.status } }),
	}));
}
