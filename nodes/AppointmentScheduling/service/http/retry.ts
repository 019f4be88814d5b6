import type { ServiceError } from '../errors';
import { isTransient } from './network';

/** The service, or a proxy in front of it, is slow, restarting or cut off (520 to 524: Cloudflare). */
const TEMPORARY = [408, 429, 502, 503, 504, 520, 521, 522, 523, 524];
/** The service refused the request because it is busy. */
const OVERLOADED = [429, 503];

export const isOverload = (status: number | undefined): boolean =>
	status !== undefined && OVERLOADED.includes(status);

/** Whether the same request may succeed a little later. */
export const isTemporary = ({ status, code }: ServiceError): boolean =>
	status === undefined ? isTransient(code) : TEMPORARY.includes(status);

/**
 * PATCH, PUT and DELETE set a state, so it is safe to repeat them. A POST is repeated only after a
 * check. After a 500, a change may be half made, so only reads are repeated.
 */
export function mayRetry(
	request: { method: string; checkBeforeRetry?: boolean },
	failure: ServiceError,
): boolean {
	if (request.method === 'POST' && !request.checkBeforeRetry) return false;
	return isTemporary(failure) || (request.method === 'GET' && failure.status === 500);
}

/** Whether the service may have made the change although it reports a failure. */
export const isUncertain = (status: number): boolean =>
	status === 500 || (TEMPORARY.includes(status) && !isOverload(status));

/** Some proxies respond with 503 while the service is still working on the request. */
export const mayHaveWorked = ({ uncertain, status }: ServiceError): boolean =>
	uncertain || status === 503;
