import { endOf } from '../service/appointment';
import { DAY_MS } from '../service/values/dates';
import type { Judge, Span } from './announced';
import { matches } from './matches';
import type { Setup } from './setup';

/** What became due while n8n was down, or passes the filters later, still runs for so long. */
const LATE_MS = 2 * DAY_MS;
/** Polls do not list longer appointments. */
const LONGEST_MS = 7 * DAY_MS;

export const endedSpan = ({ now, delayMs }: Setup): Span => ({
	from: now - delayMs - LATE_MS - LONGEST_MS,
	to: now - delayMs,
});

/**
 * An announcement is due some time after the end of an appointment, and at most two days late. If the
 * appointment is moved past it, it ends once more.
 * @param dueSince what was due until then is not announced
 */
export function ended(setup: Setup, dueSince: number): Judge {
	const { now, delay, delayMs } = setup;
	const earliest = Math.max(dueSince, now - LATE_MS);
	return ({ status, start, end, last }) => {
		const due = endOf(start, end) + delayMs;
		if (due <= earliest || due > now || (last && start <= last.by)) return undefined;
		return matches(setup, status) ? { by: now, item: { delay } } : undefined;
	};
}
