import type { IDataObject } from 'n8n-workflow';

import { apiPath, type QueryValue } from './values/addresses';
import { asItem, isBlank, isObject, unwrapped } from './values/bodies';
import { makeChange, type Change } from './http/change';
import type { ServiceClient, ServiceRequest } from './http/client';
import { denial } from './http/refusal';
import { hasOffset, instantOf, MINUTE_MS } from './values/dates';
import { readableStart } from './values/readable';
import { hasStatus, InputError, ServiceError } from './errors';
import { keyIn, sameKey } from './values/keys';
import { collect, type Collected } from './lists/collect';
import { inOrder } from './http/pool';
import { isCanceledStatus, type AppointmentFilters, type AppointmentStatus } from './vocabulary';

const pathOf = (key: string) => apiPath('appointments', key);

export async function listAppointments(
	client: ServiceClient,
	filters: AppointmentFilters,
	limit: number,
): Promise<Collected> {
	const query = filters as Record<string, QueryValue>;
	const list = { path: apiPath('appointments'), query, keys: ['appointment_key'] };
	return await collect(client, list, limit);
}

/** So many entries show whether the service orders lists by start. */
const ENOUGH_TO_SEE_ORDER = 50;

/** With any of these statuses, or all without one. The service takes one status per request. */
export async function listByStatuses(
	client: ServiceClient,
	filters: AppointmentFilters,
	statuses: AppointmentStatus[],
	limit: number,
): Promise<Collected> {
	const [status, ...others] = statuses;
	if (status === undefined) return await listAppointments(client, filters, limit);
	if (others.length === 0) return await listAppointments(client, { ...filters, status }, limit);
	const read = async (most: number) =>
		await inOrder(
			statuses.length,
			() => client.width,
			async (nth) => await listAppointments(client, { ...filters, status: statuses[nth] }, most),
		);
	const isByStart = (some: IDataObject[]) =>
		byStart(some).every((appointment, index) => appointment === some[index]);
	const most = Math.max(limit, ENOUGH_TO_SEE_ORDER);
	let lists = await read(most);
	if (lists.some(({ elements }) => elements.length >= most && !isByStart(elements))) {
		// Earlier appointments may come later in these lists.
		lists = await read(Infinity);
	}
	const incomplete = lists.find((list) => list.incomplete !== undefined)?.incomplete;
	const merged = new Map<unknown, IDataObject>();
	for (const element of lists.flatMap(({ elements }) => elements)) {
		merged.set(element.appointment_key ?? element, element);
	}
	return { elements: byStart([...merged.values()]).slice(0, limit), incomplete };
}

/** Some services write starts in ms. Starts that cannot be read come last. */
export const byStart = (appointments: IDataObject[]): IDataObject[] =>
	appointments
		.map((appointment) => {
			const { start_date } = appointment;
			return { appointment, start: instantOf(start_date) ?? (Number(start_date) || Infinity) };
		})
		.sort((a, b) => a.start - b.start)
		.map(({ appointment }) => appointment);

export async function getAppointment(client: ServiceClient, key: string): Promise<unknown> {
	const answer = await client.request({ method: 'GET', path: pathOf(key) });
	const isFound = isAppointment(unwrapped(answer.body));
	const denied = isFound ? undefined : denial(answer, client.settings.accessToken);
	if (denied) throw denied;
	return answer.body;
}

export async function setStatus(
	client: ServiceClient,
	key: string,
	status: AppointmentStatus,
): Promise<unknown> {
	const request = { method: 'PATCH', path: pathOf(key), body: { status } } as const;
	const change = changeOf(client, key, request, ({ status: found }) =>
		isBlank(found) ? undefined : String(found).toUpperCase() === status,
	);
	return await makeChange(client, change);
}

/** @param startDate ISO 8601 with UTC offset */
export async function reschedule(
	client: ServiceClient,
	key: string,
	startDate: string,
): Promise<unknown> {
	const path = apiPath('appointments', key, 'reschedule');
	const request = { method: 'PATCH', path, body: { start_date: startDate } } as const;
	// Services may keep a start to the minute.
	const minuteOf = (start: unknown) => Math.floor((instantOf(start) ?? NaN) / MINUTE_MS);
	const change = changeOf(client, key, request, ({ start_date: found }) =>
		hasOffset(found) ? minuteOf(found) === minuteOf(startDate) : undefined,
	);
	return await makeChange(client, change);
}

/** @param sendEmail undefined for the service's default, which the API documentation does not say */
export async function cancel(
	client: ServiceClient,
	key: string,
	sendEmail: boolean | undefined,
): Promise<unknown> {
	const search = sendEmail === undefined ? '' : `send_email=${sendEmail}`;
	const request = { method: 'DELETE', path: pathOf(key), search } as const;
	const change = changeOf(client, key, request, ({ status }) =>
		isBlank(status) ? undefined : isCanceledStatus(status),
	);
	const check = async (failure: ServiceError) =>
		await change.check(failure).catch((error: unknown) => {
			// After a response of 200, an appointment that is gone is canceled.
			if (!hasStatus(failure, 200) || !hasStatus(error, 404, 410)) throw error;
			return { isMade: true };
		});
	// A second cancellation may send the client another email.
	return await makeChange(client, { ...change, check, repeats: sendEmail === false });
}

/** @param shows whether the appointment shows the change; undefined if that is unknown */
const changeOf = (
	client: ServiceClient,
	key: string,
	request: ServiceRequest,
	shows: (found: IDataObject) => boolean | undefined,
): Change => ({
	request,
	repeats: true,
	check: async () => {
		const body = await getAppointment(client, key);
		return { isMade: shows(unwrapped(body)), body };
	},
	contradicts: (body) => {
		const found = unwrapped(body);
		const isOther = !isBlank(found.appointment_key) && !sameKey(found.appointment_key, key);
		return isOther || shows(found) === false;
	},
	shownIn: 'the appointment',
});

/** @throws InputError if no appointment, or several, have this code */
export async function keyOfCode(client: ServiceClient, code: string): Promise<string> {
	const { elements, incomplete } = await listAppointments(client, { search_code: code }, Infinity);
	const same = elements.filter(({ search_code: found }) => sameKey(found, code));
	const exact = same.filter(({ search_code: found }) => found === code);
	const [match, ...others] = exact.length > 0 ? exact : same;
	const key = keyIn(match?.appointment_key);
	if (key !== undefined && others.length === 0) return key;
	if (key === undefined && incomplete !== undefined) {
		throw new ServiceError(incomplete, 'Choose the appointment by its key instead');
	}
	throw new InputError(
		'Appointment',
		`${key === undefined ? 'no appointment has' : 'several appointments have'} the code "${code}"`,
		'Check the code on the confirmation, or choose the appointment from the list',
	);
}

export const calendarKeyOf = ({ calendar }: IDataObject): string | undefined =>
	isObject(calendar) ? keyIn(calendar.calendar_key) : undefined;

/** False if its calendar is unknown. */
export function isInOtherCalendar(appointment: IDataObject, calendarKey: string): boolean {
	const key = calendarKeyOf(appointment);
	return key !== undefined && !sameKey(key, calendarKey);
}

/** Recognized by documented fields that only an appointment has. */
export const isAppointment = (resource: IDataObject): boolean =>
	['appointment_key', 'search_code', 'start_date'].some((name) => name in resource);

/**
 * Flat, with the documented fields only. Anything but an appointment stays as it is.
 * @param zone for the start. Without one, or if the start cannot be read, it stays as written
 */
export function simplified(body: unknown, zone?: string): IDataObject {
	const appointment = unwrapped(body);
	if (!isAppointment(appointment)) return asItem(body);
	const { status, search_code, appointment_key } = appointment;
	const start_date = readableStart(appointment.start_date, zone)?.iso ?? appointment.start_date;
	const calendar = isObject(appointment.calendar) ? appointment.calendar : {};
	const person = isObject(appointment.person) ? appointment.person : {};
	const fields = {
		...{ person_name: person.full_name, start_date, status, calendar_name: calendar.name },
		...{ person_email: person.email, search_code },
		...{ calendar_key: calendar.calendar_key, appointment_key },
	};
	return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? null]));
}
