import type { IDataObject } from 'n8n-workflow';

import { appointmentPath, getAppointment } from './appointments';
import { hasStatus, ServiceError } from './core/errors';
import { makeChange, type Change } from './http/change';
import type { ServiceClient, ServiceRequest } from './http/client';
import { findingIn, type Wanted } from './http/finding';
import { apiPath } from './values/addresses';
import { unwrapped } from './values/bodies';
import { hasOffset, instantsOf, MINUTE_MS } from './values/dates';
import { APPOINTMENT_STATUSES, isCanceledStatus, type AppointmentStatus } from './core/vocabulary';

export async function setStatus(
	client: ServiceClient,
	key: string,
	status: AppointmentStatus,
): Promise<unknown> {
	const request = { method: 'PATCH', path: appointmentPath(key), body: { status } } as const;
	return await sendChange(client, key, 'Update Status', request, (found) => {
		const shown = statusOf(found);
		return shown in APPOINTMENT_STATUSES ? shown === status : undefined;
	});
}

/**
 * @param startDate ISO 8601 with UTC offset
 * @param zone to compare it with local times of the service
 * @param former the start until now, if it is known: a response may still show it. Without it, no start
 *   is surely another one
 */
export async function reschedule(
	client: ServiceClient,
	key: string,
	startDate: string,
	zone?: string,
	former?: unknown,
): Promise<unknown> {
	const path = apiPath('appointments', key, 'reschedule');
	const request = { method: 'PATCH', path, body: { start_date: startDate } } as const;
	const isMade: Wanted['isMade'] = ({ start_date: found }) => hasStart(found, startDate, zone);
	return await sendChange(client, key, 'Reschedule', request, isMade, former);
}

/**
 * Checks first, unless no email can be sent.
 * @param sendEmail undefined for the service's default, which the API documentation does not say
 */
export async function cancel(
	client: ServiceClient,
	key: string,
	sendEmail: boolean | undefined,
): Promise<{ body: unknown; isAlreadyCanceled: boolean }> {
	if (sendEmail !== false) {
		const body = await readPresent(client, key);
		if (isCanceled(unwrapped(body))) return { body, isAlreadyCanceled: true };
	}
	const search = sendEmail === undefined ? '' : `send_email=${sendEmail}`;
	const request = { method: 'DELETE', path: appointmentPath(key), search } as const;
	const name = sendEmail === false ? 'Cancel with Send Email No' : 'Any other Cancel';
	const body = await sendChange(client, key, name, request, (found) => {
		if (isCanceled(found)) return true;
		return statusOf(found) in APPOINTMENT_STATUSES ? false : undefined;
	});
	return { body, isAlreadyCanceled: false };
}

/** Undefined if the token may not read it, or it is gone: then the response to the DELETE decides. */
async function readPresent(client: ServiceClient, key: string): Promise<unknown> {
	return await getAppointment(client, key).catch((error: unknown) => {
		if (!(error instanceof ServiceError)) throw error;
		if (hasStatus(error, 401, 403, 404, 410)) return undefined;
		const advice = `Nothing was changed, because the node could not check first whether the appointment is already canceled. ${error.advice}`;
		throw error.advise(advice, { isUnsent: true });
	});
}

async function sendChange(
	client: ServiceClient,
	key: string,
	name: Change['name'],
	request: ServiceRequest,
	isMade: Wanted['isMade'],
	former?: unknown,
): Promise<unknown> {
	const wanted: Wanted = {
		// The service may book the new start under another key.
		key: name === 'Reschedule' ? undefined : key,
		keyOf: ({ appointment_key }) => appointment_key,
		isMade,
		present: (found) => ({
			state: isCanceled(found) ? undefined : JSON.stringify([found.start_date, found.status]),
			start:
				former !== undefined && found.start_date !== former ? String(found.start_date) : undefined,
		}),
	};
	return await makeChange(client, {
		name,
		request,
		wanted,
		check: async (checking) => findingIn(await getAppointment(checking, key), wanted),
		place: 'the appointment',
	});
}

const statusOf = ({ status }: IDataObject): string => String(status).toUpperCase();

const isCanceled = (found: IDataObject): boolean => isCanceledStatus(statusOf(found));

/** To the minute, because services may keep a start so. Undefined if that cannot be seen. */
function hasStart(found: unknown, wanted: string, zone?: string): boolean | undefined {
	if (!hasOffset(found) && zone === undefined) return undefined;
	const minutes = instantsOf(found, zone ?? 'utc').map(minuteOf);
	return minutes.length > 0 ? minutes.includes(minuteOf(Date.parse(wanted))) : undefined;
}

const minuteOf = (ms: number): number => Math.floor(ms / MINUTE_MS);
