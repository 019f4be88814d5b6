import { hasStatus, ServiceError } from '../core/errors';
import type { ServiceClient, ServiceRequest } from './client';
import type { Finding } from './finding';
import { isUnconnected } from './network';

export interface Unclear {
	is: 'unclear';
	failure: ServiceError;
	/** A success is a response of 2xx, and a denial one that reports an error. */
	answer: 'none' | 'success' | 'denial';
	/** The start in the response, if it is not the one that was sent. */
	otherStart?: string;
}

/** How to read the present state. @throws ServiceError */
export type StateReader = (client: ServiceClient) => Promise<Finding>;

const CHECK_AFTER_MS = [500, 5_000, 10_000, 20_000];

/** 'not made' only if all checks that reached the service, the last one among them, agree. */
export async function checkChange(
	client: ServiceClient,
	{ check, request }: { check: StateReader; request: ServiceRequest },
	{ failure, answer, otherStart }: Unclear,
	isOneEnough = false,
): Promise<Finding> {
	const [first = 0, ...others] = client.settings.checkAfter ?? CHECK_AFTER_MS;
	const later = isOneEnough || answer === 'denial' ? [] : others;
	const isGoneMade = request.method === 'DELETE' && answer === 'success';
	const found: Finding[] = [];
	let latest: Finding | undefined;
	for (const ms of [Math.max(first, failure.retryAfter ?? 0), ...later]) {
		if (!(await client.pause(ms))) return { is: 'unknown' };
		latest = await check(client.forChecks()).catch((error: unknown) => {
			return findingFrom(error, isGoneMade);
		});
		if (latest === undefined) continue;
		const isConfirmed = [found.at(-1), latest].every((each) => startIn(each) === otherStart);
		if (latest.is === 'made' || (otherStart !== undefined && isConfirmed)) return latest;
		found.push(latest);
	}
	if (latest === undefined) return { is: 'unknown' };
	const isSame = found.every((each) => stateIn(each) === stateIn(latest));
	const changed: Finding = { is: 'unknown', reason: 'It was changed in the meantime' };
	return found.find(({ is }) => is === 'unknown') ?? (isSame ? latest : changed);
}

const stateIn = (found?: Finding) => (found?.is === 'not made' ? found.state : undefined);
const startIn = (found?: Finding) => (found?.is === 'not made' ? found.start : undefined);

/** Undefined if the check never reached the service. @param isGone what is gone was deleted */
function findingFrom(error: unknown, isGone: boolean): Finding | undefined {
	if (!(error instanceof ServiceError)) throw error;
	if (isUnconnected(error)) return undefined;
	if (isGone && hasStatus(error, 404, 410)) return { is: 'made', body: undefined };
	return { is: 'unknown', reason: `The check failed: ${error.message}` };
}
