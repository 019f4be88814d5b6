import { FOREVER, instantOf, MINUTE_MS, NEVER } from '../service/values/dates';
import type { Moments } from './moments';
import { matches, type Setup } from './setup';
import type { PollState } from './state';

/** An appointment that began since the previous poll is still announced, but not after this time. */
const LONGEST_GRACE_MS = 60 * MINUTE_MS;

/** Instead of a lead time: seen, but not announced. */
const SEEN = 'seen';

/**
 * An appointment is announced once for each lead time and start. If several lead times have passed,
 * only the shortest counts, because the others are late. Its label is that lead time in minutes.
 */
export function startingSoon(setup: Setup, before: PollState | undefined): Moments {
	const { now, zone, skipShortNotice } = setup;
	const leadTimes = [...setup.leadTimes].sort((a, b) => a.ms - b.ms);
	const longestMs = leadTimes.at(-1)?.ms ?? 0;
	const from = now - graceMs(now, before);
	const { polledAt = NEVER, book } = before ?? {};
	const { knownUpTo = FOREVER } = book?.header ?? {};
	// After a change of the settings or a clock that was set back, it is unknown what that poll saw.
	const isComparable = polledAt <= now && before?.scope === setup.scope;

	return {
		from,
		to: now + longestMs,
		judge({ data, start, said, isSameStart }) {
			const leadTime = leadTimes.find(({ ms }) => start <= now + ms);
			if (!leadTime || start < from) return undefined;
			if (isSameStart && leadTime.ms >= announcedMs(said?.status)) return undefined;

			const booked = instantOf(data.created_at, zone);
			// If the service does not show when it was booked: since the previous poll, which did not see it.
			const isBookedLate =
				booked === undefined
					? !said && isComparable && start <= polledAt + leadTime.ms
					: start - booked < leadTime.ms;
			const isSkipped = skipShortNotice && isBookedLate;
			if (!isSkipped && !matches(setup, data)) {
				return skipShortNotice && !said ? { label: SEEN } : undefined;
			}
			// What the previous poll could announce, but is not known, was announced and then dropped.
			const wasDropped = !said && start <= polledAt + longestMs && start >= knownUpTo;
			const item = isSkipped || wasDropped ? undefined : { leadTime: leadTime.shown };
			return { label: String(leadTime.ms / MINUTE_MS), item };
		},
	};
}

/** How late a poll may be: one and a half times the usual interval, but at least n8n's shortest one. */
function graceMs(now: number, before: PollState | undefined): number {
	const { polledAt = now, interval = 0 } = before ?? {};
	const usual = Math.min(Math.max(interval * 1.5, MINUTE_MS), LONGEST_GRACE_MS);
	return Math.min(Math.max(now - polledAt, 0), usual);
}

/** The lead time of the last announcement. */
const announcedMs = (label: string | undefined): number =>
	label === SEEN ? FOREVER : Number(label) * MINUTE_MS;
