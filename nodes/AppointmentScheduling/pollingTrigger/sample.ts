import type { IDataObject } from 'n8n-workflow';

import { listAppointments, listByStatuses } from '../service/appointments';
import { wallClock } from '../service/values/dates';
import { later } from '../service/values/span';
import { shownLeadTime } from './leadTimes';
import type { Setup } from './setup';

const SAMPLE_SIZE = 3;

/** The test event in the editor: a few upcoming appointments in the format of the event. */
export async function sample(setup: Setup): Promise<IDataObject[]> {
	const { client, event, filters, statuses, zone, now, leadTimes } = setup;
	const wanted = { ...filters, start_date: later(filters.start_date, wallClock(now, zone)) };
	if (event === 'startsSoon' && statuses.length === 0) wanted.is_cancelled ??= false;
	const { elements } =
		statuses.length > 0
			? await listByStatuses(client, wanted, statuses, SAMPLE_SIZE)
			: await listAppointments(client, wanted, SAMPLE_SIZE);
	return elements.map((data) => {
		const { start_date, status } = data;
		if (event === 'created') return { event, data };
		if (event === 'startsSoon') return { event, data, leadTime: shownLeadTime(leadTimes[0]) };
		return { event, data, previous: { start_date, status } };
	});
}
