import { DateTime } from 'luxon';

import type { AppointmentFilters } from '../service/vocabulary';

const UNITS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

export type LeadTimeUnit = keyof typeof UNITS;

export const isLeadTimeUnit = (value: unknown): value is LeadTimeUnit =>
	typeof value === 'string' && Object.hasOwn(UNITS, value);

export const leadTimeMs = (leadTime: number, unit: LeadTimeUnit): number => leadTime * UNITS[unit];

/**
 * Date filters that hold every appointment which starts in the span, whatever time zone the
 * service reads them in: the document gives them no offset, so a day is added on both sides.
 * @param from ms since the epoch
 * @param to ms since the epoch; undefined for no end
 */
export function spanFilters(
	from: number,
	to: number | undefined,
	zone: string,
): Pick<AppointmentFilters, 'start_date' | 'end_date'> {
	const wallClock = (ms: number) =>
		DateTime.fromMillis(ms, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ss");
	return {
		start_date: wallClock(from - UNITS.days),
		...(to !== undefined && { end_date: wallClock(to + UNITS.days) }),
	};
}
