import { hasStatus, ServiceError } from '../core/errors';
import type { Fate } from '../http/changeGate';
import type { ServiceClient } from '../http/client';
import {
	judged,
	type Change,
	type Finding,
	type Made,
	type Outcome,
	type Unclear,
} from './judgment';
import { isTemporary, LONGEST_RETRY_AFTER_MS } from '../http/retry';

const CHECK_AFTER_MS = [500, 5_000, 10_000, 20_000];
/** Retry-After delays the first check by no more. */
const LONGEST_DELAY_MS = 60_000;
/** Answered checks that show that a change was not made. */
const ENOUGH_CHECKS = 2;
/** Why a request is not sent after an error that ends the run. */
export const ENDED = [
	'This item was not sent',
	'The run ended with the error of another item',
] as const;
const STILL_DOWN = [
	'The service answered no check, so the node did not send this change',
	'Run this item again once the service responds',
] as const;

/**
 * Makes a change by one rule (docs/internals/requests.md): it is sent again only after proof that
 * nothing was done. If its outcome is unclear, the node checks whether it was made.
 * @returns the body of the response, or what a check found
 * @throws ServiceError, CanceledError
 */
export async function makeChange(client: ServiceClient, change: Change): Promise<unknown> {
	const sending: Sending = { client, change, fate: 'unsent' };
	const counts = client.run.changes.counts;
	const { body } = await resolved(sending).finally(() => (counts[sending.fate] += 1));
	return body;
}

interface Sending {
	client: ServiceClient;
	change: Change;
	fate: Fate;
}

/** Before any other change is sent. */
function endRun(client: ServiceClient): void {
	if (client.settings.endsAtFailure) client.end(...ENDED);
}

async function resolved(sending: Sending): Promise<Made> {
	const { client } = sending;
	const outcome = await client.withRetries(async () => await attempt(sending));
	if (outcome instanceof ServiceError) {
		endRun(client);
		throw outcome;
	}
	if ('body' in outcome) return outcome;
	const { aside } = client.settings;
	const clarifying = clarify(sending, outcome);
	const clear = await (aside ? aside(clarifying) : clarifying);
	if (clear instanceof ServiceError) throw clear;
	return clear;
}

/** Sends the change once, when its turn comes. */
async function attempt(sending: Sending): Promise<Outcome> {
	const { client, change } = sending;
	for (;;) {
		await untilOpen(client, change);
		const outcome = await client.run.limiter.pass(async () => {
			if (client.closure) return client.closure;
			if (!client.run.changes.isOpen) return undefined;
			sending.fate = 'unclear';
			const judgment = judged(
				await client.sendNow(change.request),
				change,
				client.settings.secrets,
			);
			sending.fate = fateIn(judgment);
			client.run.changes.note('isDenial' in judgment ? 'refused' : sending.fate);
			if (judgment instanceof ServiceError && !isTemporary(judgment)) endRun(client);
			return judgment;
		});
		if (outcome) return outcome;
	}
}

function fateIn(outcome: Outcome): Fate {
	if (!(outcome instanceof ServiceError)) return 'body' in outcome ? 'changed' : 'unclear';
	return outcome.status === undefined ? 'unsent' : 'refused';
}

async function untilOpen(client: ServiceClient, change: Change): Promise<void> {
	const { settings, run } = client;
	const { changes } = run;
	if (changes.isOpen) return;
	const end = performance.now() + Math.min(LONGEST_RETRY_AFTER_MS, client.timeLeft);
	const isLate = () => performance.now() >= end;
	const isOver = () =>
		isLate() || client.closure !== undefined || settings.signal?.aborted === true;
	const check = async () => await checked(client, change).catch(() => undefined);
	await changes.opened(settings.checkAfter ?? CHECK_AFTER_MS, check, isOver);
	if (!changes.isOpen && isLate()) client.end(...STILL_DOWN);
}

/** Checks until the change shows. Returns a failure if it never does. */
async function clarify(sending: Sending, attempted: Unclear): Promise<Made | ServiceError> {
	const { client, change } = sending;
	const { failure, isDenial } = attempted;
	const began = performance.now();
	const [first = 0, ...others] = client.settings.checkAfter ?? CHECK_AFTER_MS;
	const delay = Math.min(failure.retryAfter ?? 0, LONGEST_DELAY_MS);
	const states: string[] = [];
	let latest: Finding = { is: 'unknown' };
	for (const ms of [Math.max(first, delay), ...(isDenial ? [] : others)]) {
		const isInTime = await client.pause(ms);
		latest = isInTime ? await checked(client, change, attempted) : { is: 'unknown' };
		if (latest.is === 'made') {
			sending.fate = 'changed';
			return latest;
		}
		if (latest.is === 'unknown') continue;
		states.push(latest.state);
		if (change.isRepeatable && !isDenial) {
			return await resolved(Object.assign(sending, { change: { ...change, isRepeatable: false } }));
		}
	}
	const isUnchanged = latest.is === 'not made' && new Set(states).size === 1;
	endRun(client);
	if (isDenial && isUnchanged) {
		sending.fate = 'refused';
		return failure;
	}
	const isMissing = failure.status === undefined || [504, 524].includes(failure.status);
	const isShown = isUnchanged && states.length >= ENOUGH_CHECKS;
	const advice =
		isShown && !isMissing && !change.harmsTwice
			? `The service does not show the change ${secondsSince(began)} s later. The item can be run again`
			: `The change may have been made. Check ${change.place} before you repeat it`;
	const reason = latest.is === 'unknown' ? latest.reason : undefined;
	const all = [advice, reason, failure.advice].filter((text) => text !== undefined);
	return failure.advise(all.join('. '), { uncertain: true });
}

const secondsSince = (ms: number): number => Math.round((performance.now() - ms) / 1000);

/** A check that fails says nothing. @param attempted the attempt of this item */
async function checked(
	client: ServiceClient,
	{ request, check }: Change,
	attempted?: Unclear,
): Promise<Finding> {
	// What is gone after a success was canceled or deleted.
	const isSuccess = attempted && !attempted.isDenial && (attempted.failure.status ?? 500) < 300;
	const isGoneMade = isSuccess && request.method === 'DELETE';
	const checking = check(client.forChecks()).then((found) => {
		client.run.changes.open();
		return found;
	});
	return await checking.catch((error: unknown): Finding => {
		if (!(error instanceof ServiceError)) throw error;
		const isAnswered = error.status !== undefined && !error.isUnreadable && !isTemporary(error);
		if (isAnswered) client.run.changes.open();
		if (isGoneMade && hasStatus(error, 404, 410)) return { is: 'made', body: undefined };
		return { is: 'unknown', reason: `The check failed: ${error.summary}` };
	});
}
