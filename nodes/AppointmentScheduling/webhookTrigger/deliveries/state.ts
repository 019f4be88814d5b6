import { CREATION_EVENT, isCanceledStatus } from '../../service/vocabulary';
import { seenOf, type Seen } from '../../watching/snapshot';
import type { Notification } from './notification';

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
	const told = seenOf(data ?? {}, zone);
	const seen = seenOf(data ?? {}, zone, former);
	if (event === CREATION_EVENT) return isLate ? undefined : seen;
	const [hasStart, hasStatus] = [told.start !== undefined, told.status !== ''];
	if (!hasStart && !hasStatus) return told;
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
