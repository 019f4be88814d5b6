import type { ServiceError } from '../errors';
import { isTransient } from './network';

/** The service or a proxy in front of it was too slow, restarting or cut off (520 to 524: Cloudflare). */
const TEMPORARY = [408, 429, 502, 503, 504, 520, 521, 522, 523, 524];
/** The service refused the request before it did anything. */
const OVERLOADED = [429, 503];

export const isOverload = (status: number | undefined): boolean =>
	status !== undefined && OVERLOADED.includes(status);

/** Whether the same request may succeed a little later. */
export const isTemporary = (failure: ServiceError): boolean =>
	failure.status === undefined ? isTransient(failure) : TEMPORARY.includes(failure.status);

/**
 * PATCH, PUT and DELETE set a state, so repeating them does no harm; repeating a POST does. After a
 * 500 a change may be half made, and only a read is repeated.
 */
export function mayRetry(method: string, failure: ServiceError): boolean {
	if (method === 'POST') return false;
	return isTemporary(failure) || (method === 'GET' && failure.status === 500);
}

/** Whether the service may have made the change although it reports a failure. */
export const isUncertain = (status: number): boolean =>
	status === 500 || (TEMPORARY.includes(status) && !OVERLOADED.includes(status));
