import { DAY_MS, MINUTE_MS, steadyClocks } from '../service/values/dates';
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

/** Open time on one day, in which clocks do not change. In ms since the epoch. */
interface Piece extends Span {
	/** When the day opens, or would open with these clocks. Starts are counted from here. */
	opened: number;
	/** Whether a time may start here. It may end on the days after the last one. */
	isOffered: boolean;
}

/** A time may take up to a day. The others are for offsets, and for clocks that are set forward. */
const DAYS_AFTER = 4;

/** All times that are open, in order. Those without a gap in between are together. */
export function* openStretches(hours: Hours): Generator<Piece[]> {
	const [first, last] = [Date.parse(hours.from), Date.parse(hours.to)];
	const parts = openParts(hours);
	let stretch: Piece[] = [];
	const end = last + DAYS_AFTER * DAY_MS;
	for (const steady of steadyClocks(first - DAY_MS, end, hours.zone)) {
		const { offset } = steady;
		const since = Math.floor((steady.start + offset) / DAY_MS) * DAY_MS;
		const until = steady.end + offset;
		for (let midnight = Math.max(first, since); midnight <= until; midnight += DAY_MS) {
			if (!isOpenOn(midnight, hours)) continue;
			for (const part of parts) {
				const at = (minutes: number) => midnight - offset + minutes * MINUTE_MS;
				const piece = {
					start: Math.max(at(part.from), steady.start),
					end: Math.min(at(part.to), steady.end),
					opened: at(hours.opens),
					isOffered: midnight <= last,
				};
				if (piece.start >= piece.end) continue;
				if (stretch.length > 0 && stretch.at(-1)?.end !== piece.start) {
					yield stretch;
					stretch = [];
				}
				stretch.push(piece);
			}
		}
	}
	yield stretch;
}

/** How many times may start on these days, if nothing is booked. */
export function countStarts(hours: Hours): number {
	const [first, last] = [Date.parse(hours.from), Date.parse(hours.to)];
	const ofDay = Math.ceil((hours.closes - hours.opens) / hours.every);
	let count = 0;
	for (let midnight = first; midnight <= last; midnight += DAY_MS) {
		if (isOpenOn(midnight, hours)) count += ofDay;
	}
	return count;
}

const isOpenOn = (midnight: number, { weekdays }: Hours): boolean =>
	weekdays.includes(new Date(midnight).getUTCDay() || 7);

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
