import { ServiceError } from '../errors';
import { isTransient } from './network';

/** The service, or a proxy in front of it, is busy, slow or cut off (520 to 524: Cloudflare). */
const TEMPORARY = [408, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524];
const FIRST_WAIT_MS = 250;
const LONGEST_BACKOFF_MS = 20_000;
/** If Retry-After asks for more, we do not wait at all. */
export const LONGEST_RETRY_AFTER_MS = 5 * 60_000;

export const isTemporary = ({ status, code }: ServiceError): boolean =>
	status === undefined ? isTransient(code) : TEMPORARY.includes(status);

/** Exponential backoff with jitter, in ms: between half and all of 250 · 2^attempt. */
export function backoffDelay(attempt: number): number {
	const ceiling = Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_BACKOFF_MS);
	return Math.round(ceiling / 2 + (ceiling / 2) * Math.random());
}

/**
 * The wait that a Retry-After header asks for, in ms: seconds or an HTTP date. Undefined if it is
 * missing, unreadable or in the past: clocks differ, and the service is overloaded anyway.
 */
export function retryAfterDelay(header: unknown): number | undefined {
	const text = String(header ?? '').trim();
	const wait = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
	return wait > 0 ? wait : undefined;
}

export function afterTries(failure: ServiceError, count: number): ServiceError {
	const { message, remedy, retryAfter } = failure;
	const until = new Date(Date.now() + (retryAfter ?? 0)).toISOString().slice(0, 19);
	const remedies = [
		count > 1 && `The node sent the request ${count} times`,
		retryAfter !== undefined && `The service asks to wait until ${until.replace('T', ' ')} UTC`,
		remedy,
	];
	const all = remedies.filter((text) => text !== false).join('. ');
	return new ServiceError(message, all, { ...failure, uncertain: false });
}
