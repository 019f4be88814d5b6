import type { IDataObject } from 'n8n-workflow';

import { getAppointment, isAppointment } from '../../../service/appointments';
import { unwrapped } from '../../../service/values/bodies';
import { hasStatus, InputError } from '../../../service/errors';
import { sameKey, validKey } from '../../../service/values/keys';
import { passes } from '../../filter';
import type { Delivery } from '../delivery';
import { acknowledge, refuse, type Check } from '../verdict';

const FIELD = 'data.appointment_key';

/** Does the API know the appointment? Its response replaces the delivered data. */
export const isVerified: Check = async (delivery) => {
	const { settings, notification } = delivery;
	if (!settings.verify) return delivery;
	const key = notification.data?.appointment_key;
	if (typeof key !== 'string') return refuse(400, `${FIELD} is not a key`);
	const data = await refetched(delivery, key);
	if (data === 'unknown') return refuse(400, 'The appointment is not known');
	if (data === 'unavailable') return refuse(503, 'Not verified, send this again');
	if (!passes(data, settings.filter)) return acknowledge;
	return { ...delivery, notification: { ...notification, data } };
};

async function refetched(
	{ connect, warn }: Delivery,
	key: string,
): Promise<IDataObject | 'unknown' | 'unavailable'> {
	try {
		const appointment = unwrapped(await getAppointment(await connect(), validKey(key, FIELD)));
		// Ignore a 200 response that is not an appointment. Keep the delivered data for the retry.
		if (!isAppointment(appointment)) return 'unavailable';
		const { appointment_key: known = key } = appointment;
		return sameKey(known, key) ? appointment : 'unknown';
	} catch (error) {
		const isNoKey = error instanceof InputError && error.field === FIELD;
		if (isNoKey || hasStatus(error, 400, 404, 410, 422)) return 'unknown';
		warn('A delivery could not be verified with the API', error);
		return 'unavailable';
	}
}
