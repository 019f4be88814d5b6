import type { ServiceError } from '../core/errors';
import { DAY_MS } from '../values/dates';
import { isTransient } from './network';

/** The service, or a proxy in front of it, is busy, slow or cut off (520 to 524: Cloudflare). */
const TEMPORARY = [408, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524];
const FIRST_WAIT_MS = 250;
const LONGEST_BACKOFF_MS = 20_000;
/** If Retry-After asks for more, we do not wait at all. */
export const LONGEST_RETRY_AFTER_MS = 5 * 60_000;

export const isTemporary = (error: ServiceError): boolean =>
	error.status === undefined
		? isTransient(error.code)
		: TEMPORARY.includes(error.status) || isRateLimit(error);

/** The service takes no more for the moment. */
export const isRateLimit = ({ status, retryAfter }: ServiceError): boolean =>
	status === 429 || (status === 403 && retryAfter !== undefined);

/** Exponential backoff with jitter, in ms: between half and all of 250 · 2^attempt. */
export function backoffDelay(attempt: number): number {
	const ceiling = Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_BACKOFF_MS);
	return Math.round(ceiling / 2 + (ceiling / 2) * Math.random());
}

/** More is no wait. */
const LONGEST_WAIT_MS = 365 * DAY_MS;
/** A number above this is a time in seconds since 1970, and one above a thousand times it, in ms. */
const EPOCH_S = 1e9;

/**
 * The wait that the service asks for, in ms: `Retry-After` in seconds or as a date, and at 429 also
 * `RateLimit-Reset`. Undefined if it is missing, unreadable or in the past: clocks differ, and the
 * service is overloaded anyway.
 */
export function requestedWait(
	status: number,
	headers: Record<string, unknown>,
): number | undefined {
	const reset = status === 429 ? ['ratelimit-reset', 'x-ratelimit-reset'] : [];
	const waits = ['retry-after', ...reset].map((name) => waitIn(String(headers[name])));
	return waits.find((ms) => ms > 0 && ms < LONGEST_WAIT_MS);
}

/** A date has a comma, too. Of two headers with the same name, the first one counts. */
function waitIn(header: string): number {
	const date = /[a-z:]/i.test(header) ? Date.parse(header) : NaN;
	if (!Number.isNaN(date)) return date - Date.now();
	const number = Number(header.split(',', 1)[0]);
	const ms = number > EPOCH_S * 1000 ? number : number * 1000;
	return number > EPOCH_S ? ms - Date.now() : ms;
}

export function afterTries(failure: ServiceError, count: number): ServiceError {
	const { advice, retryAfter = 0 } = failure;
	const until = new Date(Date.now() + retryAfter).toISOString().slice(0, 19).replace('T', ' ');
	const parts = [
		count > 1 && `The node sent the request ${count} times`,
		retryAfter > 0 && `The service asks to wait until ${until} UTC`,
		advice,
	];
	const all = parts.filter((text) => text !== false).join('. ');
	return failure.advise(all, { uncertain: false });
}
