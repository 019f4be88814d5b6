import { listAppointments, listByStatuses } from '../service/appointments';
import { withinSpan } from '../service/values/span';
import { startingSince } from '../watching/recent';
import { matches, type Setup } from './setup';
import type { Outcome } from './state';

const SAMPLE_SIZE = 3;

/**
 * The test event in the editor: a few upcoming appointments in the format of the event. For
 * reminders, one for each lead time.
 */
export async function sample(setup: Setup): Promise<Pick<Outcome, 'events' | 'listed'>> {
	const { client, event, filters, statuses, zone, now, leadTimes } = setup;
	const wanted = withinSpan(filters, now, undefined, zone);
	const { elements: listed } =
		statuses.length > 0
			? await listByStatuses(client, wanted, statuses, Infinity)
			: await listAppointments(client, wanted, Infinity);
	const upcoming = startingSince(listed, now, zone).filter((data) => matches(setup, data));
	const shown = upcoming.slice(0, SAMPLE_SIZE);
	const perLeadTime = leadTimes.flatMap((leadTime, index) => {
		const data = shown[index % shown.length];
		return data ? [{ event, data, leadTime: leadTime.shown }] : [];
	});
	const perAppointment = shown.map((data) => {
		const { start_date, status } = data;
		return { event, data, ...(event !== 'created' && { previous: { start_date, status } }) };
	});
	return { events: event === 'startsSoon' ? perLeadTime : perAppointment, listed };
}
