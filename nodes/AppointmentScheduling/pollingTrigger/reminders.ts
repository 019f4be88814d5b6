import type { IDataObject } from 'n8n-workflow';

import { listAppointments } from '../service/appointments';
import { instantOf, MINUTE_MS } from '../service/values/dates';
import { withinSpan } from '../service/values/span';
import { recentAt, wholeList } from '../watching/recent';
import { changesBetween, keyOf, seenOf, Snapshot, type Seen } from '../watching/snapshot';
import { matches, type Setup } from './setup';
import { fit, type Outcome, type PollState } from './state';

/** An appointment that began since the previous poll is still announced, but not after this time. */
const LONGEST_GRACE_MS = 3_600_000;

/** Instead of a lead time: seen, but not announced. */
const SEEN = 'seen';

/**
 * Announces appointments that start within a lead time, once for each lead time and start. If
 * several lead times have passed, only the shortest counts, because the others are late. The
 * snapshot contains the announced lead time, in minutes, instead of the status.
 */
export async function reminders(setup: Setup, stored: PollState | undefined): Promise<Outcome> {
	const { client, zone, filters, now } = setup;
	const leadTimes = [...setup.leadTimes].sort((a, b) => a.ms - b.ms);
	const longestMs = leadTimes.at(-1)?.ms ?? 0;
	const from = now - graceMs(now, stored);
	const wanted = withinSpan(filters, from, now + longestMs, zone);
	const listed = await wholeList(listAppointments(client, wanted, Infinity));
	const before = fit(stored, setup, listed);
	const { snapshot = new Snapshot(), polledAt = -Infinity } = before ?? {};
	// After a change of the settings or a clock that was set back, it is unknown what that poll saw.
	const isComparable = polledAt <= now && before?.scope === setup.scope;
	snapshot.forgetBefore(recentAt(now).since / 1000);
	const events: IDataObject[] = [];
	for (const data of listed) {
		const key = keyOf(data);
		const start = instantOf(data.start_date, zone);
		if (key === undefined || start === undefined || start < from) continue;
		const leadTime = leadTimes.find(({ ms }) => start <= now + ms);
		const seen = snapshot.get(key);
		const isSameStart = seen && !changesBetween(seen, data, zone)?.start;
		if (!leadTime || (isSameStart && leadTime.ms >= announcedMs(seen))) continue;

		const current = seenOf(data, zone);
		const isNew = seen === undefined;
		const booked = instantOf(data.created_at, zone);
		// If the service does not show when it was booked: since the previous poll, which did not see it.
		const isBookedLate =
			booked === undefined
				? isNew && isComparable && start <= polledAt + leadTime.ms
				: start - booked < leadTime.ms;
		const isSkipped = setup.skipShortNotice && isBookedLate;
		const isDue = !isSkipped && matches(setup, data);
		// What the previous poll could announce, but is not known, was announced and then dropped.
		const mayBeKnown = isNew && start <= polledAt + longestMs;
		if (isDue && !(mayBeKnown && snapshot.mayHaveDropped(current))) {
			events.push({ event: 'startsSoon', data, leadTime: leadTime.shown });
		}
		if (isSkipped || isDue) {
			snapshot.set(key, { ...current, status: String(leadTime.ms / MINUTE_MS) });
		} else if (setup.skipShortNotice && isNew) {
			snapshot.set(key, { ...current, status: SEEN });
		}
	}
	snapshot.forgetDropped();
	return { events, listed, snapshot };
}

/** How late a poll may be: one and a half times the usual interval, but at least n8n's shortest one. */
function graceMs(now: number, before: PollState | undefined): number {
	const { polledAt = now, interval = 0 } = before ?? {};
	const usual = Math.min(Math.max(interval * 1.5, MINUTE_MS), LONGEST_GRACE_MS);
	return Math.min(Math.max(now - polledAt, 0), usual);
}

/** The lead time of the last announcement. Infinity if there was none. */
const announcedMs = ({ status }: Seen): number =>
	status === SEEN ? Infinity : Number(status) * MINUTE_MS;
