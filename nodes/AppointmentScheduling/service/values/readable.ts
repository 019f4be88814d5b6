import { clockAt, instantOf, withOffset } from './dates';

export const WEEKDAYS = [
	'Monday',
	'Tuesday',
	'Wednesday',
	'Thursday',
	'Friday',
	'Saturday',
	'Sunday',
];

/**
 * A start as people read it, in one zone: 2026-11-23T10:00:00+01:00, 2026-11-23, 10:00, Monday.
 * Undefined if the start or the zone is unknown.
 */
export function readableStart(start: unknown, zone: string | undefined) {
	const ms = zone === undefined ? undefined : instantOf(start, zone);
	if (zone === undefined || ms === undefined) return undefined;
	const iso = withOffset(ms, zone);
	const weekday = WEEKDAYS[(new Date(clockAt(ms, zone)).getUTCDay() + 6) % 7];
	return { iso, date: iso.slice(0, 10), time: iso.slice(11, 16), weekday };
}
