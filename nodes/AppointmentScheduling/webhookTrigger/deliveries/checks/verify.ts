import { sleep, type IDataObject } from 'n8n-workflow';

import { ServiceError } from '../../../service/core/errors';
import { CANCELLATION_EVENT } from '../../../service/core/vocabulary';
import { isTemporary } from '../../../service/http/retry';
import { comparableKey } from '../../../service/values/keys';
import { keepLatest, registry } from '../../../watching/keepLatest';
import { digestOf } from '../../../watching/former/packed';
import { creationIdentity, eventIdentity } from '../../once/identity';
import { acknowledge, type Check, type Delivery } from '../core/delivery';
import { Inquiry, KEY_FIELD, type Refetched } from '../core/inquiry';

/** The API may show an event later than it is delivered. It is asked again after twice as long each time. */
const FIRST_PAUSE_MS = 1_000;
/** So many deliveries at a time may take longer than others. */
const MOST_PROLONGED = 100;

const triggers = registry(() => ({
	inquiry: new Inquiry(),
	prolonged: new Set<Delivery>(),
	/** Events that the API did not show. The next delivery takes what the API shows then. */
	refused: new Map<string, true>(),
}));

/**
 * Replaces the delivered data by what the API shows, and drops what it does not know. With Respond
 * Immediately, neither the response nor its time reveals which keys exist.
 */
export const verifyWithApi: Check = async (delivery) => {
	const { settings, notification, context, reply, warn } = delivery;
	if (!settings.verify) return delivery;
	const key = notification.data?.appointment_key;
	if (typeof key !== 'string') return { status: 400, message: `${KEY_FIELD} is not a key` };
	const { inquiry, prolonged, refused } = triggers(context.getWorkflow().id, context.getNode().id);
	const finding = await findPatiently(delivery, key, inquiry, prolonged);
	const withData = (data: IDataObject, refetched: Delivery['refetched']): Delivery => ({
		...delivery,
		notification: { ...notification, data },
		refetched,
	});
	if (finding.is === 'shown') return withData(finding.data, finding.refetched);
	if (notification.event === CANCELLATION_EVENT) {
		if (finding.is === 'unknown' && wasKnown(delivery, key)) {
			return withData({ appointment_key: key }, 'alike');
		}
	} else if (finding.is !== 'failed') {
		const name = eventIdentity(notification) ?? digestOf(key);
		if (reply.isSent || refused.has(name)) {
			if (finding.is === 'contradicted') return withData(finding.data, finding.refetched);
			warn('A delivery was ignored', new Error('The API does not know its appointment'));
			return acknowledge;
		}
		keepLatest(refused, name, true);
	}
	const error =
		finding.is === 'failed' ? finding.error : new Error('The API does not show what it says');
	warn('A delivery could not be verified with the API', error);
	return { status: 503, message: 'Not verified, send this again' };
};

/** Asks again as long as the API does not show what the event says, and there is time. */
async function findPatiently(
	delivery: Delivery,
	key: string,
	inquiry: Inquiry,
	prolonged: Set<Delivery>,
): Promise<Refetched> {
	const { notification, reply, timeLeft, acknowledgeCopies } = delivery;
	let finding: Refetched | undefined;
	try {
		for (let pause = FIRST_PAUSE_MS; ; pause *= 2) {
			const next = await inquiry.find(delivery, key);
			// If the API does not respond again in time, the event counts as it was shown before.
			if (next.is !== 'failed' || !finding) finding = next;
			const retryAfter = finding.is === 'failed' ? retryAfterIn(finding.error) : 0;
			if (finding.is === 'shown' || retryAfter === undefined) return finding;
			const wait = Math.max(pause, retryAfter);
			if (finding.is !== 'failed' && notification.event !== CANCELLATION_EVENT) {
				await reply.sendWithin(wait);
			}
			if (reply.isSent) {
				acknowledgeCopies?.();
				if (finding.is === 'unknown' && prolonged.size < MOST_PROLONGED) prolonged.add(delivery);
				if (prolonged.has(delivery)) reply.prolong();
			}
			if (wait >= timeLeft()) return finding;
			await sleep(wait);
		}
	} finally {
		prolonged.delete(delivery);
	}
}

/** In ms. Undefined if the failure does not pass. */
const retryAfterIn = (error: unknown): number | undefined =>
	error instanceof ServiceError && isTemporary(error) ? (error.retryAfter ?? 0) : undefined;

/** Whether a delivery or a list has shown the appointment before. */
function wasKnown({ state }: Delivery, key: string): boolean {
	const known = comparableKey(key);
	if (known === undefined) return false;
	return state.book.get(known) !== undefined || state.memory.has(creationIdentity(known));
}
