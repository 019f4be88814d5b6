import { sleep, type IDataObject } from 'n8n-workflow';

import { InputError, ServiceError, hasStatus } from '../../../service/errors';
import { getAppointment, isAppointment } from '../../../service/appointments';
import { unwrapped } from '../../../service/values/bodies';
import { sameKey, validKey } from '../../../service/values/keys';
import { registry } from '../../../watching/keepLatest';
import { acknowledge, onceAMinute, type Check, type Delivery } from '../delivery';

const FIELD = 'data.appointment_key';
/** Requests of one trigger at a time. Anyone can send deliveries. */
const MOST_AT_ONCE = 8;
/** The API may show an appointment a moment after its event. */
const AGAIN_MS = 1_000;

const triggers = registry(() => ({ requests: 0, isWarningDue: onceAMinute() }));

/**
 * Does the API know the appointment? Its response replaces the delivered data. The response to the
 * sender does not tell, so that nobody can find out keys.
 */
export const verifyWithApi: Check = async (delivery) => {
	const { settings, notification, context } = delivery;
	if (!settings.verify) return delivery;
	const key = notification.data?.appointment_key;
	if (typeof key !== 'string') return { status: 400, message: `${FIELD} is not a key` };
	const trigger = triggers(context.getWorkflow().id, context.getNode().id);
	if (trigger.requests >= MOST_AT_ONCE) return { status: 503, message: 'Busy, send this again' };
	trigger.requests += 1;
	try {
		const data = await refetched(delivery, key);
		return { ...delivery, notification: { ...notification, data } };
	} catch (error) {
		const ignored = isUnknown(error);
		const message = ignored
			? 'A delivery was ignored because the API does not know its appointment'
			: 'A delivery could not be verified with the API';
		if (trigger.isWarningDue()) delivery.warn(message, error);
		return ignored ? acknowledge : { status: 503, message: 'Not verified, send this again' };
	} finally {
		trigger.requests -= 1;
	}
};

const isUnknown = (error: unknown): boolean =>
	hasStatus(error, 400, 404, 410, 422) || (error instanceof InputError && error.field === FIELD);

/** @throws InputError if it is another appointment, or no URL can contain the key; ServiceError */
async function refetched(delivery: Delivery, key: string): Promise<IDataObject> {
	const asked = validKey(key, FIELD);
	const client = await delivery.connect();
	const body = await getAppointment(client, asked).catch(async (error: unknown) => {
		if (!isUnknown(error) || delivery.timeLeft() <= AGAIN_MS) throw error;
		await sleep(AGAIN_MS);
		return await getAppointment(client, asked);
	});
	const appointment = unwrapped(body);
	if (!isAppointment(appointment)) throw new ServiceError('The response is not an appointment', '');
	if (sameKey(appointment.appointment_key ?? key, key)) return appointment;
	throw new InputError(FIELD, 'the response is another appointment', '');
}
