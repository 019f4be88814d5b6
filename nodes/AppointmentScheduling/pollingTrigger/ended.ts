import { readLength } from '../availability/slots';
import { DAY_MS } from '../service/values/dates';
import type { Moments } from './moments';
import { LONGEST_DURATION_MS, matches, type Setup } from './setup';
import type { PollState } from './state';

/** What became due while n8n was down, or gets the chosen status later, still runs for so long. */
const LATE_MS = 2 * DAY_MS;

/**
 * A run is due some time after the end of an appointment, but not if that was before the first poll
 * or before the workflow was published again. What was said is stored with the time of its poll: an
 * appointment that is moved past that ends once more.
 * @param isContinued false for the first poll after the workflow was published
 */
export function ended(setup: Setup, before: PollState | undefined, isContinued: boolean): Moments {
	const { now, zone, scope, delay, delayMs, durationMs, statuses } = setup;
	const isSameScope = isContinued && before?.scope === scope;
	const { dueSince: former = now } = isSameScope ? before : {};
	// Nothing was due in the time by which n8n's clock was set back.
	const dueSince = Math.min(former, now);
	const earliest = Math.max(dueSince, now - LATE_MS);
	return {
		from: now - delayMs - LATE_MS - LONGEST_DURATION_MS,
		to: now - delayMs,
		dueSince,
		judge({ data, start, said, isSameStart }) {
			// A length that cannot be read must not stop the other events.
			const due = start + (readLength(data, start, zone) || durationMs) + delayMs;
			if (due <= earliest || due > now) return undefined;
			if (isSameStart || (said && start <= said.at)) return undefined;
			if (matches(setup, data)) return { label: 'announced', item: { delay } };
			// The status counts as it is when the run is due, unless the filter waits for another one.
			return statuses.length > 0 ? undefined : { label: 'skipped' };
		},
	};
}
