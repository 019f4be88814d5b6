import { wallClock } from './dates';
import type { AppointmentFilters } from '../vocabulary';

/** Time zones are at most 26 hours apart, from UTC-12 to UTC+14. */
const ZONES_APART_MS = 27 * 3_600_000;

/**
 * Date filters for every appointment that starts in the span. They are wide enough for any time
 * zone, because the service's filters have no offset.
 * @param from ms since the epoch
 * @param to ms since the epoch; undefined for no end
 */
export function spanFilters(
	from: number,
	to: number | undefined,
	zone: string,
): { start_date: string; end_date?: string } {
	return {
		start_date: wallClock(from - ZONES_APART_MS, zone),
		...(to !== undefined && { end_date: wallClock(to + ZONES_APART_MS, zone) }),
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
