import type { IDataObject } from 'n8n-workflow';

import { hasOffset, instantOf } from '../../../service/values/dates';
import { CREATION_EVENT } from '../../../service/vocabulary';
import { changesBetween, type Changes } from '../../../watching/changes';
import { keyOf, seenOf, type Seen } from '../../../watching/snapshot';
import { sameSeen } from '../../../watching/watch';
import type { Delivery } from '../delivery';
import { changeIdentity, eventIdentity } from '../../runs/identity';
import { stateAfter } from '../state';
import { acknowledge, type Check } from '../verdict';

/**
 * Has the appointment changed since its last known state? If Catch Up has already found a change,
 * its late delivery does not run again.
 */
export const isChange: Check = async (delivery) => {
	const { notification, watch } = delivery;
	const { event } = notification;
	const data = notification.data ?? {};
	const key = keyOf(data);
	if (!watch || key === undefined) return delivery;
	const zone = needsZone(data, watch.latest(key)) ? await delivery.zone() : 'utc';
	// No await from here on, so that Catch Up cannot start the same run meanwhile.
	const known = watch.get(key);
	const former = watch.latest(key);
	const seen = seenOf(data, zone, former);
	const eventTime = instantOf(notification.timestamp);
	const found = watch.foundSince(key, eventTime);
	const isKnown = sameSeen(former, seen);
	if (found && (isKnown || sameSeen(found, seen))) return acknowledge;
	if (isKnown && wasCaughtUp(delivery, changeIdentity(event, key, seen))) return acknowledge;
	const isLate = watch.isLate(key, eventTime);
	const state = found ? undefined : stateAfter(notification, zone, former, isLate);
	const changes = changesBetween(former, data, zone);
	if (changes && !isWanted(delivery, changes, zone)) {
		// What a check has found becomes known when its run begins.
		if (state && known && sameSeen(former, known)) {
			watch.note(key, state, isLate ? undefined : eventTime);
			delivery.persist();
		}
		return acknowledge;
	}
	// A late delivery of an earlier state must not replace the current one.
	if (!state) return delivery;
	watch.begin(key, state, isLate ? undefined : eventTime);
	const previous = event === CREATION_EVENT || isLate ? undefined : changes?.previous;
	return {
		...delivery,
		notification: previous ? { ...notification, previous: { ...previous } } : notification,
		appointment: { key, seen: state, former, eventTime },
		settle: (isStarted) => {
			if (!isStarted && sameSeen(watch.get(key), state)) watch.revert(key, known);
			delivery.settle?.(isStarted);
		},
	};
};

/** To read a start without an offset, and to write a former start. n8n takes long to read the credential. */
function needsZone({ start_date }: IDataObject, former: Seen | undefined): boolean {
	const { start } = seenOf({ start_date }, 'utc');
	if (start !== undefined && !hasOffset(start_date)) return true;
	return former?.start !== undefined && former.start !== start;
}

/** Whether what has to differ does. An update that says nothing of start and status may change both. */
function isWanted({ notification, settings }: Delivery, changes: Changes, zone: string): boolean {
	const { onlyWhenChanged } = settings;
	if (notification.event !== 'appointment.updated' || onlyWhenChanged.length === 0) return true;
	const { start, status } = seenOf(notification.data ?? {}, zone);
	const isBare = start === undefined && status === '';
	return isBare || onlyWhenChanged.some((field) => changes[field]);
}

/** True once only, because a later delivery with the same start and status is another change. */
function wasCaughtUp({ memory, notification }: Delivery, identity: string): boolean {
	if (!memory.has(identity) || notification.event === CREATION_EVENT) return false;
	memory.forget(identity);
	const own = eventIdentity(notification);
	if (own !== undefined) memory.remember(own);
	return true;
}
