import { ServiceError } from '../core/errors';
import { isBlank, isObject } from '../values/bodies';
import { checked, type Check, type Unclear } from './checks';
import type { ServiceAnswer, ServiceClient, ServiceRequest } from './client';
import type { Finding, Made } from './finding';
import { denial, serviceMessage } from './refusal';
import { afterTries, isTemporary } from './retry';

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
	check: Check;
	/** Where the user can see the change. */
	place: string;
}

interface Failed {
	is: 'failed';
	failure: ServiceError;
}

/** If so many changes in a row stay unclear, no other one is sent. */
const MOST_UNCLEAR = 3;
/** Why a request is not sent after an error that ends the run. */
export const ENDED = [
	'This item was not sent',
	'The run ended with the error of another item',
] as const;

/**
 * Makes a change, by one rule (docs/reference.md, Changes): without proof that nothing was done, wait
 * and check. While the outcome is unclear, the client sends no other change.
 * @returns the body of the response, or what a check found
 * @throws ServiceError, CanceledError
 */
export async function makeChange(client: ServiceClient, change: Change): Promise<unknown> {
	const judge = (answer: ServiceAnswer | ServiceError) => judged(answer, client, change);
	const first = judge(
		await sent(client, async () => {
			return await client.sendInTurn(change.request, (answer) => {
				const attempt = judge(answer);
				if (attempt.is === 'unclear') client.unclear.begin();
				if (attempt.is === 'failed' && !isTemporary(attempt.failure)) counted(client, attempt);
			});
		}),
	);
	if (first.is !== 'unclear') return bodyOf(counted(client, first));
	try {
		return bodyOf(counted(client, await clarified(client, change, first)));
	} finally {
		client.unclear.end();
	}
}

/** @throws ServiceError */
function bodyOf(outcome: Made | Failed): unknown {
	if (outcome.is === 'failed') throw outcome.failure;
	return outcome.body;
}

/** Before any other change is sent: the outcome may end the run. */
function counted(client: ServiceClient, outcome: Made | Failed): Made | Failed {
	const failure = outcome.is === 'failed' ? outcome.failure : undefined;
	if (failure?.isUnsent) return outcome;
	const row = client.unclear.inARow(failure?.uncertain ?? false);
	if (row >= MOST_UNCLEAR) {
		client.end(
			`The outcome of ${MOST_UNCLEAR} changes in a row is unclear, so the node did not send this one`,
			'Check the unclear ones first, then run the rest again',
		);
	} else if (failure && client.settings.endsAtFailure) {
		client.end(...ENDED);
	}
	return outcome;
}

/** A 429 and a connection that was never made prove that nothing was done, so it is sent again. */
async function sent(
	client: ServiceClient,
	send: () => Promise<ServiceAnswer | ServiceError>,
): Promise<ServiceAnswer | ServiceError> {
	const mayRetry = client.retries();
	for (let count = 1; ; count += 1) {
		const outcome = await send();
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
	const again = await sent(client, async () => await client.send(change.request));
	const second = judged(again, client, change);
	if (second.is === 'made') return second;
	if (second.failure.isUnsent) return stillUnclear(former, change);
	const found = second.is === 'unclear' ? await checked(client, change, second) : undefined;
	if (found?.is === 'made') return found;
	return stillUnclear(second.failure, change, 'The node sent the request 2 times');
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
