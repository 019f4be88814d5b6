import { DAY_MS, instantAt, MINUTE_MS, momentsAt, offsetAt } from '../service/values/dates';
import type { Span } from './slots';

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
 * In order, the times of which every minute is open, and which end on the day on which they start.
 * @param now ms since the epoch
 */
export function* openTimes(hours: Hours, now: number): Generator<Span> {
	const { zone, opens } = hours;
	const [length, every] = [hours.duration * MINUTE_MS, hours.every * MINUTE_MS];
	const earliest = now + hours.notice * MINUTE_MS;
	const parts = openParts(hours);
	for (const midnight of openDays(hours)) {
		const opened = openingAt(midnight + opens * MINUTE_MS, zone);
		for (const { from, to } of parts) {
			const [start, end] = [
				openingAt(midnight + from * MINUTE_MS, zone),
				closingAt(midnight + to * MINUTE_MS, zone),
			];
			const steps = Math.ceil((Math.max(start, earliest) - opened) / every);
			for (let ms = opened + steps * every; ms + length <= end; ms += every) {
				yield { start: ms, end: ms + length };
			}
		}
	}
}

/** Where clocks show a time twice, or skip it, what may be closed is not open. */
const openingAt = (clock: number, zone: string): number =>
	momentsAt(clock, zone).at(-1) ?? instantAt(clock, zone);
function closingAt(clock: number, zone: string): number {
	const lastMinute = clock - MINUTE_MS;
	const began = momentsAt(lastMinute, zone)[0] ?? lastMinute - offsetAt(clock + DAY_MS, zone);
	return began + MINUTE_MS;
}

/** How many times may start on these days, if nothing is booked. */
export const countStarts = (hours: Hours): number =>
	openDays(hours).length * Math.ceil((hours.closes - hours.opens) / hours.every);

/** Midnight of each, as the ms at which clocks in UTC show it. */
function openDays({ from, to, weekdays }: Hours): number[] {
	const days: number[] = [];
	for (let midnight = Date.parse(from); midnight <= Date.parse(to); midnight += DAY_MS) {
		if (weekdays.includes(new Date(midnight).getUTCDay() || 7)) days.push(midnight);
	}
	return days;
}

/** The opening hours of a day without the breaks, in minutes after midnight. */
function openParts({ opens, closes, breaks }: Hours) {
	const parts: Hours['breaks'] = [];
	let from = opens;
	for (const pause of breaks.toSorted((a, b) => a.from - b.from)) {
		parts.push({ from, to: Math.min(pause.from, closes) });
		from = Math.max(from, pause.to);
	}
	parts.push({ from, to: closes });
	return parts.filter((part) => part.from < part.to);
}
