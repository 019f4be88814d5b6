import { hasStatus, ServiceError } from '../core/errors';
import { isBlank, isObject } from '../values/bodies';
import type { ServiceClient, ServiceRequest } from './client';
import { findingIn, type Finding, type Wanted } from './finding';
import { isUnconnected } from './network';
import { denial } from './refusal';
import type { ServiceAnswer } from './response';
import { isTemporary } from './retry';
import { serviceMessage } from './serviceMessage';

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
	wanted: Wanted;
	/** Reads the present state. @throws ServiceError */
	check(client: ServiceClient): Promise<Finding>;
	/** Where the user can see the change. */
	place: string;
}

type Outcome = (Finding & { is: 'made' }) | ServiceError;

/** An attempt that may have made the change. */
interface Unclear {
	is: 'unclear';
	failure: ServiceError;
	/** A success is a response of 2xx, and a denial one that reports an error. */
	answer: 'none' | 'success' | 'denial';
	/** The start in the response, if it is not the one that was sent. */
	otherStart?: string;
}

const SENT_TWICE = 'The node sent the request 2 times';
const CHECK_AFTER_MS = [500, 5_000, 10_000, 20_000];
/** Retry-After delays the first check by no more. */
const LONGEST_DELAY_MS = 60_000;
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
	const outcome = await client.withRetries(async () => {
		const sent = await client.sendInTurn(change.request, (answer) => {
			const attempt = judged(answer, client, change);
			if ('is' in attempt && attempt.is === 'unclear') {
				const clear = clarify(client, change, attempt).then((end) => countOutcome(client, end));
				return { outcome: client.holdUp(clear) };
			}
			const isRetried = attempt instanceof ServiceError && isTemporary(attempt);
			return { outcome: isRetried ? attempt : countOutcome(client, attempt) };
		});
		return await sent.outcome;
	});
	if ('is' in outcome) return outcome.body;
	throw outcome.uncertain ? outcome : countOutcome(client, outcome);
}

/** Before any other change is sent: the outcome may end the run. */
function countOutcome<T extends Outcome>(client: ServiceClient, outcome: T): T {
	const failure = outcome instanceof ServiceError ? outcome : undefined;
	client.unclearInARow = failure?.uncertain ? client.unclearInARow + 1 : 0;
	if (client.unclearInARow >= MOST_UNCLEAR) {
		client.end(
			`The outcome of ${MOST_UNCLEAR} changes in a row is unclear, so the node did not send this one`,
			'Check the unclear ones first, then run the rest again',
		);
	} else if (failure && client.settings.endsAtFailure) {
		client.end(...ENDED);
	}
	return outcome;
}

function judged(
	answer: ServiceAnswer | ServiceError,
	{ settings }: ServiceClient,
	{ request, wanted }: Change,
): Outcome | Unclear {
	if (answer instanceof ServiceError) {
		if (!answer.uncertain) return answer;
		const isSuccess = answer.status !== undefined && answer.status < 300;
		return { is: 'unclear', failure: answer, answer: isSuccess ? 'success' : 'none' };
	}
	const { status, body } = answer;
	const denied = denial(answer, settings.secrets);
	if (denied) return { is: 'unclear', failure: denied, answer: 'denial' };
	if (isEmpty(body) && request.method !== 'POST') return { is: 'made', body };
	const shown = findingIn(body, wanted);
	if (shown.is === 'made') return shown;
	const { message, detail } = isObject(body) ? body : {};
	const said = serviceMessage({ message, detail }, settings.secrets);
	const failure = new ServiceError(
		`The service responded with ${status}, but does not show the change`,
		'Check whether the service allows it',
		{ status, said },
	);
	const otherStart = shown.is === 'not made' ? shown.start : undefined;
	return { is: 'unclear', failure, answer: 'success', otherStart };
}

async function clarify(
	client: ServiceClient,
	change: Change,
	attempt: Unclear,
	isSecond = false,
): Promise<Outcome> {
	const { failure, answer } = attempt;
	const unclear = (last: ServiceError, reason = isSecond ? SENT_TWICE : undefined) =>
		stillUnclear(last, change, reason);
	const isOneEnough =
		answer === 'denial' || (!isSecond && REPETITIONS[change.name] === 'afterFirstCheck');
	const found = await checkChange(client, change, attempt, isOneEnough);
	if (found.is === 'made') return found;
	if (found.is === 'unknown') return unclear(failure, found.reason);
	if (isConfirmed(found, attempt)) return moved(found.start, change, failure);
	if (isSecond) return unclear(failure);
	if (answer === 'denial') return failure;
	const mayRepeat = answer === 'none' && REPETITIONS[change.name] !== 'never';
	if (!mayRepeat || found.state === undefined) return unclear(failure);
	const again = await client.withRetries(async () => await client.send(change.request));
	const second = judged(again, client, change);
	if (second instanceof ServiceError) {
		return second.isUnsent ? unclear(failure) : unclear(second, SENT_TWICE);
	}
	return second.is === 'made' ? second : await clarify(client, change, second, true);
}

/** 'not made' only if all checks that reached the service, the last one among them, agree. */
async function checkChange(
	client: ServiceClient,
	{ request, check }: Change,
	attempt: Unclear,
	isOneEnough: boolean,
): Promise<Finding> {
	const { failure, answer } = attempt;
	const [first = 0, ...others] = client.settings.checkAfter ?? CHECK_AFTER_MS;
	const delay = Math.min(failure.retryAfter ?? 0, LONGEST_DELAY_MS);
	const isGoneMade = request.method === 'DELETE' && answer === 'success';
	const all: Finding[] = [];
	let latest: Finding | undefined;
	for (const ms of [Math.max(first, delay), ...(isOneEnough ? [] : others)]) {
		if (!(await client.pause(ms))) return { is: 'unknown' };
		latest = await check(client.forChecks()).catch((error: unknown) => {
			return findingFrom(error, isGoneMade);
		});
		if (latest === undefined) continue;
		if (latest.is === 'made' || isConfirmed(latest, attempt)) return latest;
		all.push(latest);
	}
	if (latest?.is !== 'not made') return latest ?? { is: 'unknown' };
	const { state } = latest;
	const isSame = all.every((each) => each.is === 'not made' && each.state === state);
	const changed: Finding = { is: 'unknown', reason: 'It was changed in the meantime' };
	return all.find(({ is }) => is === 'unknown') ?? (isSame ? latest : changed);
}

/** Whether a check has found the other start that the response shows. */
const isConfirmed = (
	found: Finding,
	{ otherStart }: Pick<Unclear, 'otherStart'>,
): found is Finding & { start: string } =>
	found.is === 'not made' && found.start !== undefined && found.start === otherStart;

/** Undefined if the check never reached the service. @param isGone what is gone was deleted */
function findingFrom(error: unknown, isGone: boolean): Finding | undefined {
	if (!(error instanceof ServiceError)) throw error;
	if (isUnconnected(error)) return undefined;
	if (isGone && hasStatus(error, 404, 410)) return { is: 'made', body: undefined };
	return { is: 'unknown', reason: `The check failed: ${error.summary}` };
}

function moved(start: string, { request }: Change, { status }: ServiceError): ServiceError {
	const wanted = String(request.body?.start_date);
	return new ServiceError(
		`The service responded with ${status}, but moved the appointment to ${start} instead of ${wanted}`,
		'Choose a start that the service offers',
		{ status },
	);
}

function stillUnclear(failure: ServiceError, { place }: Change, reason?: string): ServiceError {
	const may = `The change may have been made. Check ${place} before you repeat it`;
	const all = [may, reason, failure.advice].filter((text) => text !== undefined).join('. ');
	return failure.advise(all, { uncertain: true });
}

/** JSON without a value, such as `{}`, says as much as no body. */
const isEmpty = (body: unknown): boolean =>
	isBlank(body) || (isObject(body) && Object.keys(body).length === 0);
