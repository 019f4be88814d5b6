import { instantOf } from '../../service/values/dates';
import { CREATION_EVENT } from '../../service/vocabulary';
import { changesBetween } from '../../watching/changes';
import { keyOf, seenOf } from '../../watching/snapshot';
import { sameSeen } from '../../watching/watch';
import type { Delivery } from '../delivery';
import { changeIdentity, eventIdentity } from '../once/identity';
import { acknowledge, type Check } from '../verdict';

/**
 * Has the appointment changed since its last known state? If Catch Up has already found a change,
 * its late delivery does not run again.
 */
export const isChange: Check = async (delivery) => {
	const { notification, settings, watch } = delivery;
	const { event, data } = notification;
	const key = data ? keyOf(data) : undefined;
	if (!watch || data === null || key === undefined) return delivery;
	const zone = await delivery.zone();
	// No await from here on, so that Catch Up cannot start the same run meanwhile.
	const former = watch.get(key);
	const seen = seenOf(data, zone, former);
	const isOlder = watch.wasFoundAfter(key, instantOf(notification.timestamp));
	const isKnown = sameSeen(former, seen);
	if (isKnown && (isOlder || wasCaughtUp(delivery, changeIdentity(event, key, seen)))) {
		return acknowledge;
	}
	// A late delivery of an earlier state must not replace the current one.
	if (isOlder) return delivery;
	const changes = changesBetween(former, data, zone);
	const { onlyWhenChanged } = settings;
	if (event === 'appointment.updated' && changes && onlyWhenChanged.length > 0) {
		if (!onlyWhenChanged.some((field) => changes[field])) {
			watch.begin(key, seen);
			watch.end(key, seen);
			delivery.persist();
			return acknowledge;
		}
	}
	const previous = event === CREATION_EVENT ? undefined : changes?.previous;
	watch.begin(key, seen);
	return {
		...delivery,
		notification: previous ? { ...notification, previous: { ...previous } } : notification,
		appointment: { key, seen },
		settle: (isStarted) => {
			if (!isStarted && sameSeen(watch.get(key), seen)) watch.revert(key, former);
			delivery.settle?.(isStarted);
		},
	};
};

/** True once only, because a later delivery with the same start and status is another change. */
function wasCaughtUp({ memory, notification }: Delivery, identity: string): boolean {
	if (!memory.has(identity) || notification.event === CREATION_EVENT) return false;
	memory.forget(identity);
	const own = eventIdentity(notification);
	if (own !== undefined) memory.remember(own);
	return true;
}
