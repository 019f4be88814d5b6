import { FOREVER, MINUTE_MS } from '../service/values/dates';
import { openStretches, type Hours } from './openStretches';
import type { Span } from './slots';

/**
 * The times, in order, of which every minute is open and not occupied. Each is found when it is asked
 * for, and what is occupied is skipped.
 * @param now ms since the epoch
 */
export function* freeTimes(occupied: Span[], hours: Hours, now: number): Generator<Span> {
	const taken = occupied.toSorted((a, b) => a.start - b.start);
	const [length, every] = [hours.duration * MINUTE_MS, hours.every * MINUTE_MS];
	let next = 0;
	let freeSince = now + hours.notice * MINUTE_MS;
	for (const stretch of openStretches(hours)) {
		const closed = stretch.at(-1)?.end ?? 0;
		for (const piece of stretch.filter(({ isOffered }) => isOffered)) {
			const startFrom = (ms: number) =>
				piece.opened + Math.ceil((ms - piece.opened) / every) * every;
			let start = startFrom(Math.max(piece.start, freeSince));
			while (start < piece.end && start + length <= closed) {
				const end = start + length;
				for (; (taken[next]?.start ?? FOREVER) < end; next += 1) {
					freeSince = Math.max(freeSince, taken[next]?.end ?? 0);
				}
				if (start >= freeSince) yield { start, end };
				start = startFrom(Math.max(start + every, freeSince));
			}
		}
	}
}

/** Why nothing is free, for a person. */
export function reasonForNone(hours: Hours, now: number): string {
	const isNone = (notice: number, since: number) =>
		freeTimes([], { ...hours, notice }, since).next().done === true;
	if (isNone(0, 0)) return 'closed on these days, by the opening hours, weekdays and breaks';
	if (isNone(hours.notice, now)) return 'in the past, or sooner than the notice';
	return 'booked: appointments take all open times';
}
