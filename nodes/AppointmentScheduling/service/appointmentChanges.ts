import type { IDataObject } from 'n8n-workflow';

import { appointmentPath, getAppointment } from './appointments';
import { hasStatus, ServiceError } from './core/errors';
import { makeChange } from './changes/change';
import type { Finding } from './changes/judgment';
import type { ServiceClient } from './http/client';
import type { ServiceRequest } from './http/line';
import { apiPath } from './values/addresses';
import { isBlank, unwrapped } from './values/bodies';
import { keyIn, sameKey } from './values/keys';
import { instantsOf, MINUTE_MS, offsetIn } from './values/dates';
import {
	APPOINTMENT_STATUSES,
	documentedStatus,
	isCanceledStatus,
	type AppointmentStatus,
} from './core/vocabulary';

export async function setStatus(
	client: ServiceClient,
	key: string,
	status: AppointmentStatus,
): Promise<unknown> {
	const request = { method: 'PATCH', path: appointmentPath(key), body: { status } } as const;
	return await sendChange(client, key, request, (found) => {
		const shown = statusOf(found);
		return shown in APPOINTMENT_STATUSES ? shown === status : undefined;
	});
}

/**
 * @param startDate ISO 8601 with UTC offset
 * @param zone to compare it with local times of the service
 */
export async function reschedule(
	client: ServiceClient,
	key: string,
	startDate: string,
	zone?: string,
): Promise<unknown> {
	const path = apiPath('appointments', key, 'reschedule');
	const request = { method: 'PATCH', path, body: { start_date: startDate } } as const;
	return await sendChange(client, key, request, ({ start_date: found }) =>
		hasStart(found, startDate, zone),
	);
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
	const isMade: IsMade = (found) => {
		if (isCanceled(found)) return true;
		return statusOf(found) in APPOINTMENT_STATUSES ? false : undefined;
	};
	// A second cancellation may send the client another email.
	const body = await sendChange(client, key, request, isMade, sendEmail !== false);
	return { body, isAlreadyCanceled: false };
}

/** Undefined if the token may not read it, or it is gone: then the response to the DELETE decides. */
async function readPresent(client: ServiceClient, key: string): Promise<unknown> {
	return await getAppointment(client, key).catch((error: unknown) => {
		if (!(error instanceof ServiceError)) throw error;
		if (hasStatus(error, 401, 403, 404, 410)) return undefined;
		throw error.advise(
			`Nothing was changed, because the node could not check first whether the appointment is already canceled. ${error.advice}`,
		);
	});
}

/** Whether an appointment has the values that were sent. Undefined if that cannot be seen. */
type IsMade = (found: IDataObject) => boolean | undefined;

async function sendChange(
	client: ServiceClient,
	key: string,
	request: ServiceRequest,
	isMade: IsMade,
	harmsTwice?: boolean,
): Promise<unknown> {
	const findingIn = (body: unknown): Finding => {
		const found = unwrapped(body);
		const made = isMade(found);
		if (made === undefined) return { is: 'unknown' };
		const state = `start ${keyIn(found.start_date)}, status ${keyIn(found.status)}`;
		return made ? { is: 'made', body } : { is: 'not made', state };
	};
	return await makeChange(client, {
		request,
		findingIn: ({ body }) => {
			const { appointment_key: shown } = unwrapped(body);
			// The service may book a new start under another key.
			const isOther = !request.body?.start_date && !isBlank(shown) && !sameKey(shown, key);
			return isOther ? { is: 'unknown' } : findingIn(body);
		},
		check: async (checking) => findingIn(await getAppointment(checking, key)),
		place: 'the appointment',
		harmsTwice,
	});
}

const statusOf = ({ status }: IDataObject): string => documentedStatus(status);

const isCanceled = (found: IDataObject): boolean => isCanceledStatus(statusOf(found));

/** To the minute, because services may keep a start so. Undefined if that cannot be seen. */
function hasStart(found: unknown, wanted: string, zone?: string): boolean | undefined {
	if (offsetIn(found) === undefined && zone === undefined) return undefined;
	const minutes = instantsOf(found, zone ?? 'utc').map(minuteOf);
	return minutes.length > 0 ? minutes.includes(minuteOf(Date.parse(wanted))) : undefined;
}

const minuteOf = (ms: number): number => Math.floor(ms / MINUTE_MS);
