import type { AppointmentFilters } from '../core/vocabulary';
import { clockAt, DAY_MS, wallClock } from './dates';

/**
 * The filters, limited to appointments that start in the span. They have no offset, and time zones
 * are up to 26 hours apart, so they are at least 35 hours wider on both sides, from noon to noon:
 * clocks never change then, so that every service can read these local times.
 * @param from ms since the epoch
 * @param to ms since the epoch; undefined for no end
 */
export function withinSpan(
	filters: AppointmentFilters,
	from: number,
	to: number | undefined,
	zone: string,
): AppointmentFilters {
	const noon = (ms: number, days: number) =>
		`${wallClock(clockAt(ms, zone) + days * DAY_MS, 'utc').slice(0, 10)}T12:00:00`;
	const first = noon(from, -2);
	// In this format, local times sort as text.
	const { start_date = first } = filters;
	const since = { ...filters, start_date: start_date > first ? start_date : first };
	if (to === undefined) return since;
	const last = noon(to, 2);
	const { end_date = last } = filters;
	return { ...since, end_date: end_date < last ? end_date : last };
}
