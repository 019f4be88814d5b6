import { DateTime } from 'luxon';

import { calendarKeyOf, getAppointment, listAppointments } from './appointments';
import { unwrapped } from './values/bodies';
import type { ServiceClient } from './http/client';
import { instantOf } from './values/dates';
import { ServiceError } from './errors';
import { sameKey } from './values/keys';
import { spanFilters } from './values/span';
import { isCanceledStatus } from './vocabulary';

const REMEDY = "Turn off 'Check Slot' to let the service decide whether the time is free";

/**
 * The code or key of another appointment in the same calendar that starts at `startDate` and is
 * not canceled. Undefined if there is none. The document has neither an endpoint for free slots nor
 * the length of appointments, so only equal starts are found.
 * @param startDate ISO 8601 with UTC offset
 * @throws ServiceError if the appointment's calendar is unknown, or the list may lack appointments
 */
export async function occupantOf(
	client: ServiceClient,
	key: string,
	startDate: string,
	zone: string,
): Promise<string | undefined> {
	const calendarKey = calendarKeyOf(unwrapped(await getAppointment(client, key)));
	if (calendarKey === undefined) {
		throw new ServiceError('The service does not say which calendar the appointment is in', REMEDY);
	}
	const start = DateTime.fromISO(startDate).toMillis();
	const filters = { calendar_key: calendarKey, ...spanFilters(start, start, zone) };
	const { elements, incomplete } = await listAppointments(client, filters, Infinity);
	const other = elements.find(
		(appointment) =>
			!sameKey(appointment.appointment_key, key) &&
			!isCanceledStatus(appointment.status) &&
			instantOf(appointment.start_date, zone) === start,
	);
	if (!other && incomplete !== undefined) throw new ServiceError(incomplete, REMEDY);
	return other && String(other.search_code ?? other.appointment_key);
}
