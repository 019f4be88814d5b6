import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { occupiedBy, type Span } from './occupied';
import { DAY_MS, MINUTE_MS } from './values/dates';

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
	/** Minutes. */
	duration: number;
	/** Minutes from one start to the next one, from the opening on. */
	every: number;
	/** Minutes from now until the earliest start. */
	notice: number;
}

/**
 * The times, in order, of which every minute is in the opening hours, in no break and in no
 * appointment.
 * @param now ms since the epoch
 */
export function freeTimes(appointments: IDataObject[], hours: Hours, now: number): Span[] {
	const { duration, zone, notice } = hours;
	const [first, last] = [utcDay(hours.from), utcDay(hours.to)];
	const clocks = stretchesOf(zone, first - DAY_MS, last + 3 * DAY_MS);
	const starts = onClocks(clocks, daysFrom(first, last), (day) => startsOn(day, hours));
	// A time may end on the day after the last one.
	const closed = onClocks(clocks, daysFrom(first, last + DAY_MS), (day) => closedOn(day, hours));
	const taken = [...closed, ...occupiedBy(appointments, zone, duration)].toSorted(byStart);
	let next = 0;
	let takenUntil = now + notice * MINUTE_MS;
	return starts
		.map(({ start }) => ({ start, end: start + duration * MINUTE_MS }))
		.filter(({ start, end }) => {
			for (; (taken[next]?.start ?? Infinity) < end; next += 1) {
				takenUntil = Math.max(takenUntil, taken[next]?.end ?? 0);
			}
			return takenUntil <= start;
		});
}

const byStart = (a: Span, b: Span): number => a.start - b.start;

/** A day as its midnight in UTC: arithmetic on local times needs no zone. */
const utcDay = (day: string): number => Date.parse(`${day}T00:00:00Z`);

const daysFrom = (first: number, last: number): number[] =>
	Array.from({ length: (last - first) / DAY_MS + 1 }, (_, index) => first + index * DAY_MS);

const minutes = (day: number, from: number, to: number): Span => ({
	start: day + from * MINUTE_MS,
	end: day + to * MINUTE_MS,
});

function closedOn(day: number, { weekdays, opens, closes, breaks }: Hours): Span[] {
	const { weekday } = DateTime.fromMillis(day, { zone: 'utc' });
	if (!weekdays.includes(weekday)) return [minutes(day, 0, 24 * 60)];
	const closed = [{ from: 0, to: opens }, ...breaks, { from: closes, to: 24 * 60 }];
	return closed.map(({ from, to }) => minutes(day, from, to));
}

/** Starts as spans of a minute. On other weekdays, all of them are taken. */
const startsOn = (day: number, { opens, closes, every }: Hours): Span[] =>
	Array.from({ length: Math.ceil((closes - opens) / every) }, (_, index) => {
		const start = opens + index * every;
		return minutes(day, start, start + 1);
	});

/**
 * The moments at which clocks show these local times. Those that clocks skip have none, those that
 * clocks repeat have two.
 */
function onClocks(
	stretches: Stretch[],
	days: number[],
	localSpans: (day: number) => Span[],
): Span[] {
	const local = days.flatMap(localSpans);
	return stretches.flatMap(({ start, end, offset }) =>
		local
			.map((span) => ({
				start: Math.max(span.start - offset, start),
				end: Math.min(span.end - offset, end),
			}))
			.filter((span) => span.start < span.end),
	);
}

interface Stretch extends Span {
	/** What clocks are ahead of UTC, in ms. */
	offset: number;
}

/** The time between two moments, cut where clocks change, which they do on a quarter of an hour. */
function stretchesOf(zone: string, from: number, to: number): Stretch[] {
	const offsetAt = (ms: number) => DateTime.fromMillis(ms, { zone }).offset * MINUTE_MS;
	const stretches: Stretch[] = [];
	for (let start = from, end = from; start < to; start = end) {
		const offset = offsetAt(start);
		end = start + (offsetAt(start + DAY_MS) === offset ? DAY_MS : 15 * MINUTE_MS);
		const last = stretches.at(-1);
		if (last?.offset === offset) last.end = end;
		else stretches.push({ start, end, offset });
	}
	return stretches;
}
