import { Info } from 'luxon';

import { atOffset, instantOf, offsetAt, offsetIn, shownOffset } from './dates';

/** From Monday on. */
export const WEEKDAYS = Info.weekdays('long', { locale: 'en' });

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

/** Enough to see it: a service writes all starts alike. */
const MOST_READ = 100;

/** In ms. Undefined in UTC, which many services write whatever the zone of the account is. */
export const writtenOffset = (start: unknown): number | undefined => offsetIn(start) || undefined;

/**
 * The service writes a start with another offset than the zone has at that moment, so one of them is
 * wrong.
 * @returns what is wrong, with both offsets; undefined if nothing is
 */
export function contradictionOf(start: unknown, zone: string): string | undefined {
	const written = writtenOffset(start);
	const offset = offsetAt(instantOf(start) ?? 0, zone);
	if (written === undefined || written === offset) return undefined;
	return `the service writes the start ${String(start)}, but ${zone} is at UTC${shownOffset(offset)} then`;
}

/** The first contradiction among these starts, as a sentence that says what to do. */
export function contradictionIn(starts: unknown[], zone: string): string | undefined {
	const found = starts.slice(0, MOST_READ).flatMap((start) => contradictionOf(start, zone) ?? []);
	const [first] = found;
	return (
		first &&
		`${first.replace('the', 'The')}. Times may be hours off: correct 'Service Timezone' in the credential.`
	);
}
