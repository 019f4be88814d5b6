import { DateTime, Duration } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { calendarKeyOf, isInOtherCalendar, listAppointments } from './appointments';
import { ServiceError } from './errors';
import type { ServiceClient } from './http/client';
import { isObject } from './values/bodies';
import { DAY_MS, hasOffset, instantOf, MINUTE_MS } from './values/dates';
import { sameKey } from './values/keys';
import { withinSpan } from './values/span';
import { isCanceledStatus } from './vocabulary';

const REMEDY = "Turn off 'Check Slot' to let the service decide whether the time is free";

/** In ms since the epoch. The end is not included. */
export interface Span {
	start: number;
	end: number;
}

/**
 * All appointments of these calendars that may overlap the span, and some outside it. For several
 * calendars, one list of all appointments, because the filter takes one key.
 * @param duration minutes, for an appointment without an end
 * @param remedy of the ServiceError that is thrown if the list may lack appointments
 */
export async function appointmentsIn(
	client: ServiceClient,
	calendarKeys: string[],
	span: Span,
	zone: string,
	duration: number,
	remedy: string,
): Promise<IDataObject[]> {
	// The filters know starts only. An appointment with an end of its own may start earlier still.
	const earliest = span.start - Math.max(duration * MINUTE_MS, DAY_MS);
	const [first, ...others] = calendarKeys;
	const calendar = others.length === 0 ? { calendar_key: first } : {};
	const filters = withinSpan(calendar, earliest, span.end, zone);
	const { elements, incomplete } = await listAppointments(client, filters, Infinity, 'decide');
	if (incomplete !== undefined) throw new ServiceError(incomplete, remedy);
	return elements.filter((appointment) =>
		calendarKeys.some((key) => !isInOtherCalendar(appointment, key)),
	);
}

/**
 * When these appointments take place; canceled ones do not.
 * @param zone for dates without an offset
 * @param duration minutes, for an appointment without an end
 * @throws ServiceError if a start is unknown, because that appointment could be at any time
 */
export function occupiedBy(appointments: IDataObject[], zone: string, duration: number): Span[] {
	return appointments
		.filter(({ status }) => !isCanceledStatus(status))
		.map((appointment) => {
			const start = instantOf(appointment.start_date, zone);
			if (start === undefined) {
				throw new ServiceError(
					`The start of appointment ${nameOf(appointment)} is not a date, so no time is certain to be free`,
					'Correct this appointment at the service',
				);
			}
			const end = endOf(appointment, start, zone) ?? start + duration * MINUTE_MS;
			if (hasOffset(appointment.start_date)) return { start, end };
			// When clocks are set back, a local time happens twice, and it is unknown which one is meant.
			const starts = DateTime.fromMillis(start, { zone }).getPossibleOffsets().map(Number);
			const latest = Math.max(...starts);
			return { start: Math.min(...starts), end: end + latest - start };
		});
}

const nameOf = ({ search_code, appointment_key }: IDataObject): string =>
	String(search_code ?? appointment_key);

/** The API documentation names no field for the end, so we try the usual ones. */
export function endOf(
	{ end_date, end, duration }: IDataObject,
	start: number,
	zone: string,
): number | undefined {
	const ends = [
		...[end_date, end].map((value) => momentIn(value, zone)),
		start + minutesIn(duration) * MINUTE_MS,
	];
	return ends.find((ms) => ms !== undefined && ms > start);
}

/** Also in an object such as `{ "dateTime": "2026-12-01T10:30:00Z" }`. */
function momentIn(value: unknown, zone: string): number | undefined {
	const parts = isObject(value) ? Object.values(value) : [value];
	return parts.map((part) => instantOf(part, zone)).find((ms) => ms !== undefined);
}

/** 45, "45", "00:45:00", "PT45M" or `{ "minutes": 45 }`. Otherwise NaN. */
function minutesIn(value: unknown): number {
	if (isObject(value)) return minutesIn(value.minutes ?? value.value);
	const text = String(value);
	const durations = [Duration.fromISOTime(text), Duration.fromISO(text)];
	const minutes = [Number(text), ...durations.map((length) => length.as('minutes'))];
	return minutes.find(Number.isFinite) ?? NaN;
}

/** @throws ServiceError if it is unknown */
export function calendarOf(appointment: IDataObject): string {
	const key = calendarKeyOf(appointment);
	if (key !== undefined) return key;
	throw new ServiceError('The service does not say which calendar the appointment is in', REMEDY);
}

/**
 * The code or key of another appointment in the calendar that overlaps `own` at its new start.
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
	const present = instantOf(own.start_date, zone) ?? NaN;
	const end = endOf(own, present, zone);
	const minutes = duration ?? (end ? (end - present) / MINUTE_MS : 1);
	const start = DateTime.fromISO(startDate).toMillis();
	const slot = { start, end: start + minutes * MINUTE_MS };
	const listed = await appointmentsIn(client, [calendarOf(own)], slot, zone, minutes, REMEDY);
	const others = listed.filter(({ appointment_key: key }) => !sameKey(key, own.appointment_key));
	const other = others.find((appointment) =>
		occupiedBy([appointment], zone, minutes).some(
			(taken) => taken.start < slot.end && slot.start < taken.end,
		),
	);
	return other && nameOf(other);
}
