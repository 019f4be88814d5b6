import { hasOffset, instantOf } from '../../../service/values/dates';
import { CREATION_EVENT, isCanceledStatus } from '../../../service/vocabulary';
import { isLocal } from '../../../watching/header';
import { changesBetween, keyOf, sameSeen, seenOf, type Seen } from '../../../watching/snapshot';
import { changeIdentity } from '../../runs/identity';
import { isWanted } from '../../settings';
import { acknowledge, type Check, type Notification } from '../delivery';

/** A time that is far ahead would make all later events look late. */
const MOST_AHEAD_MS = 300_000;

/** Drops what reports no change that runs. The state is noted in any case. */
export const noteChange: Check = async (delivery) => {
	const { notification, state, settings, isTest, context } = delivery;
	const { known, memory } = state;
	const { event } = notification;
	const data = notification.data ?? {};
	const key = keyOf(data);
	if (isTest || !settings.watches || key === undefined) {
		return isWanted(notification, settings) ? delivery : acknowledge;
	}
	// After an edit of the zone, the next check converts what is known. Until then, it compares like this.
	const isNeeded = needsZone(notification, known.get(key));
	const zone = known.zone ?? (isNeeded ? await delivery.zone() : 'utc');
	const timeZone = isLocalTime(notification) ? await delivery.zone() : zone;
	// No await from here on, so that Catch Up cannot start the same run meanwhile.
	if (isLocal(data)) known.readIn ??= zone;
	const former = known.get(key);
	const at = timeOf(notification, timeZone);
	const reported = seenOf(data, zone);
	const seen = seenOf(data, zone, former);
	const change = changeIdentity(event, key, seen);
	const isReported =
		at === undefined
			? sameSeen(former, seen) && state.reports.remove(change)
			: state.reports.includes(change, at);
	if (state.reports.beginning.has(change)) {
		return { status: 503, message: 'Starting, send this again' };
	}
	if (isReported) {
		if (delivery.identity !== undefined) memory.remember(delivery.identity);
		return acknowledge;
	}
	// With Verify, the data is what the service has now.
	const isLate = !settings.verify && known.isLate(key, at);
	const after = stateAfter(event, reported, former, isLate);
	if (!isWanted(notification, settings, isBare(reported) ? undefined : former, seen)) {
		if (after && !sameSeen(former, after)) {
			known.note(key, { ...after, at: isLate ? undefined : at });
			if (state.isOwner) state.save(context);
		}
		return acknowledge;
	}
	// A late delivery of an earlier state must not replace the current one.
	if (!after) return delivery;
	const run = known.begin(key, { ...after, at: isLate ? undefined : at });
	const hasPrevious = event !== CREATION_EVENT && !isLate;
	const previous = hasPrevious ? changesBetween(former, data, zone)?.previous : undefined;
	return {
		...delivery,
		notification: previous ? { ...notification, previous: { ...previous } } : notification,
		appointment: run,
		settle: (isStarted) => {
			if (!isStarted) known.revert(run);
			// Another process runs it.
			else if (!state.isOwner) known.end(run);
			delivery.settle?.(isStarted);
		},
	};
};

/** To read a date without an offset, or to write a former start. Otherwise the credential is not needed. */
function needsZone({ data }: Notification, former: Seen | undefined): boolean {
	if (isLocal(data ?? {})) return true;
	return former?.start !== undefined && former.start !== seenOf(data ?? {}, 'utc').start;
}

const isLocalTime = ({ timestamp }: Notification): boolean =>
	typeof timestamp === 'string' && !hasOffset(timestamp);

/** When the event happened, in ms on the service's clock. */
function timeOf({ timestamp }: Notification, zone: string): number | undefined {
	const at = instantOf(timestamp, zone);
	return at === undefined ? undefined : Math.min(at, Date.now() + MOST_AHEAD_MS);
}

/** An update that says nothing of start and status may change both. */
const isBare = ({ start, status }: Seen): boolean => start === undefined && status === '';

/**
 * What is known of an appointment after a delivery. What it does not say, or contradicts although
 * it is late, is unknown until a check reads it: the API documentation shows the data of creations only.
 * @param isLate whether the former state comes from a later event
 * @returns undefined if the delivery changes nothing
 */
function stateAfter(
	event: string,
	reported: Seen,
	former: Seen = { start: undefined, status: '' },
	isLate: boolean,
): Seen | undefined {
	const start = reported.start ?? former.start;
	const status = reported.status || former.status;
	if (event === CREATION_EVENT) return isLate ? undefined : { start, status };
	if (isBare(reported)) return reported;
	if (isLate) {
		const isWhole = reported.start !== undefined && reported.status !== '';
		if (isWhole || isBare(former)) return undefined;
		return {
			start: start === former.start ? start : undefined,
			status: status === former.status ? status : '',
		};
	}
	const isUnclear = event === 'appointment.canceled' && !isCanceledStatus(status);
	return { start, status: isUnclear ? '' : status };
}
