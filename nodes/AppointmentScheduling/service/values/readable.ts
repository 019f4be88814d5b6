import { DateTime } from 'luxon';

import { instantOf, withOffset } from './dates';

/** A start as people read it, in one zone: 2026-11-23T10:00:00+01:00, 2026-11-23, 10:00, Monday. */
export interface ReadableStart {
	iso: string;
	date: string;
	time: string;
	weekday: string;
}

/** Undefined if the start or the zone is unknown. */
export function readableStart(start: unknown, zone: string | undefined): ReadableStart | undefined {
	const ms = zone === undefined ? undefined : instantOf(start, zone);
	if (zone === undefined || ms === undefined) return undefined;
	const there = DateTime.fromMillis(ms, { zone, locale: 'en' });
	const part = (format: string) => there.toFormat(format);
	return {
		iso: withOffset(ms, zone),
		date: part('yyyy-MM-dd'),
		time: part('HH:mm'),
		weekday: part('cccc'),
	};
}
