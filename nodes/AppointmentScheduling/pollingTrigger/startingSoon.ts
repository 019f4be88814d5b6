import { HOUR_MS } from '../service/values/dates';
import { secondOf, type Judge, type Span } from './announced';
import { matches } from './matches';
import type { Setup, Time } from './setup';
import type { PollState } from './state';

/** An announcement for the start itself is at most so late. */
const LATE_MS = HOUR_MS;
/** Longer than every lead time: seen, but not announced. */
const SEEN = Number.MAX_SAFE_INTEGER;

export const soonSpan = ({ now, leadTimes }: Setup): Span => ({
	from: now - LATE_MS,
	to: now + Math.max(...leadTimes.map(({ ms }) => ms)),
});

/** The shortest lead time that has begun. @param ahead how far the start is ahead, in ms */
export const begunLeadTime = (leadTimes: Time[], ahead: number): Time | undefined =>
	leadTimes.filter(({ ms }) => ahead <= ms).sort((one, other) => one.ms - other.ms)[0];

/**
 * An appointment is announced once for each lead time and start, until it starts. If several lead
 * times have passed, only the shortest counts, because the others are late.
 */
export function startingSoon(setup: Setup, before: PollState | undefined): Judge {
	const { now, leadTimes, skipShortNotice } = setup;
	const polledAt = before?.polledAt ?? now;
	// With other settings, it is unknown what that poll has seen.
	const isComparable = before?.scope === setup.scope;

	return ({ status, createdAt }, start, last) => {
		const leadTime = begunLeadTime(leadTimes, start - now);
		if (!leadTime) return undefined;
		const { ms, shown } = leadTime;
		const isOver = start < (ms > 0 ? now : Math.max(polledAt, now - LATE_MS));
		const former = last?.start === secondOf(start) ? last : undefined;
		if (isOver || (former && former.by <= ms)) return undefined;
		const isShortNotice = createdAt
			? start - createdAt.ms < ms
			: // The previous poll should have seen it with this start.
				!former && isComparable && start <= polledAt + ms;
		if (skipShortNotice && isShortNotice) return { by: ms };
		if (matches(setup, status)) return { by: ms, item: { leadTime: shown } };
		return skipShortNotice && !former ? { by: SEEN } : undefined;
	};
}
