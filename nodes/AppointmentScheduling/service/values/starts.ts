import { Info } from 'luxon';

import { atOffset, offsetAt, offsetOf, shownOffset, type Moment } from './dates';

/** From Monday on. */
const WEEKDAYS = Info.weekdays('long', { locale: 'en' });

/**
 * A start as people read it: 2026-11-23T10:00:00+01:00, 2026-11-23, 10:00, Monday. In the zone of the
 * account; with its own offset if that contradicts the zone, or no zone is known.
 */
export function readableStart(start: Moment, zone: string | undefined) {
	const isOwn = zone === undefined || contradictionOf(start, zone) !== undefined;
	const offset = isOwn ? offsetOf(start) : offsetAt(start.ms, zone);
	const iso = atOffset(start.ms, offset);
	const weekday = WEEKDAYS[(new Date(start.ms + offset).getUTCDay() + 6) % 7];
	return { iso, date: iso.slice(0, 10), time: iso.slice(11, 16), weekday };
}

/**
 * Whether the service writes a start with another offset than the zone has at that moment, so that
 * one of them is wrong. UTC is no contradiction, because many services write it in any zone.
 * @returns what is wrong, with both offsets; undefined if nothing is
 */
export function contradictionOf(start: Moment, zone: string): string | undefined {
	const written = offsetOf(start);
	const offset = offsetAt(start.ms, zone);
	if (written === 0 || written === offset) return undefined;
	return `the service writes the start ${start.text}, but ${zone} is at UTC${shownOffset(offset)} then`;
}
