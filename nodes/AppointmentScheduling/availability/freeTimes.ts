import type { IDataObject } from 'n8n-workflow';

import { pauses } from '../service/core/pauses';
import { FOREVER, NEVER, withOffset } from '../service/values/dates';
import { openTimes, type Hours } from './openTimes';
import type { Span } from './slots';

/** A calendar, and when appointments take place in it. */
export interface Calendar {
	calendar_key: string;
	calendar_name: string | null;
	occupied: Span[];
}

/**
 * The times at which a calendar is open and has no appointment, as items, the earliest first. At the
 * same time, those of the first calendar come first.
 * @param now ms since the epoch
 * @param most how many are wanted
 */
export async function freeTimes(
	calendars: Calendar[],
	hours: Hours,
	now: number,
	most: number,
): Promise<IDataObject[]> {
	const pause = pauses();
	const searched = calendars.map(({ occupied, ...shown }) => ({ shown, isFree: freeIn(occupied) }));
	const found: IDataObject[] = [];
	for (const time of openTimes(hours, now)) {
		await pause();
		for (const { shown, isFree } of searched) {
			if (found.length >= most) return found;
			if (!isFree(time)) continue;
			const [start_date, end_date] = [time.start, time.end].map((ms) => withOffset(ms, hours.zone));
			found.push({ start_date, end_date, ...shown });
		}
	}
	return found;
}

/** Whether nothing overlaps a time. They must be asked for in order. */
function freeIn(occupied: Span[]): (time: Span) => boolean {
	const taken = occupied.toSorted((a, b) => a.start - b.start);
	let next = 0;
	let freeSince = NEVER;
	return ({ start, end }) => {
		for (; (taken[next]?.start ?? FOREVER) < end; next += 1) {
			freeSince = Math.max(freeSince, taken[next]?.end ?? NEVER);
		}
		return start >= freeSince;
	};
}

/** Why nothing is free, for a person. */
export function reasonForNone(hours: Hours, now: number): string {
	const isNone = (notice: number, since: number) =>
		openTimes({ ...hours, notice }, since).next().done === true;
	if (isNone(0, 0)) return 'closed on these days, by the opening hours, weekdays and breaks';
	if (isNone(hours.notice, now)) return 'in the past, or sooner than the notice';
	return 'booked: appointments take all open times';
}
