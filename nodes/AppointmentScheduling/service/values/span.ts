import { DateTime } from 'luxon';

import type { AppointmentFilters } from '../vocabulary';

/** Clocks never change at noon, so that every service can read this local time. */
const NOON = "yyyy-MM-dd'T'12:00:00";

/**
 * Date filters for every appointment that starts in the span. The service's filters have no offset,
 * and time zones are up to 26 hours apart, so they are at least 35 hours wider on both sides.
 * @param from ms since the epoch
 * @param to ms since the epoch; undefined for no end
 */
export function spanFilters(
	from: number,
	to: number | undefined,
	zone: string,
): { start_date: string; end_date?: string } {
	const noon = (ms: number, days: number) =>
		DateTime.fromMillis(ms, { zone }).plus({ days }).toFormat(NOON);
	return { start_date: noon(from, -2), ...(to !== undefined && { end_date: noon(to, 2) }) };
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
const later = (some: string | undefined, other: string): string =>
	some !== undefined && some > other ? some : other;

const earlier = (some: string | undefined, other: string): string =>
	some !== undefined && some < other ? some : other;
