import { hasStatus, ServiceError } from '../core/errors';
import type { ServiceClient, ServiceRequest } from './client';
import { together, type Finding } from './finding';
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
export type Check = (client: ServiceClient) => Promise<Finding>;

const CHECK_AFTER_MS = [500, 5_000, 10_000, 20_000];

/** 'not made' only if all checks that reached the service, the last one among them, agree. */
export async function checked(
	client: ServiceClient,
	{ check, request }: { check: Check; request: ServiceRequest },
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
