import { ServiceError } from '../errors';
import type { ServiceAnswer, ServiceClient, ServiceRequest } from './client';
import { denial } from './refusal';
import { afterTries, backoffDelay } from './retry';

export interface Finding {
	/** Undefined if that is unknown. */
	isMade: boolean | undefined;
	body?: unknown;
	/** Why it is unknown. */
	reason?: string;
}

const CHECK_AFTER_MS = [500, 5_000, 10_000, 20_000];

export interface Change {
	request: ServiceRequest;
	/** Whether it does no harm to send the request twice. */
	repeats: boolean;
	check(failure: ServiceError): Promise<Finding>;
	/** Whether the response shows that the change was not made as requested. */
	contradicts?(body: unknown): boolean;
	/** Where the user can see the change. */
	shownIn: string;
}

/**
 * Makes a change, by one rule. If the outcome is unclear (no response, 5xx, an unreadable or
 * contradicting response), wait and check. Made: success. Not made: send it again if that does no
 * harm, otherwise check again later. Still unclear: report that it may have been made.
 * @returns the body of the response, or what the check found
 * @throws ServiceError, CanceledError
 */
export async function makeChange(client: ServiceClient, change: Change): Promise<unknown> {
	const mayRetry = client.retries();
	let isUnclear = false;
	for (let attempt = 0; ; attempt += 1) {
		const outcome = await client.send(change.request);
		const isFailed = outcome instanceof ServiceError;
		const denied = isFailed ? undefined : denial(outcome, client.settings.accessToken, true);
		const failure = isFailed ? outcome : (denied ?? contradiction(outcome, change));
		if (!failure) return (outcome as ServiceAnswer).body;
		const isRefusal = denied !== undefined && !isUnclear;
		isUnclear ||= failure.uncertain;
		if (isUnclear) {
			const waits =
				change.repeats || isRefusal
					? [failure.retryAfter ?? backoffDelay(attempt)]
					: (client.settings.checkAfter ?? CHECK_AFTER_MS);
			const found = await checked(client, change, failure, waits);
			if (found?.isMade) return found.body;
			if (found?.isMade === false && isRefusal) throw afterTries(failure, attempt + 1);
			const isLast = attempt >= client.settings.maxRetries || !failure.uncertain;
			if (!found || !change.repeats || isLast) {
				throw unclear(failure, change, attempt + 1, found?.reason);
			}
		} else if (!(await mayRetry(failure))) {
			throw afterTries(failure, attempt + 1);
		}
	}
}

function contradiction(
	{ status, body }: ServiceAnswer,
	{ contradicts }: Change,
): ServiceError | undefined {
	if (!contradicts?.(body)) return undefined;
	return new ServiceError(
		`The service responded with ${status}, but does not show the change`,
		'Check whether the service allows it',
		{ status, uncertain: true },
	);
}

/** Undefined if nothing could be found out, or there is no time for it. */
async function checked(
	client: ServiceClient,
	{ check }: Change,
	failure: ServiceError,
	waits: readonly number[],
): Promise<Finding | undefined> {
	let found: Finding | undefined;
	for (const ms of waits) {
		if (!(await client.pause(ms))) return undefined;
		found = await check(failure).catch((error: unknown) => {
			if (error instanceof ServiceError) return undefined;
			throw error;
		});
		if (found?.isMade !== false) return found;
	}
	return found;
}

function unclear(
	failure: ServiceError,
	{ shownIn }: Change,
	count: number,
	reason?: string,
): ServiceError {
	const { message, remedy } = afterTries(failure, count);
	const advice = `The change may have been made. Check ${shownIn} before you repeat it`;
	const all = [advice, reason, remedy].filter((text) => text !== undefined).join('. ');
	return new ServiceError(message, all, { ...failure, uncertain: true });
}
