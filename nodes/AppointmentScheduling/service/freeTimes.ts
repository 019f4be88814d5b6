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

interface Stretch extends Span {
	/** What clocks are ahead of UTC, in ms. */
	offset: number;
}

/**
 * The times, in order, of which every minute is in the opening hours, in no break and in no
 * appointment.
 * @param now ms since the epoch
 */
export function freeTimes(appointments: IDataObject[], hours: Hours, now: number): Span[] {
	const { from, to, duration, notice } = hours;
	const [first, last] = [utcDay(from), utcDay(to)];
	const stretches = stretchesOf(hours.zone, first - DAY_MS, last + 3 * DAY_MS);
	// A time may end on the day after the last one.
	const closed = onClocks(stretches, daysFrom(first, last + DAY_MS), (day) => closedOn(day, hours));
	const occupied = occupiedBy(appointments, hours.zone, duration);
	const taken = merged([...closed, ...occupied]);
	const starts = onClocks(stretches, daysFrom(first, last), (day) => startsOn(day, hours));
	let next = 0;
	return starts
		.map(({ start }) => ({ start, end: start + duration * MINUTE_MS }))
		.filter(({ start, end }) => {
			if (start < now + notice * MINUTE_MS) return false;
			while ((taken[next]?.end ?? Infinity) <= start) next += 1;
			return (taken[next]?.start ?? Infinity) >= end;
		});
}

/** A day as its midnight in UTC: arithmetic on local times needs no zone. */
const utcDay = (day: string): number => Date.parse(`${day}T00:00:00Z`);

const daysFrom = (first: number, last: number): number[] =>
	Array.from({ length: (last - first) / DAY_MS + 1 }, (_, index) => first + index * DAY_MS);

const isOpenOn = (day: number, weekdays: number[]): boolean =>
	weekdays.includes(DateTime.fromMillis(day, { zone: 'utc' }).weekday);

function closedOn(day: number, { weekdays, opens, closes, breaks }: Hours): Span[] {
	const span = (from: number, to: number) => ({
		start: day + from * MINUTE_MS,
		end: day + to * MINUTE_MS,
	});
	if (!isOpenOn(day, weekdays)) return [span(0, 24 * 60)];
	return [span(0, opens), ...breaks.map(({ from, to }) => span(from, to)), span(closes, 24 * 60)];
}

/** Starts as spans of a minute. */
function startsOn(day: number, { weekdays, opens, closes, every }: Hours): Span[] {
	if (!isOpenOn(day, weekdays)) return [];
	return Array.from({ length: Math.ceil((closes - opens) / every) }, (_, index) => {
		const start = day + (opens + index * every) * MINUTE_MS;
		return { start, end: start + MINUTE_MS };
	});
}

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

/** The time between two moments, cut where clocks change. */
function stretchesOf(zone: string, from: number, to: number): Stretch[] {
	const offsetAt = (ms: number) => DateTime.fromMillis(ms, { zone }).offset * MINUTE_MS;
	const stretches: Stretch[] = [];
	let start = from;
	let offset = offsetAt(from);
	for (let at = from; at < to; at += DAY_MS) {
		const after = offsetAt(at + DAY_MS);
		if (after === offset) continue;
		let [before, changed] = [at, at + DAY_MS];
		while (changed - before > MINUTE_MS) {
			const middle = before + Math.floor((changed - before) / 2 / MINUTE_MS) * MINUTE_MS;
			if (offsetAt(middle) === offset) before = middle;
			else changed = middle;
		}
		stretches.push({ start, end: changed, offset });
		[start, offset] = [changed, after];
	}
	return [...stretches, { start, end: to + DAY_MS, offset }];
}

/** The same time in spans that neither overlap nor touch, in order. */
function merged(spans: Span[]): Span[] {
	const inOrder = spans.toSorted((a, b) => a.start - b.start);
	const joined: Span[] = [];
	for (const { start, end } of inOrder) {
		const last = joined.at(-1);
		if (last && start <= last.end) last.end = Math.max(last.end, end);
		else joined.push({ start, end });
	}
	return joined;
}
