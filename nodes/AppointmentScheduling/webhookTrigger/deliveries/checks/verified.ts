import { sleep, type IDataObject } from 'n8n-workflow';

import { InputError, hasStatus } from '../../../service/errors';
import { getAppointment, isAppointment } from '../../../service/appointments';
import { unwrapped } from '../../../service/values/bodies';
import { sameKey, validKey } from '../../../service/values/keys';
import { registry } from '../../../watching/keepLatest';
import type { Delivery } from '../delivery';
import { OnceAMinute } from '../onceAMinute';
import { acknowledge, refuse, type Check } from '../verdict';

const FIELD = 'data.appointment_key';
/** Requests of one trigger at a time. Anyone can send deliveries. */
const MOST_AT_ONCE = 8;
/** The API may show an appointment a moment after its event. */
const AGAIN_MS = 1_000;

const triggers = registry(() => ({ requests: 0, warnings: new OnceAMinute() }));

/**
 * Does the API know the appointment? Its response replaces the delivered data. The response to the
 * sender does not tell, so that nobody can find out keys.
 */
export const isVerified: Check = async (delivery) => {
	const { settings, notification, context } = delivery;
	if (!settings.verify) return delivery;
	const trigger = triggers(context.getWorkflow().id, context.getNode().id);
	const key = notification.data?.appointment_key;
	if (typeof key !== 'string') return refuse(400, `${FIELD} is not a key`);
	if (trigger.requests >= MOST_AT_ONCE) return refuse(503, 'Busy, send this again');
	trigger.requests += 1;
	const data = await refetched(delivery, key, (message, error) => {
		if (trigger.warnings.isDue()) delivery.warn(message, error);
	}).finally(() => (trigger.requests -= 1));
	if (data === 'unknown') return acknowledge;
	if (data === 'unavailable') return refuse(503, 'Not verified, send this again');
	return { ...delivery, notification: { ...notification, data } };
};

async function refetched(
	delivery: Delivery,
	key: string,
	warn: Delivery['warn'],
	isFirst = true,
): Promise<IDataObject | 'unknown' | 'unavailable'> {
	try {
		const appointment = unwrapped(
			await getAppointment(await delivery.connect(), validKey(key, FIELD)),
		);
		// Ignore a 200 response that is not an appointment. Keep the delivered data for the retry.
		if (!isAppointment(appointment)) return 'unavailable';
		const { appointment_key: known = key } = appointment;
		return sameKey(known, key) ? appointment : 'unknown';
	} catch (error) {
		const isNoKey = error instanceof InputError && error.field === FIELD;
		const isUnknown = isNoKey || hasStatus(error, 400, 404, 410, 422);
		if (isUnknown && !isNoKey && isFirst && delivery.timeLeft() > AGAIN_MS) {
			await sleep(AGAIN_MS);
			return await refetched(delivery, key, warn, false);
		}
		warn(isUnknown ? UNKNOWN : 'A delivery could not be verified with the API', error);
		return isUnknown ? 'unknown' : 'unavailable';
	}
}

const UNKNOWN = 'A delivery was ignored because the API does not know its appointment';
