import { FOREVER, HOUR_MS, MINUTE_MS } from './values/dates';

/** What a response says about the load. Times are in ms from now. */
export interface Load {
	/** 429, 5xx or no response: the service wants fewer requests at a time. */
	isOverloaded: boolean;
	/** 429: the service has not taken the request. */
	isRefused?: boolean;
	/** How long it wants none after that, if it says so. */
	retryIn?: number;
	/** How many requests the quota has in a period. */
	limit?: number;
	/** How many of them are left, and when the next period begins. */
	remaining?: number;
	resetIn?: number;
}

/** One part in so many of the quota is kept for urgent requests. */
const RESERVE = 10;
/** Headers have whole seconds. */
const MARGIN_MS = 1_000;
/** The period, if clocks differ so much that the header cannot be right. */
const PERIOD_MS = MINUTE_MS;
const LONGEST_PERIOD_MS = HOUR_MS;
const UNLIMITED = Infinity;

/** What is known of the quota. While nothing is known, one request asks. */
export class Quota {
	/** As of the newest response. Each one in flight may still use one of them. */
	private left = 1;
	private reserve = 0;
	isAsking = true;
	resetAt = FOREVER;

	/** How many may be in flight. @param now ms of a monotonic clock */
	most(isUrgent: boolean, now: number): number {
		if (now >= this.resetAt) this.ask();
		return this.left - (isUrgent ? 0 : this.reserve);
	}

	/** Lets one request ask: the period is over, or what was known was wrong. */
	ask(): void {
		this.left = 1;
		this.reserve = 0;
		this.isAsking = true;
		this.resetAt = FOREVER;
	}

	learn({ limit = 0, remaining, resetIn }: Load, now: number): void {
		if (remaining !== undefined) {
			const isUsable = resetIn !== undefined && resetIn > 0 && resetIn <= LONGEST_PERIOD_MS;
			const resetAt = now + (isUsable ? resetIn : PERIOD_MS) + MARGIN_MS;
			// Responses of one period come in any order.
			const isSame = Math.abs(resetAt - this.resetAt) < 2 * MARGIN_MS;
			this.left = isSame ? Math.min(this.left, remaining) : remaining;
			this.resetAt = resetAt;
			this.reserve = Math.floor(limit / RESERVE);
		} else if (this.isAsking) {
			// There is no quota, as far as anybody can see.
			this.left = UNLIMITED;
		}
		this.isAsking = false;
	}
}

/**
 * What a response says. `X-RateLimit-Reset` is a Unix time in s on the clock of the service, which its
 * `Date` shows. A 5xx may come from a proxy, so its headers do not count.
 * @param now ms since the epoch
 */
export function loadIn(status: number, headers: Headers, now: number): Load {
	if (status >= 500) return { isOverloaded: true };
	const reset = numberIn(headers, 'x-ratelimit-reset');
	const resetIn = reset && reset * 1_000 - (Date.parse(String(headers.date)) || now);
	const limit = numberIn(headers, 'x-ratelimit-limit');
	const remaining = numberIn(headers, 'x-ratelimit-remaining');
	if (status !== 429) return { isOverloaded: false, limit, remaining, resetIn };
	const retryIn = Math.min(retryAfterIn(headers) ?? resetIn ?? 0, LONGEST_PERIOD_MS);
	return { isOverloaded: true, isRefused: true, ...(retryIn > 0 && { retryIn }) };
}

/** How long the service wants no request, in ms: an hour at most, or one wrong header would end all work. */
export function retryAfterIn(headers: Headers): number | undefined {
	const seconds = numberIn(headers, 'retry-after');
	return seconds && Math.min(seconds * 1_000, LONGEST_PERIOD_MS);
}

type Headers = Record<string, unknown>;

function numberIn(headers: Headers, name: string): number | undefined {
	const text = String(headers[name] ?? '');
	return /^\d{1,12}$/.test(text) ? Number(text) : undefined;
}
