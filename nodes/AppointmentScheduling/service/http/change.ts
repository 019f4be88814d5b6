import { hasStatus, ServiceError } from '../errors';
import { isBlank, isObject } from '../values/bodies';
import type { ServiceAnswer, ServiceClient, ServiceRequest } from './client';
import { together, type Finding, type Made } from './finding';
import { isUnconnected } from './network';
import { denial, serviceMessage } from './refusal';
import { afterTries } from './retry';

/** Whether an unclear change is sent a second time. docs/reference.md has the same table. */
export const REPETITIONS = {
	'Update Status': 'afterChecks',
	Reschedule: 'afterChecks',
	'Cancel with Send Email No': 'afterChecks',
	// A second cancellation may send the client another email.
	'Any other Cancel': 'never',
	// Sent twice, it may create two.
	'Webhook Create': 'never',
	'Webhook Update': 'afterChecks',
	'Webhook Delete': 'afterChecks',
	// The trigger finds and deletes its duplicates.
	"The trigger's own webhook": 'afterFirstCheck',
} as const;

export interface Change {
	name: keyof typeof REPETITIONS;
	request: ServiceRequest;
	/** What the body of a response shows. */
	shownBy(body: unknown): Finding;
	/** Reads the present state. @throws ServiceError */
	check(client: ServiceClient): Promise<Finding>;
	/** Where the user can see the change. */
	place: string;
}

interface Failed {
	is: 'failed';
	failure: ServiceError;
}

interface Unclear {
	is: 'unclear';
	failure: ServiceError;
	/** A success is a response of 2xx, and a denial one that reports an error. */
	answer: 'none' | 'success' | 'denial';
	/** The start in the response, if it is not the one that was sent. */
	otherStart?: string;
}

const CHECK_AFTER_MS = [500, 5_000, 10_000, 20_000];
/** If so many changes in a row stay unclear, no other one is sent. */
const MOST_UNCLEAR = 3;

/**
 * Makes a change, by one rule (docs/reference.md, Changes): without proof that nothing was done, wait
 * and check. While the outcome is unclear, the client sends no other change.
 * @returns the body of the response, or what a check found
 * @throws ServiceError, CanceledError
 */
export async function makeChange(client: ServiceClient, change: Change): Promise<unknown> {
	const first = judged(await sent(client, change.request), client, change);
	const outcome =
		first.is === 'unclear'
			? await client.unclear.during(async () =>
					counted(client, await clarified(client, change, first)),
				)
			: counted(client, first);
	if (outcome.is === 'failed') throw outcome.failure;
	return outcome.body;
}

function counted(client: ServiceClient, outcome: Made | Failed): Made | Failed {
	if (outcome.is === 'failed' && outcome.failure.isUnsent) return outcome;
	const isUnclear = outcome.is === 'failed' && outcome.failure.uncertain;
	if (client.unclear.inARow(isUnclear) >= MOST_UNCLEAR) {
		client.end(
			`The outcome of ${MOST_UNCLEAR} changes in a row is unclear, so the node sent no other one`,
			'Check these first, then run the node again with the rest',
		);
	}
	return outcome;
}

/** A 429 and a connection that was never made prove that nothing was done, so it is sent again. */
async function sent(
	client: ServiceClient,
	request: ServiceRequest,
	isRepetition = false,
): Promise<ServiceAnswer | ServiceError> {
	const mayRetry = client.retries();
	for (let count = 1; ; count += 1) {
		const outcome = isRepetition ? await client.send(request) : await client.sendInTurn(request);
		if (!(outcome instanceof ServiceError) || outcome.uncertain) return outcome;
		if (!(await mayRetry(outcome))) return afterTries(outcome, count);
	}
}

function judged(
	answer: ServiceAnswer | ServiceError,
	{ settings }: ServiceClient,
	{ request, shownBy }: Change,
): Made | Failed | Unclear {
	if (answer instanceof ServiceError) {
		if (!answer.uncertain) return { is: 'failed', failure: answer };
		const isSuccess = answer.status !== undefined && answer.status < 300;
		return { is: 'unclear', failure: answer, answer: isSuccess ? 'success' : 'none' };
	}
	const { status, body } = answer;
	const denied = denial(answer, settings.accessToken);
	if (denied) return { is: 'unclear', failure: denied, answer: 'denial' };
	if (isEmpty(body) && request.method !== 'POST') return { is: 'made', body };
	const shown = shownBy(body);
	if (shown.is === 'made') return shown;
	const { message, detail } = isObject(body) ? body : {};
	const said = serviceMessage({ message, detail }, settings.accessToken);
	const failure = new ServiceError(
		`The service responded with ${status}, but does not show the change${said && `: ${said}`}`,
		'Check whether the service allows it',
		{ status },
	);
	const otherStart = shown.is === 'not made' ? shown.start : undefined;
	return { is: 'unclear', failure, answer: 'success', otherStart };
}

async function clarified(
	client: ServiceClient,
	change: Change,
	first: Unclear,
): Promise<Made | Failed> {
	const repetition = REPETITIONS[change.name];
	const found = await checked(client, change, first, repetition === 'afterFirstCheck');
	if (found.is === 'made') return found;
	if (found.is === 'unknown') return stillUnclear(first.failure, change, found.reason);
	if (first.answer === 'denial') return { is: 'failed', failure: first.failure };
	if (found.start !== undefined && found.start === first.otherStart) {
		return { is: 'failed', failure: moved(found.start, change, first.failure) };
	}
	const mayRepeat = first.answer === 'none' && repetition !== 'never' && found.isRepeatable;
	return mayRepeat
		? await repeated(client, change, first.failure)
		: stillUnclear(first.failure, change);
}

async function repeated(
	client: ServiceClient,
	change: Change,
	former: ServiceError,
): Promise<Made | Failed> {
	const second = judged(await sent(client, change.request, true), client, change);
	if (second.is === 'made') return second;
	if (second.failure.isUnsent) return stillUnclear(former, change);
	const found = second.is === 'unclear' ? await checked(client, change, second) : undefined;
	if (found?.is === 'made') return found;
	return stillUnclear(second.failure, change, 'The node sent the request 2 times');
}

/** 'not made' only if all checks that reached the service, the last one among them, agree. */
async function checked(
	client: ServiceClient,
	{ check, request }: Change,
	{ failure, answer, otherStart }: Unclear,
	isOneEnough = false,
): Promise<Finding> {
	const [first = 0, ...others] = client.settings.checkAfter ?? CHECK_AFTER_MS;
	const later = isOneEnough || answer === 'denial' ? [] : others;
	let found: Finding | undefined;
	let isReached = false;
	let starts = 0;
	for (const ms of [Math.max(first, failure.retryAfter ?? 0), ...later]) {
		if (!(await client.pause(ms))) return { is: 'unknown' };
		const latest = await check(client.checking()).catch((error: unknown) => {
			const isGone = request.method === 'DELETE' && answer === 'success';
			return findingFrom(error, isGone);
		});
		isReached = latest !== undefined;
		if (latest === undefined) continue;
		if (latest.is === 'made') return latest;
		found = together(found, latest);
		starts = latest.is === 'not made' && latest.start === otherStart ? starts + 1 : 0;
		if (otherStart !== undefined && starts === 2) return latest;
	}
	return isReached && found ? found : { is: 'unknown' };
}

/** Undefined if the check never reached the service. @param isGone what is gone was deleted */
function findingFrom(error: unknown, isGone: boolean): Finding | undefined {
	if (!(error instanceof ServiceError)) throw error;
	if (isUnconnected(error)) return undefined;
	if (isGone && hasStatus(error, 404, 410)) return { is: 'made', body: undefined };
	return { is: 'unknown', reason: `The check failed: ${error.message}` };
}

function moved(start: string, { request }: Change, { status }: ServiceError): ServiceError {
	const wanted = String(request.body?.start_date);
	return new ServiceError(
		`The service responded with ${status}, but moved the appointment to ${start} instead of ${wanted}`,
		'Choose a start that the service offers',
		{ status },
	);
}

function stillUnclear(failure: ServiceError, { place }: Change, reason?: string): Failed {
	const advice = `The change may have been made. Check ${place} before you repeat it`;
	const all = [advice, reason, failure.remedy].filter((text) => text !== undefined).join('. ');
	const details = { ...failure, uncertain: true };
	return { is: 'failed', failure: new ServiceError(failure.message, all, details) };
}

/** JSON without a value, such as `{}`, says as much as no body. */
const isEmpty = (body: unknown): boolean =>
	isBlank(body) || (isObject(body) && Object.keys(body).length === 0);
