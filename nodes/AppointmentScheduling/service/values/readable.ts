import { contradictionOf } from './contradiction';
import { atOffset, instantOf, offsetAt, offsetIn } from './dates';

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
 * A start as people read it, in one zone: 2026-11-23T10:00:00+01:00, 2026-11-23, 10:00, Monday. If it
 * contradicts the zone, it keeps its own offset. Undefined if the start or the zone is unknown.
 */
export function readableStart(start: unknown, zone: string | undefined) {
	const ms = zone === undefined ? undefined : instantOf(start, zone);
	if (zone === undefined || ms === undefined) return undefined;
	const own = contradictionOf(start, zone) === undefined ? undefined : offsetIn(start);
	const offset = own ?? offsetAt(ms, zone);
	const iso = atOffset(ms, offset);
	const weekday = WEEKDAYS[(new Date(ms + offset).getUTCDay() + 6) % 7];
	return { iso, date: iso.slice(0, 10), time: iso.slice(11, 16), weekday };
}
