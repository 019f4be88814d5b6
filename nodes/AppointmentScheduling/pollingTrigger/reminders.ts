import type { IDataObject } from 'n8n-workflow';

import { listAppointments } from '../service/appointments';
import { DAY_MS, instantOf, MINUTE_MS } from '../service/values/dates';
import { withinSpan } from '../service/values/span';
import { changesBetween } from '../watching/changes';
import { keyOf, seenOf, Snapshot, type Seen } from '../watching/snapshot';
import { wholeList } from '../watching/wholeList';
import { shownLeadTime, type LeadTime } from './leadTimes';
import { matches, type Setup } from './setup';
import type { Outcome, PollState } from './state';

/** An appointment that began since the previous poll is still announced, but not after this time. */
const LONGEST_GRACE_MS = 3_600_000;

/** Instead of a lead time: seen, but not announced. */
const SEEN = 'seen';

/**
 * Announces appointments that start within a lead time, once for each lead time and start. If
 * several lead times have passed, only the shortest counts, because the others are late. The
 * snapshot contains the announced lead time, in minutes, instead of the status.
 */
export async function reminders(setup: Setup, before: PollState): Promise<Outcome> {
	const { client, zone, filters, now } = setup;
	const leadTimes = [...setup.leadTimes].sort((a, b) => a.ms - b.ms);
	const from = now - graceMs(now, before);
	const to = now + (leadTimes.at(-1)?.ms ?? 0);
	const listed = await wholeList(
		listAppointments(client, withinSpan(filters, from, to, zone), Infinity),
	);
	const snapshot = before.snapshot ?? new Snapshot();
	snapshot.forgetBefore((now - DAY_MS) / 1000);
	const events: IDataObject[] = [];
	for (const data of listed) {
		const key = keyOf(data);
		const start = instantOf(data.start_date, zone);
		if (key === undefined || start === undefined || start < from) continue;
		const leadTime = leadTimes.find(({ ms }) => start <= now + ms);
		const seen = snapshot.get(key);
		const isNew = seen === undefined;
		const mark = (status: string) => snapshot.set(key, { ...seenOf(data, zone), status });
		if (seen && !changesBetween(seen, data, before.zone ?? zone)?.start) {
			// Update the entry, because the zone may have changed.
			mark(seen.status);
			if (leadTime && leadTime.ms >= announcedMs(seen, setup)) continue;
		}
		if (!leadTime || (isNew && snapshot.mayHaveDropped(seenOf(data, zone)))) continue;
		if (setup.skipShortNotice && isShortNotice(data, start, leadTime, isNew, setup, before)) {
			mark(String(leadTime.ms / MINUTE_MS));
		} else if (matches(setup, data)) {
			events.push({ event: 'startsSoon', data, leadTime: shownLeadTime(leadTime) });
			mark(String(leadTime.ms / MINUTE_MS));
		} else if (setup.skipShortNotice && isNew) {
			mark(SEEN);
		}
	}
	return { events, snapshot };
}

/** How late a poll may be: one and a half times the usual interval, but at least n8n's shortest one. */
function graceMs(now: number, { polledAt = now, interval = 0 }: PollState): number {
	const usual = Math.min(Math.max(interval * 1.5, MINUTE_MS), LONGEST_GRACE_MS);
	return Math.min(Math.max(now - polledAt, 0), usual);
}

/** The lead time of the last announcement. Infinity if there was none. */
function announcedMs({ status }: Seen, { leadTimes }: Setup): number {
	if (status === SEEN) return Infinity;
	// Version 0.1 had one lead time, and stored the status of the appointment.
	return /^\d+$/.test(status) ? Number(status) * MINUTE_MS : (leadTimes[0]?.ms ?? 0);
}

/**
 * Whether the booking was made within the lead time. If the service does not show when it was made,
 * then it was if the previous poll would have seen the appointment, but did not.
 */
function isShortNotice(
	{ created_at }: IDataObject,
	start: number,
	{ ms }: LeadTime,
	isNew: boolean,
	{ scope, zone, now }: Setup,
	{ polledAt = Infinity, scope: formerScope }: PollState,
): boolean {
	const booked = instantOf(created_at, zone);
	if (booked !== undefined) return start - booked < ms;
	// If the clock was set back, it is unknown when the previous poll was.
	return isNew && polledAt <= now && scope === formerScope && start <= polledAt + ms;
}
