import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { calendarKeyOf, isInOtherCalendar, listAppointments } from './appointments';
import { ServiceError } from './errors';
import type { ServiceClient } from './http/client';
import { endOf, occupiedBy, type Span } from './occupied';
import { DAY_MS, instantOf, MINUTE_MS } from './values/dates';
import { sameKey } from './values/keys';
import { spanFilters } from './values/span';

const REMEDY = "Turn off 'Check Slot' to let the service decide whether the time is free";

/**
 * Every appointment of a calendar that may take place in the span, and some outside it.
 * @param duration minutes, for an appointment without an end
 * @param remedy what to do if the list may lack appointments
 * @throws ServiceError
 */
export async function appointmentsIn(
	client: ServiceClient,
	calendarKey: string,
	span: Span,
	zone: string,
	duration: number,
	remedy: string,
): Promise<IDataObject[]> {
	// The filters know starts only. An appointment with an end of its own may start earlier still.
	const earliest = span.start - Math.max(duration * MINUTE_MS, DAY_MS);
	const filters = { calendar_key: calendarKey, ...spanFilters(earliest, span.end, zone) };
	const { elements, incomplete } = await listAppointments(client, filters, Infinity);
	if (incomplete !== undefined) throw new ServiceError(incomplete, remedy);
	return elements.filter((appointment) => !isInOtherCalendar(appointment, calendarKey));
}

/** The calendar of an appointment. @throws ServiceError if it is unknown */
export function calendarOf(appointment: IDataObject): string {
	const key = calendarKeyOf(appointment);
	if (key !== undefined) return key;
	throw new ServiceError('The service does not say which calendar the appointment is in', REMEDY);
}

/**
 * The code or key of another appointment in the calendar that overlaps `own` at its new start.
 * Undefined if there is none.
 * @param startDate ISO 8601 with UTC offset
 * @param duration minutes. Undefined for the length that the service sends, otherwise a minute, so
 * that an appointment without an end is found by its start
 */
export async function occupantOf(
	client: ServiceClient,
	own: IDataObject,
	startDate: string,
	zone: string,
	duration?: number,
): Promise<string | undefined> {
	const minutes = duration ?? lengthOf(own, zone) ?? 1;
	const start = DateTime.fromISO(startDate).toMillis();
	const slot = { start, end: start + minutes * MINUTE_MS };
	const list = await appointmentsIn(client, calendarOf(own), slot, zone, minutes, REMEDY);
	const others = list.filter(({ appointment_key: key }) => !sameKey(key, own.appointment_key));
	const other = others.find((appointment) =>
		occupiedBy([appointment], zone, minutes).some(
			(span) => span.start < slot.end && slot.start < span.end,
		),
	);
	return other && String(other.search_code ?? other.appointment_key);
}

function lengthOf(appointment: IDataObject, zone: string): number | undefined {
	const start = instantOf(appointment.start_date, zone) ?? NaN;
	const end = endOf(appointment, start, zone);
	return end && (end - start) / MINUTE_MS;
}
