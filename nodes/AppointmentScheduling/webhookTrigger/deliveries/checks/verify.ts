import { sleep, type IDataObject } from 'n8n-workflow';

import { ServiceError } from '../../../service/core/errors';
import { CANCELLATION_EVENT } from '../../../service/core/vocabulary';
import { isTemporary } from '../../../service/http/retry';
import { comparableKey } from '../../../service/values/keys';
import { keepLatest, registry } from '../../../watching/keepLatest';
import { digestOf } from '../../../watching/packed';
import { creationIdentity, eventIdentity } from '../../once/identity';
import { acknowledge, type Check, type Delivery } from '../core/delivery';
import { Inquiry, isAlike, KEY_FIELD, type Refetched } from '../core/inquiry';
import { FOREVER } from '../../../service/values/dates';

/** The API may show an event later than it is delivered. It is asked again after twice as long each time. */
const FIRST_PAUSE_MS = 1_000;
/** While the sender waits for its response. */
const LONGEST_PAUSE_MS = 2_000;
/** After that, if the API shows another state, and if it does not know the appointment. */
const LONGEST_IF_CONTRADICTED_MS = 4_000;
const LONGEST_IF_UNKNOWN_MS = 32_000;
/** For so many deliveries at a time it is asked about unknown appointments that long. */
const MOST_PENDING = 100;

const triggers = registry(() => ({
	inquiry: new Inquiry(),
	pending: new Set<Delivery>(),
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
	const { inquiry, pending, refused } = triggers(context.getWorkflow().id, context.getNode().id);
	const finding = await findPatiently(delivery, key, inquiry, pending);
	const withData = (data: IDataObject): Delivery => ({
		...delivery,
		notification: { ...notification, data },
		refetched: isAlike(data, notification.data) ? 'alike' : 'other',
	});
	if (finding.is === 'shown') return withData(finding.data);
	if (notification.event === CANCELLATION_EVENT) {
		if (finding.is === 'unknown' && wasKnown(delivery, key)) {
			return withData({ appointment_key: key });
		}
	} else if (finding.is !== 'failed') {
		const name = eventIdentity(notification) ?? digestOf(key);
		if (reply.isSent || refused.has(name)) {
			if (finding.is === 'contradicted') return withData(finding.data);
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

async function findPatiently(
	delivery: Delivery,
	key: string,
	inquiry: Inquiry,
	pending: Set<Delivery>,
): Promise<Refetched> {
	const { notification, reply, timeLeft, acknowledgeCopies } = delivery;
	let finding: Refetched | undefined;
	for (let pause = FIRST_PAUSE_MS; ; pause *= 2) {
		const next = await inquiry.find(delivery, key);
		// If the API does not respond again in time, the event counts as it was shown before.
		if (next.is !== 'failed' || !finding) finding = next;
		const isUnclear = finding.is === 'contradicted' || finding.is === 'unknown';
		const wait = Math.max(pause, pauseAfter(finding));
		if (isUnclear && notification.event !== CANCELLATION_EVENT) await reply.sendWithin(wait);
		let longest = LONGEST_PAUSE_MS;
		if (reply.isSent) {
			acknowledgeCopies?.();
			if (pending.size < MOST_PENDING) pending.add(delivery);
			const isPending = finding.is === 'unknown' && pending.has(delivery);
			longest = isPending ? LONGEST_IF_UNKNOWN_MS : LONGEST_IF_CONTRADICTED_MS;
		}
		if (pause > longest || wait >= timeLeft()) {
			pending.delete(delivery);
			return finding;
		}
		await sleep(wait);
	}
}

/** ms until it makes sense to ask again. */
function pauseAfter(finding: Refetched): number {
	if (finding.is === 'shown') return FOREVER;
	if (finding.is !== 'failed') return 0;
	const { error } = finding;
	const isPassing = error instanceof ServiceError && isTemporary(error);
	return isPassing ? (error.retryAfter ?? 0) : FOREVER;
}

/** Whether a delivery or a list has shown the appointment before. */
function wasKnown({ state }: Delivery, key: string): boolean {
	const known = comparableKey(key);
	if (known === undefined) return false;
	return state.book.get(known) !== undefined || state.memory.has(creationIdentity(known));
}
