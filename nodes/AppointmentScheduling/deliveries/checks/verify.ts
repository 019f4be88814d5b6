import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { connect } from '../../n8n/connect';
import { getAppointment, isAppointment } from '../../service/appointments';
import { unwrapped } from '../../service/values/bodies';
import { hasStatus, InputError } from '../../service/errors';
import { sameKey, validKey } from '../../service/values/keys';
import { answer, run, withoutRun } from '../responses';
import { passes } from '../../trigger/filter';
import type { Notification } from './notification';
import { WHILE_DELIVERING } from '../../trigger/requests';
import type { TriggerSettings } from '../../trigger/settings';

const FIELD = 'data.appointment_key';

/** The run's item, with the appointment as the API itself tells it where that is asked for. */
export async function verified(
	context: IWebhookFunctions,
	{ verify, filter }: TriggerSettings,
	notification: Notification,
): Promise<IWebhookResponseData> {
	if (!verify) return run(notification);
	const key = notification.data.appointment_key;
	if (typeof key !== 'string') return answer(context, 400, `${FIELD} is not a key`);
	const data = await refetched(context, key);
	if (data === 'unknown') return answer(context, 400, 'The appointment is not known');
	if (data === 'unreachable') return answer(context, 503, 'Not verified, send this again');
	return passes(data, filter) ? run({ ...notification, data }) : withoutRun();
}

async function refetched(
	context: IWebhookFunctions,
	key: string,
): Promise<IDataObject | 'unknown' | 'unreachable'> {
	try {
		const client = await connect(context, WHILE_DELIVERING);
		const appointment = unwrapped(await getAppointment(client, validKey(key, FIELD)));
		// An answer of another kind, with 200, must not take the place of what was delivered.
		if (!isAppointment(appointment)) return 'unreachable';
		const { appointment_key: known = key } = appointment;
		return sameKey(known, key) ? appointment : 'unknown';
	} catch (error) {
		const isNoKey = error instanceof InputError && error.field === FIELD;
		if (isNoKey || hasStatus(error, 400, 404, 410, 422)) return 'unknown';
		context.logger.warn('A delivery could not be verified with the API', {
			reason: error instanceof Error ? error.message : String(error),
		});
		return 'unreachable';
	}
}
