import { ServiceError } from '../core/errors';
import { NEVER } from '../values/dates';
import type { Concurrency } from './concurrency';
import { isRateLimit, isTemporary, LONGEST_RETRY_AFTER_MS } from './retry';

const RECENT_MS = 5_000;

/** Queues requests, and pauses all of them while a quota is used up. */
export class RequestLimiter {
	private inFlight = 0;
	private nextStart = 0;
	private servedAt = NEVER;
	private readonly queue: Array<() => void> = [];

	constructor(
		private readonly concurrency: Concurrency,
		private readonly requestInterval: number,
		private readonly wait: (ms: number) => Promise<void>,
	) {}

	/** Whether the service handled a request just now. */
	get isServed(): boolean {
		return performance.now() - this.servedAt < RECENT_MS;
	}

	async pass<T>(task: () => Promise<T>): Promise<T> {
		const turn = new Promise<void>((resolve) => this.queue.push(resolve));
		this.startNext();
		await turn;
		try {
			const now = performance.now();
			const start = Math.max(now, this.nextStart);
			this.nextStart = start + this.requestInterval;
			await this.wait(Math.round(start - now));
			return await task();
		} finally {
			this.inFlight -= 1;
			this.startNext();
		}
	}

	/** Learns from the outcome of a request within `pass`. */
	async measure<T>(request: () => Promise<T>): Promise<T> {
		const { concurrency, inFlight } = this;
		const { cuts, limit } = concurrency;
		const sentAt = performance.now();
		const outcome = await request();
		const now = performance.now();
		if (!(outcome instanceof ServiceError && isTemporary(outcome))) {
			this.servedAt = now;
			// Of half as many requests, the service says nothing about this number.
			if (inFlight > limit / 2) concurrency.succeeded(now - sentAt);
			return outcome;
		}
		if (outcome.status === 429 && this.inFlight === 1) {
			// No other request is being served: a quota is used up until then.
			const { retryAfter = 0 } = outcome;
			const ms = retryAfter <= LONGEST_RETRY_AFTER_MS ? retryAfter : 0;
			this.nextStart = Math.max(this.nextStart, now + ms);
		}
		concurrency.failed(cuts, isRateLimit(outcome));
		return outcome;
	}

	private startNext(): void {
		while (this.inFlight < this.concurrency.limit) {
			const next = this.queue.shift();
			if (!next) return;
			this.inFlight += 1;
			next();
		}
	}
}
