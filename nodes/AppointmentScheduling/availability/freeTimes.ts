import type { Span } from './slots';
import { clockAt, DAY_MS, FOREVER, MINUTE_MS } from '../service/values/dates';

export interface Hours {
	zone: string;
	/** First and last day on which a time may start, YYYY-MM-DD. */
	from: string;
	to: string;
	/** Minutes after midnight, on the clocks of the zone. */
	opens: number;
	closes: number;
	breaks: Array<{ from: number; to: number }>;
	/** From 1 (Monday) to 7. */
	weekdays: number[];
	/** Of one time, in minutes. */
	duration: number;
	/** Minutes from one start to the next one, from the opening on. */
	every: number;
	/** Minutes from now until the earliest start. */
	notice: number;
}

/**
 * The times, in order, of which every minute is open and not occupied. Checks minute after minute,
 * so that hours which clocks skip or repeat need no rule.
 * @param now ms since the epoch
 */
export function freeTimes(occupied: Span[], hours: Hours, now: number): Span[] {
	const taken = occupied.toSorted((a, b) => a.start - b.start);
	const clock = (ms: number) => clockAt(ms, hours.zone);
	const times: Span[] = [];
	let next = 0;
	let freeSince = now + hours.notice * MINUTE_MS;
	const [first, last] = [Date.parse(hours.from), Date.parse(hours.to) + DAY_MS];
	// Clocks are at most 14 hours from UTC, and a time may end on the day after the last one.
	for (let minute = first - DAY_MS; minute < last + 2 * DAY_MS; minute += MINUTE_MS) {
		const end = minute + MINUTE_MS;
		for (; (taken[next]?.start ?? FOREVER) < end; next += 1) {
			freeSince = Math.max(freeSince, taken[next]?.end ?? 0);
		}
		if (freeSince < end && !isOpen(clock(minute), hours)) {
			freeSince = end;
			minute += closedFor(clock(minute), hours);
		}
		const start = end - hours.duration * MINUTE_MS;
		if (start < freeSince) continue;
		const local = clock(start);
		const isStart = (minuteOfDay(local) - hours.opens) % hours.every === 0;
		if (isStart && first <= local && local < last) times.push({ start, end });
	}
	return times;
}

/** Why nothing is free, for a person. */
export function reasonForNone(hours: Hours, now: number): string {
	if (freeTimes([], { ...hours, notice: 0 }, 0).length === 0)
		return 'closed on these days, by the opening hours, weekdays and breaks';
	if (freeTimes([], hours, now).length === 0) return 'in the past, or sooner than the notice';
	return 'booked: appointments take all open times';
}

const minuteOfDay = (local: number): number => (local % DAY_MS) / MINUTE_MS;

/** ms for which it surely stays closed, whatever clocks do: they change by less than three hours. */
function closedFor(local: number, { opens, closes, weekdays }: Hours): number {
	const minute = minuteOfDay(local);
	const isOver = minute >= closes || !weekdays.includes(weekdayOf(local));
	const until = isOver ? DAY_MS / MINUTE_MS : opens;
	return Math.max(0, until - minute - 180) * MINUTE_MS;
}

const weekdayOf = (local: number): number => new Date(local).getUTCDay() || 7;

function isOpen(local: number, { opens, closes, breaks, weekdays }: Hours): boolean {
	const minute = minuteOfDay(local);
	const isBreak = breaks.some(({ from, to }) => from <= minute && minute < to);
	return opens <= minute && minute < closes && !isBreak && weekdays.includes(weekdayOf(local));
}
