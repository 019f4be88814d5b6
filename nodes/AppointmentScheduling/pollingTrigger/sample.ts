import type { IDataObject } from 'n8n-workflow';

import { listByStatuses } from '../service/appointments';
import { DAY_MS, FOREVER, instantOf } from '../service/values/dates';
import { withinSpan } from '../service/values/span';
import { isCanceledStatus } from '../service/core/vocabulary';
import { matches, type Setup } from './setup';
import { ALL_ENTRIES } from '../service/lists/collect';

const MOST = 3;
const RECENT_MS = 7 * DAY_MS;

/**
 * The test event in the editor: a few upcoming appointments, canceled ones first for Appointment
 * Canceled, or those of the last days for Appointment Ended. For reminders, one for each lead time.
 */
export async function readSamples(setup: Setup): Promise<IDataObject[]> {
	const { client, event, filters, statuses, zone, now, leadTimes, delay } = setup;
	const [from, to] = delay ? [now - RECENT_MS, now] : [now, FOREVER];
	const wanted = withinSpan(filters, from, delay && to, zone);
	const { elements } = await listByStatuses(client, wanted, statuses, ALL_ENTRIES);
	const startOf = ({ start_date }: IDataObject) => instantOf(start_date, zone) ?? to;
	const isWithin = (start: number) => start >= from && start <= to;
	const found = elements.filter((data) => isWithin(startOf(data)) && matches(setup, data));
	if (delay) found.sort((one, other) => startOf(other) - startOf(one));
	if (event === 'canceled') found.sort((one, other) => canceledFirst(one) - canceledFirst(other));
	const shown = found.slice(0, MOST);
	if (event === 'startsSoon') {
		return leadTimes.flatMap((leadTime, index) => {
			const data = shown[index % shown.length];
			return data ? [{ event, data, leadTime: leadTime.shown }] : [];
		});
	}
	return shown.map((data) => {
		if (delay) return { event, data, delay };
		if (event === 'created') return { event, data };
		const { start_date, status } = data;
		return { event, data, previous: { start_date, status } };
	});
}

const canceledFirst = ({ status }: IDataObject): number => (isCanceledStatus(status) ? 0 : 1);
