import { DateTime } from 'luxon';

import type { AppointmentFilters } from '../service/vocabulary';

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

export const wallClock = (ms: number, zone: string): string =>
	DateTime.fromMillis(ms, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ss");
