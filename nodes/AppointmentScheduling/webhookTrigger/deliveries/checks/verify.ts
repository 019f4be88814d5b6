import { sleep, type IDataObject } from 'n8n-workflow';

import { hasStatus, ServiceError } from '../../../service/core/errors';
import { isTemporary } from '../../../service/http/retry';
import { comparableKey } from '../../../service/values/keys';
import { CANCELLATION_EVENT } from '../../../service/core/vocabulary';
import { keepLatest, registry } from '../../../watching/keepLatest';
import { digestOf } from '../../../watching/packed';
import { creationIdentity, eventIdentity } from '../../runs/identity';
import { acknowledge, onceAMinute, type Check, type Delivery } from '../delivery';
import { Inquiry, KEY_FIELD, type Finding } from '../inquiry';

/** The API may show an event later than it is delivered, so it is asked again after these waits. */
const WAITS_MS = [1_000, 2_000, 4_000];
/** A sender that still waits for its response gets it after this many of them. */
const MOST_WAITS = 2;
const MOST_REFUSED = 2_000;

const triggers = registry(() => ({
	inquiry: new Inquiry(),
	/** Events that the API did not show. The next delivery takes what the API shows then. */
	refused: new Map<string, true>(),
	isWarningDue: onceAMinute(),
}));

/**
 * Replaces the delivered data by what the API shows, and drops what it does not know. With Respond
 * Immediately, neither the response nor its time tells which keys exist.
 */
export const verifyWithApi: Check = async (delivery) => {
	const { settings, notification, context, reply } = delivery;
	if (!settings.verify) return delivery;
	const key = notification.data?.appointment_key;
	if (typeof key !== 'string') return { status: 400, message: `${KEY_FIELD} is not a key` };
	const trigger = triggers(context.getWorkflow().id, context.getNode().id);
	const warn = (message: string, error: unknown) => {
		if (trigger.isWarningDue()) delivery.warn(message, error);
	};
	const finding = await findPatiently(delivery, key, trigger.inquiry);
	const withData = (data: IDataObject) => ({
		...delivery,
		notification: { ...notification, data },
		isContradicted: finding.is === 'contradicted',
	});
	await reply.untilDue();
	if (finding.is === 'shown') return withData(finding.data);
	if (notification.event === CANCELLATION_EVENT) {
		const isGone = finding.is === 'unknown' && hasStatus(finding.error, 404, 410);
		if (isGone && wasKnown(delivery, key)) return withData({ appointment_key: key });
	} else if (finding.is !== 'failed') {
		const name = eventIdentity(notification) ?? digestOf(key);
		const isFinal = reply.isTimed || trigger.refused.has(name);
		keepLatest(trigger.refused, name, true, MOST_REFUSED);
		if (isFinal && finding.is === 'contradicted') return withData(finding.data);
		if (isFinal && finding.is === 'unknown') {
			warn('A delivery was ignored because the API does not know its appointment', finding.error);
			return acknowledge;
		}
	}
	warn('A delivery could not be verified with the API', errorIn(finding));
	return { status: 503, message: 'Not verified, send this again' };
};

const errorIn = (finding: Finding): unknown =>
	'error' in finding ? finding.error : new Error('The API does not show what it says');

async function findPatiently(delivery: Delivery, key: string, inquiry: Inquiry): Promise<Finding> {
	const { notification, reply, timeLeft } = delivery;
	let finding = await inquiry.find(delivery, key, true);
	for (const [nth, ms] of WAITS_MS.entries()) {
		const wait = Math.max(ms, pauseAfter(finding));
		if (wait >= timeLeft() || (nth >= MOST_WAITS && !reply.isSent)) break;
		await sleep(wait);
		const next = await inquiry.find(delivery, key, false);
		// The sender has its response, so the event counts as the API showed it before.
		if (next.is === 'failed' && reply.isSent) continue;
		finding = next;
		const isUnclear = finding.is === 'contradicted' || finding.is === 'unknown';
		if (isUnclear && notification.event !== CANCELLATION_EVENT) await reply.sendEarly();
	}
	return finding;
}

/** ms until it makes sense to ask again. */
function pauseAfter(finding: Finding): number {
	if (finding.is === 'shown') return Infinity;
	if (finding.is !== 'failed') return 0;
	const { error } = finding;
	const isPassing = error instanceof ServiceError && isTemporary(error);
	return isPassing ? (error.retryAfter ?? 0) : Infinity;
}

/** Whether a delivery or a list has shown the appointment before. */
function wasKnown({ state }: Delivery, key: string): boolean {
	const known = comparableKey(key);
	if (known === undefined) return false;
	return state.book.get(known) !== undefined || state.memory.has(creationIdentity(known));
}
