import { DateTime } from 'luxon';

import type { AppointmentFilters } from './vocabulary';

export const DAY_MS = 86_400_000;

/** Zones lie 26 hours apart at most, from UTC-12 to UTC+14. */
const ZONES_APART_MS = 27 * 3_600_000;

/**
 * Date filters that hold every appointment which starts in the span, whatever time zone the
 * service reads them in: the document gives them no offset.
 * @param from ms since the epoch
 * @param to ms since the epoch; undefined for no end
 */
export function spanFilters(
	from: number,
	to: number | undefined,
	zone: string,
): Pick<AppointmentFilters, 'start_date' | 'end_date'> {
	return {
		start_date: wallClock(from - ZONES_APART_MS, zone),
		...(to !== undefined && { end_date: wallClock(to + ZONES_APART_MS, zone) }),
	};
}

/** The filters, with dates that are no wider than the span. @see spanFilters */
export function withinSpan(
	filters: AppointmentFilters,
	from: number,
	to: number | undefined,
	zone: string,
): AppointmentFilters {
	const span = spanFilters(from, to, zone);
	const within = { ...filters, ...span };
	// Wall clocks of one form stand in the order of their letters.
	if (filters.start_date && filters.start_date > (span.start_date ?? '')) {
		within.start_date = filters.start_date;
	}
	if (filters.end_date && filters.end_date < (span.end_date ?? '9')) {
		within.end_date = filters.end_date;
	}
	return within;
}

export const wallClock = (ms: number, zone: string): string =>
	DateTime.fromMillis(ms, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ss");
