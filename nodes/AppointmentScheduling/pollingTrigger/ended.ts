import { endOf } from '../service/appointment';
import { DAY_MS } from '../service/values/dates';
import type { Judge, Span } from './announced';
import { matches } from './matches';
import type { Setup, Time } from './setup';

/** What became due while n8n was down, or passes the filters later, still runs for so long. */
const LATE_MS = 2 * DAY_MS;
/** Polls do not list longer appointments. */
const LONGEST_MS = 7 * DAY_MS;

export const endedSpan = ({ now }: Setup, delay: Time): Span => ({
	from: now - delay.ms - LATE_MS - LONGEST_MS,
	to: now - delay.ms,
});

/**
 * An announcement is due some time after the end of an appointment, and at most two days late. If the
 * appointment is moved past it, it ends once more.
 * @param dueSince what was due until then is not announced
 */
export function ended(setup: Setup, delay: Time, dueSince: number): Judge {
	const { now } = setup;
	const earliest = Math.max(dueSince, now - LATE_MS);
	return ({ status, end }, start, last) => {
		const due = endOf(start, end?.ms) + delay.ms;
		if (due <= earliest || due > now || (last && start <= last.by)) return undefined;
		return matches(setup, status) ? { by: now, item: { delay: delay.shown } } : undefined;
	};
}
