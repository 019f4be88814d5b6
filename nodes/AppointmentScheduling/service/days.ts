import type { IDataObject } from 'n8n-workflow';

import { listByStatuses } from './appointments';
import type { AppointmentFilters, AppointmentStatus } from './core/vocabulary';
import type { ServiceClient } from './http/client';
import type { Collected } from './lists/collect';
import { ALL_ENTRIES } from './lists/list';
import { DAY_MS, instantAt, instantsOf } from './values/dates';
import { withinSpan } from './values/span';

/** The first and the last one, YYYY-MM-DD on the clocks of the service. */
export type Days = [first: string, last: string];

interface Query {
	filters: AppointmentFilters;
	statuses: AppointmentStatus[];
	days: Days;
	zone: string;
}

interface Report {
	hint(text: string): void;
	/** Gets the starts of all that was read, also on other days. */
	read(starts: unknown[]): void;
}

const UNREAD =
	'Appointments whose start cannot be read are the last ones, and may be of other days';

/**
 * The appointments that start on these days, in the order of the service; last those whose start
 * cannot be read. Services differ in the zone in which they read filters, so more days are read.
 */
export async function listDays(
	client: ServiceClient,
	{ filters, statuses, days: [first, last], zone }: Query,
	report: Report,
): Promise<Collected> {
	const from = instantAt(Date.parse(first), zone);
	const to = instantAt(Date.parse(last) + DAY_MS, zone);
	const wider = { ...filters, ...withinSpan({}, from, to, zone) };
	const list = await listByStatuses(client, wider, statuses, ALL_ENTRIES);
	report.read(list.elements.map(({ start_date }) => start_date));
	const unread: IDataObject[] = [];
	const elements = list.elements.filter((appointment) => {
		const starts = instantsOf(appointment.start_date, zone);
		if (starts.length === 0) unread.push(appointment);
		return starts.some((start) => from <= start && start < to);
	});
	if (unread.length > 0) report.hint(`${UNREAD}: ${unread.length}`);
	return { ...list, elements: [...elements, ...unread] };
}
