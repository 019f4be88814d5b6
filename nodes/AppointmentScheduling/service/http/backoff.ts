const FIRST_WAIT_MS = 250;
const LONGEST_BACKOFF_MS = 20_000;
/** If Retry-After asks for more, we do not wait at all. */
export const LONGEST_RETRY_AFTER_MS = 5 * 60_000;

/** Exponential backoff with jitter: between half and all of 250 ms · 2^attempt, at most 20 s. In ms. */
export function backoffDelay(attempt: number, random: () => number = Math.random): number {
	const ceiling = Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_BACKOFF_MS);
	return Math.round(ceiling / 2 + (ceiling / 2) * random());
}

/**
 * The wait that a Retry-After header asks for, in ms: seconds or an HTTP date. Undefined if it is
 * missing, unreadable or in the past: clocks differ, and the service is overloaded anyway.
 */
export function retryAfterDelay(header: unknown, now: number = Date.now()): number | undefined {
	const text = String(header ?? '').trim();
	const wait = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
	return wait > 0 ? wait : undefined;
}
