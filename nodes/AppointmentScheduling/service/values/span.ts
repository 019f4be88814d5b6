import { wallClock } from './dates';
import type { AppointmentFilters } from '../vocabulary';

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
): { start_date: string; end_date?: string } {
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
	const { start_date, end_date } = spanFilters(from, to, zone);
	return {
		...filters,
		start_date: later(filters.start_date, start_date),
		...(end_date !== undefined && { end_date: earlier(filters.end_date, end_date) }),
	};
}

/** Of two wall clocks; those of one form stand in the order of their letters. */
export const later = (some: string | undefined, other: string): string =>
	some !== undefined && some > other ? some : other;

const earlier = (some: string | undefined, other: string): string =>
	some !== undefined && some < other ? some : other;
