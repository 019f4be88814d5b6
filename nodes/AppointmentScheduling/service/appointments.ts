import { DateTime, IANAZone } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { apiPath, queryString } from './values/addresses';
import { asItem, isBlank, isObject, unwrapped } from './values/bodies';
import type { ServiceClient } from './http/client';
import { FOREVER, instantOf, wallClock } from './values/dates';
import { readableStart } from './values/starts';
import { hasStatus, ServiceError } from './core/errors';
import { keyIn, sameKey } from './values/keys';
import type { Collected } from './lists/collect';
import { APPOINTMENT_FIELDS } from './lists/list';
import type { List } from './lists/page';
import type { AppointmentFilters, AppointmentStatus } from './core/vocabulary';

export const appointmentPath = (key: string) => apiPath('appointments', key);

export const appointmentList: List = {
	path: apiPath('appointments'),
	keys: ['appointment_key'],
	entryFields: APPOINTMENT_FIELDS,
};

/** @throws ServiceError */
export async function listAppointments(
	client: ServiceClient,
	filters: AppointmentFilters,
	limit: number,
): Promise<Collected> {
	const { collect } = await import('./lists/collect');
	const { arrayFormat, timezone } = client.settings;
	const read = async (part: AppointmentFilters) =>
		await collect(client, appointmentList, queryString({ ...part }, arrayFormat), limit);
	const list = await read(filters).catch((error: unknown) => {
		const hasList = Object.values(filters).some(Array.isArray);
		const isRefused = error instanceof ServiceError && hasStatus(error, 400, 422);
		if (!hasList || !isRefused) throw error;
		const advice = "Check the keys, and 'Array Format' in the credential (PHP, Laravel: Brackets)";
		throw error.advise(advice);
	});
	if (!list.isCut) return list;
	const zone = IANAZone.isValidZone(String(timezone)) ? String(timezone) : 'utc';
	const startOf = ({ start_date }: IDataObject) => {
		const start = instantOf(start_date, zone);
		return start === undefined ? undefined : wallClock(start, zone);
	};
	const { collectHalves } = await import('./lists/halves');
	return await collectHalves({ list: appointmentList, limit, read, startOf }, filters, list);
}

/** The first and the last one, counted from today. Without either, there is no such limit. */
export type DayOffsets = readonly [from?: number, to?: number];

/** Without a zone in UTC: parts of a list meet at the same second, wherever that is. */
export function startingIn([from, to]: DayOffsets, zone = 'utc'): AppointmentFilters {
	const midnight = (days: number) =>
		DateTime.now().setZone(zone).plus({ days }).toFormat("yyyy-MM-dd'T'00:00:00");
	return {
		...(from !== undefined && { start_date: midnight(from) }),
		...(to !== undefined && { end_date: midnight(to) }),
	};
}

/**
 * With any of these statuses, or all without one. The service takes one status per request, so several
 * are as many lists, each up to the limit, together in order of start.
 */
export async function listByStatuses(
	client: ServiceClient,
	filters: AppointmentFilters,
	statuses: AppointmentStatus[],
	limit: number,
): Promise<Collected> {
	const queries = statuses.map((status) => ({ ...filters, status }));
	if (queries.length < 2) return await listAppointments(client, queries[0] ?? filters, limit);
	const lists = await Promise.all(
		queries.map(async (query) => await listAppointments(client, query, limit)),
	);
	// One that has changed its status meanwhile is in two of them.
	const merged = new Map(
		lists.flatMap(({ elements }) => elements.map((one) => [one.appointment_key ?? one, one])),
	);
	return {
		elements: byStart([...merged.values()]).slice(0, limit),
		incomplete: lists.find(({ incomplete }) => incomplete !== undefined)?.incomplete,
	};
}

/** Starts that cannot be read come last. */
export const byStart = (appointments: IDataObject[], zone?: string): IDataObject[] =>
	appointments
		.map((appointment) => ({
			appointment,
			start: instantOf(appointment.start_date, zone) ?? FOREVER,
		}))
		.sort((a, b) => a.start - b.start)
		.map(({ appointment }) => appointment);

/** @throws ServiceError, also if the response is no appointment, or shows another key */
export async function getAppointment(client: ServiceClient, key: string): Promise<unknown> {
	const answer = await client.request({ method: 'GET', path: appointmentPath(key) });
	const found = unwrapped(answer.body);
	const { appointment_key: shown } = found;
	if (isAppointment(found) && (isBlank(shown) || sameKey(shown, key))) return answer.body;
	const { denial } = await import('./http/refusal');
	throw (
		denial(answer, client.settings.secrets, true) ??
		new ServiceError(
			`The service returned something other than the appointment ${key}`,
			'Check the appointment at the service',
		)
	);
}

export const calendarKeyOf = ({ calendar }: IDataObject): string | undefined =>
	isObject(calendar) ? keyIn(calendar.calendar_key) : undefined;

/** Recognized by documented fields that only an appointment has. */
export const isAppointment = (resource: IDataObject): boolean =>
	APPOINTMENT_FIELDS.some((name) => name in resource);

/**
 * Flat, with the documented fields only. Anything but an appointment stays as it is.
 * @param zone for the start. Without one, or if the start cannot be read, it stays as written
 */
export function simplified(body: unknown, zone?: string): IDataObject {
	const appointment = unwrapped(body);
	if (!isAppointment(appointment)) return asItem(body);
	const { start_date, calendar, person } = appointment;
	const { name, calendar_key } = isObject(calendar) ? calendar : {};
	const { full_name, email } = isObject(person) ? person : {};
	return {
		person_name: full_name ?? null,
		start_date: readableStart(start_date, zone)?.iso ?? start_date ?? null,
		status: appointment.status ?? null,
		calendar_name: name ?? null,
		person_email: email ?? null,
		search_code: appointment.search_code ?? null,
		calendar_key: calendar_key ?? null,
		appointment_key: appointment.appointment_key ?? null,
	};
}
