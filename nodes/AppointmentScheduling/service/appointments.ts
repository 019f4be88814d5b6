import type { IDataObject } from 'n8n-workflow';

import { pauses } from '../concurrency/wait';
import { appointmentIn, appointmentPath, startAsSent, type Appointment } from './appointment';
import type { Client } from './client';
import { hasStatus, InputError, ServiceError } from './errors';
import { ALL_ENTRIES, joined, readList, whole, type List } from './lists';
import { FOREVER } from './values/dates';
import { objectOf } from './values/objects';
import type { AppointmentFilters, AppointmentStatus } from './vocabulary';

const PATH = 'appointments/';

/** @throws ServiceError also if the response is no appointment: one needs a key, and a start */
export async function getAppointment(client: Client, key: string): Promise<Appointment> {
	const body = await client.read(appointmentPath(key));
	const appointment = appointmentIn(body, client.zone);
	if (appointment && startAsSent(appointment.data) !== null) return appointment;
	const fields = Object.keys(objectOf(body)).join(', ').slice(0, 300) || 'no fields';
	throw new ServiceError(
		`The service returned something other than an appointment with a key and a start: ${fields}`,
		'Check the appointment at the service',
		{ status: 200 },
	);
}

/** Undefined if the service has none. */
export async function findAppointment(
	client: Client,
	key: string,
): Promise<Appointment | undefined> {
	return await getAppointment(client, key).catch((error: unknown) => {
		if (!hasStatus(error, 404, 410)) throw error;
		return undefined;
	});
}

export const listAppointments = async (
	client: Client,
	filters: AppointmentFilters,
	limit = ALL_ENTRIES,
): Promise<List> => await readList(client, PATH, 'appointment_key', { ...filters }, limit);

/**
 * With any of these statuses, or all without one. The service takes one status per request, so several
 * are as many lists, each up to the limit.
 */
export async function listByStatuses(
	client: Client,
	filters: AppointmentFilters,
	statuses: AppointmentStatus[],
	limit = ALL_ENTRIES,
): Promise<List> {
	const queries = statuses.map((status) => ({ ...filters, status }));
	if (queries.length < 2) return await listAppointments(client, queries[0] ?? filters, limit);
	const list = joined(
		await Promise.all(queries.map(async (query) => await listAppointments(client, query, limit))),
	);
	// One that has changed its status meanwhile is in two of them.
	const merged = new Map(list.entries.map((one) => [one.appointment_key ?? one, one]));
	return { ...list, entries: byStart([...merged.values()], client.zone).slice(0, limit) };
}

/** Those whose start cannot be read come last. */
export const byStart = (entries: IDataObject[], zone?: string): IDataObject[] =>
	entries
		.map((entry) => ({ entry, start: appointmentIn(entry, zone)?.start?.ms ?? FOREVER }))
		.sort((a, b) => a.start - b.start || 0)
		.map(({ entry }) => entry);

/** Of a list. What is no appointment is left out, and counted. */
export async function appointmentsIn(
	entries: IDataObject[],
	zone?: string,
): Promise<{ appointments: Appointment[]; unreadable: number }> {
	const pause = pauses();
	const appointments: Appointment[] = [];
	for (const entry of entries) {
		await pause();
		const appointment = appointmentIn(entry, zone);
		if (appointment) appointments.push(appointment);
	}
	return { appointments, unreadable: entries.length - appointments.length };
}

/**
 * By the code on a confirmation. An entry that shows its code has to show this one. If none shows
 * any, only one entry of a whole list counts.
 * @returns `isShown`: whether the service has shown the code
 * @throws InputError if no appointment, or several, have this code; ServiceError
 */
export async function findByCode(
	client: Client,
	code: string,
	field: string,
): Promise<{ appointment: Appointment; isShown: boolean }> {
	const list = await listAppointments(client, { search_code: code });
	const { appointments } = await appointmentsIn(list.entries, client.zone);
	const coded = appointments.filter((one) => one.code !== undefined);
	const isShown = coded.length > 0;
	const matching = isShown ? coded.filter((one) => isSameCode(one.code, code)) : appointments;
	if (!isShown || matching.length !== 1) whole(list);
	const [appointment, ...others] = matching;
	if (appointment && others.length === 0) return { appointment, isShown };
	throw new InputError(
		field,
		`${appointment ? 'several appointments have' : 'no appointment has'} the code "${code}"`,
		'Check the code on the confirmation, or choose the appointment from the list',
	);
}

const isSameCode = (one = '', other: string): boolean =>
	one.trim().toLowerCase() === other.trim().toLowerCase();
