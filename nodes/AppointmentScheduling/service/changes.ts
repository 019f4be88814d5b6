import { searchOf } from './addresses';
import { appointmentPath, isCanceled, type Appointment } from './appointment';
import { findAppointment, getAppointment } from './appointments';
import type { Client } from './client';
import type { ServiceRequest } from './exchange';
import { hasStatus, ifShown, isPassing, ServiceError } from './errors';
import { MINUTE_MS, type Moment } from './values/dates';
import { plainStatus, type AppointmentStatus } from './vocabulary';

/** The pauses before an unclear change is looked for. */
const CHECK_AFTER_MS = [1_000, 5_000, 15_000];
const CHECK_BUDGET_MS = 10_000;
const UNCLEAR = 'The change may have been made. Check it at the service before you repeat it';

/** Reads what a change has made. Undefined if it does not show. */
export type Finder = (checking: Client) => Promise<{ body: unknown } | undefined>;

/**
 * Makes a change, and never twice: it is sent again only if the service cannot have made it. If its
 * outcome is unclear, the node reads until the change shows.
 * @returns the body of the response, or what was found
 * @throws ServiceError, whose `mayBeDone` says that the outcome stays unclear; CanceledError
 */
export async function makeChange(
	client: Client,
	request: ServiceRequest,
	find: Finder,
): Promise<unknown> {
	const changing = client.with({ isUrgent: true });
	const isAgain = (failure: ServiceError) => !failure.details.mayBeDone && isPassing(failure);
	const outcome = await changing.repeated(request, isAgain).then(
		(body) => ({ body }),
		(error: unknown) => {
			if (!(error instanceof ServiceError) || !error.details.mayBeDone) throw error;
			return error;
		},
	);
	if ('body' in outcome) return outcome.body;
	for (const ms of CHECK_AFTER_MS) {
		await changing.wait(ms);
		const checking = changing.with({ tries: 1 }, CHECK_BUDGET_MS);
		const found = await ifShown(find(checking));
		if (found) return found.body;
	}
	throw outcome.advise(UNCLEAR);
}

const findBy =
	(key: string, isMade: (shown: Appointment) => boolean): Finder =>
	async (checking) => {
		const shown = await getAppointment(checking, key);
		return isMade(shown) ? { body: shown.data } : undefined;
	};

export async function setStatus(
	client: Client,
	key: string,
	status: AppointmentStatus,
): Promise<unknown> {
	return await makeChange(
		client,
		{ method: 'PATCH', path: appointmentPath(key), body: { status } },
		findBy(key, ({ status: shown = '' }) => plainStatus(shown) === status),
	);
}

/** @param start ISO 8601 with offset */
export async function reschedule(client: Client, key: string, start: string): Promise<unknown> {
	return await makeChange(
		client,
		{ method: 'PATCH', path: `${appointmentPath(key)}reschedule/`, body: { start_date: start } },
		findBy(key, (shown) => isSameMinute(shown.start, Date.parse(start))),
	);
}

/** The service may keep a start to the minute. @param wanted ms since the epoch */
export const isSameMinute = (shown: Moment | undefined, wanted: number): boolean =>
	shown !== undefined && Math.floor(shown.ms / MINUTE_MS) === Math.floor(wanted / MINUTE_MS);

/**
 * Looks first, because a second cancellation may send the client a second email.
 * @param sendEmail undefined for the service's default, which the API documentation does not say
 * @param shown if it was just read
 */
export async function cancel(
	client: Client,
	key: string,
	sendEmail?: boolean,
	shown?: Appointment,
): Promise<{ body: unknown; isAlreadyCanceled: boolean }> {
	const before = shown ?? (await presentState(client, key));
	if (before && isCanceled(before)) return { body: before.data, isAlreadyCanceled: true };
	const search = searchOf({ send_email: sendEmail });
	const request = { method: 'DELETE', path: appointmentPath(key), search } as const;
	const canceling = makeChange(client, request, async (checking) => {
		const shown = await findAppointment(checking, key);
		if (shown) return isCanceled(shown) ? { body: shown.data } : undefined;
		// What was there before and is gone now was canceled.
		return before && { body: undefined };
	});
	const made = canceling.then((body) => ({ body, isAlreadyCanceled: false }));
	return await made.catch(async (error: unknown) => {
		if (!hasStatus(error, 400)) throw error;
		// It may have been canceled since it was read.
		const now = await findAppointment(client, key).catch(() => undefined);
		if (!now || !isCanceled(now)) throw error;
		return { body: now.data, isAlreadyCanceled: true };
	});
}

/** Undefined if it is gone, or the token may not read it: then the response to the DELETE decides. */
async function presentState(client: Client, key: string): Promise<Appointment | undefined> {
	return await findAppointment(client, key).catch((error: unknown) => {
		if (!(error instanceof ServiceError)) throw error;
		if (hasStatus(error, 401, 403)) return undefined;
		throw error.advise(
			`Nothing was changed, because the node could not check first whether the appointment is already canceled. ${error.advice}`,
		);
	});
}
