import { DateTime } from 'luxon';

import type { AppointmentFilters } from '../vocabulary';

/** Time zones are at most 26 hours apart, from UTC-12 to UTC+14. */
const ZONES_APART_HOURS = 27;
/** Clocks never change at noon, so that every service can read this local time. */
const NOON = "yyyy-MM-dd'T'12:00:00";

/**
 * Date filters for every appointment that starts in the span. They are wide enough for any time
 * zone, because the service's filters have no offset, and rounded outward to noon, because a local
 * time at which clocks change does not exist or happens twice.
 * @param from ms since the epoch
 * @param to ms since the epoch; undefined for no end
 */
export function spanFilters(
	from: number,
	to: number | undefined,
	zone: string,
): { start_date: string; end_date?: string } {
	const local = (ms: number, hours: number) => DateTime.fromMillis(ms, { zone }).plus({ hours });
	const first = local(from, -ZONES_APART_HOURS);
	const last = to === undefined ? undefined : local(to, ZONES_APART_HOURS);
	return {
		start_date: first.minus({ days: first.hour < 12 ? 1 : 0 }).toFormat(NOON),
		...(last && { end_date: last.plus({ days: last.hour < 12 ? 0 : 1 }).toFormat(NOON) }),
	};
}

/** The filters, with dates limited to the span. @see spanFilters */
export function withinSpan(
	filters: AppointmentFilters,
	from: number,
	to: number | undefined,
	zone: string,
): AppointmentFilters {
	const { start_date, end_date } = spanFilters(from, to, zone);
	return {
		...filters,
		start_date: later(filters.start_date, start_date),
		...(end_date !== undefined && { end_date: earlier(filters.end_date, end_date) }),
	};
}

/** The later of two local times; in this format they sort as text. */
export const later = (some: string | undefined, other: string): string =>
	some !== undefined && some > other ? some : other;

const earlier = (some: string | undefined, other: string): string =>
	some !== undefined && some < other ? some : other;
