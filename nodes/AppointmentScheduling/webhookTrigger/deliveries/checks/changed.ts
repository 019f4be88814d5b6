import { hasOffset, instantOf } from '../../../service/values/dates';
import { CREATION_EVENT, isCanceledStatus } from '../../../service/vocabulary';
import { changesBetween, type Changes } from '../../../watching/changes';
import { isLocal } from '../../../watching/header';
import { keyOf, sameSeen, seenOf, type Seen } from '../../../watching/snapshot';
import { changeIdentity } from '../../runs/identity';
import type { Delivery } from '../delivery';
import type { Notification } from '../notification';
import { acknowledge, refuse, type Check } from '../verdict';
import { isWanted } from './wanted';

/** A time that is far ahead would make all later events look late. */
const MOST_AHEAD_MS = 300_000;

/**
 * Does the delivery report a change that runs? The state is noted in any case. A change that Catch Up
 * has reported does not run again.
 */
export const isChange: Check = async (delivery) => {
	const { notification, state, settings, isTest, context } = delivery;
	const { known, memory } = state;
	const data = notification.data ?? {};
	const key = keyOf(data);
	if (isTest || !settings.watches || key === undefined) {
		return isWanted(delivery) ? delivery : acknowledge;
	}
	const zone = needsZone(delivery, known.get(key)) ? await delivery.zone() : 'utc';
	// No await from here on, so that Catch Up cannot start the same run meanwhile.
	if (isLocal(data)) known.readIn(zone);
	const former = known.get(key);
	const at = timeOf(notification, zone);
	const seen = seenOf(data, zone, former);
	const change = changeIdentity(notification.event, key, seen);
	const isReported =
		at === undefined
			? sameSeen(former, seen) && state.reports.remove(change)
			: state.reports.includes(change, at);
	if (state.reports.beginning.has(change)) return refuse(503, 'Starting, send this again');
	if (isReported) {
		if (delivery.identity !== undefined) memory.remember(delivery.identity);
		return acknowledge;
	}
	const isLate = known.isLate(key, at);
	const after = stateAfter(notification, zone, former, isLate);
	const changes = changesBetween(former, data, known.header?.zone ?? zone);
	if (!isWanted(delivery) || (changes && !hasWantedChange(delivery, changes, zone))) {
		if (after && !sameSeen(former, after)) {
			known.note(key, { ...after, at: isLate ? undefined : at });
			if (state.isOwner) state.save(context);
		}
		return acknowledge;
	}
	// A late delivery of an earlier state must not replace the current one.
	if (!after) return delivery;
	const run = known.begin(key, { ...after, at: isLate ? undefined : at });
	const previous = notification.event === CREATION_EVENT || isLate ? undefined : changes?.previous;
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

/** To read a start or a time without an offset, and to write a former start. */
function needsZone({ notification }: Delivery, former: Seen | undefined): boolean {
	const { timestamp } = notification;
	if (typeof timestamp === 'string' && !hasOffset(timestamp)) return true;
	const data = notification.data ?? {};
	if (isLocal(data)) return true;
	return former?.start !== undefined && former.start !== seenOf(data, 'utc').start;
}

/** When the event happened, in ms on the service's clock. */
function timeOf({ timestamp }: Notification, zone: string): number | undefined {
	const at = instantOf(timestamp, zone);
	return at === undefined ? undefined : Math.min(at, Date.now() + MOST_AHEAD_MS);
}

/** Whether what has to differ does. An update that says nothing of start and status may change both. */
function hasWantedChange(
	{ notification, settings }: Delivery,
	changes: Changes,
	zone: string,
): boolean {
	const { onlyWhenChanged } = settings;
	if (notification.event !== 'appointment.updated' || onlyWhenChanged.length === 0) return true;
	const { start, status } = seenOf(notification.data ?? {}, zone);
	const isBare = start === undefined && status === '';
	return isBare || onlyWhenChanged.some((field) => changes[field]);
}

/**
 * What is known of an appointment after a delivery. What it does not say, or contradicts although
 * it is late, is unknown until a check reads it: the document shows the data of creations only.
 * @param former what was known before
 * @param isLate whether that comes from a later event
 * @returns undefined if the delivery changes nothing
 */
export function stateAfter(
	{ event, data }: Notification,
	zone: string,
	former: Seen | undefined,
	isLate: boolean,
): Seen | undefined {
	const reported = seenOf(data ?? {}, zone);
	const seen = seenOf(data ?? {}, zone, former);
	if (event === CREATION_EVENT) return isLate ? undefined : seen;
	const [hasStart, hasStatus] = [reported.start !== undefined, reported.status !== ''];
	if (!hasStart && !hasStatus) return reported;
	if (isLate) {
		if (!former || (hasStart && hasStatus)) return undefined;
		return {
			start: seen.start === former.start ? former.start : undefined,
			status: seen.status === former.status ? former.status : '',
		};
	}
	const isUnclear = event === 'appointment.canceled' && !isCanceledStatus(seen.status);
	return isUnclear ? { ...seen, status: '' } : seen;
}
