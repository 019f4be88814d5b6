import { readLength } from '../availability/slots';
import type { Judge, Span } from './announced';
import { DAY_MS } from '../service/values/dates';
import { LONGEST_DURATION_MS, matches, type Setup } from './setup';

/** What became due while n8n was down, or passes the filters later, still runs for so long. */
const LATE_MS = 2 * DAY_MS;

export const endedSpan = ({ now, delayMs }: Setup): Span => ({
	from: now - delayMs - LATE_MS - LONGEST_DURATION_MS,
	to: now - delayMs,
});

/**
 * A run is due some time after the end of an appointment, and at most two days late. If the
 * appointment is moved past that run, it ends once more.
 * @param dueSince what was due until then does not run
 */
export function ended(setup: Setup, dueSince: number): Judge {
	const { now, zone, delay, delayMs, durationMs } = setup;
	const earliest = Math.max(dueSince, now - LATE_MS);
	return ({ data, start, last }) => {
		// A length that cannot be read must not stop the other events.
		const due = start + (readLength(data, start, zone) || durationMs) + delayMs;
		if (due <= earliest || due > now || (last && start <= last.by)) return undefined;
		return matches(setup, data.status) ? { by: now, item: { delay } } : undefined;
	};
}
