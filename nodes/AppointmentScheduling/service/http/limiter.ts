import { ServiceError } from '../core/errors';
import { FOREVER, NEVER } from '../values/dates';
import { isTemporary, LONGEST_RETRY_AFTER_MS } from './retry';

const RECENT_MS = 5_000;
/** If responses take so many times as long as the fastest ones, there are too many requests. */
const SLOW = 1.5;

/**
 * Queues requests and finds out how many may be in flight (docs/internals/concurrency.md). A round is
 * as many responses. Each number is kept for two: while the first one is sent, the service is still
 * busy with the former number.
 */
export class ConcurrencyLimiter {
	private limit: number;
	private inFlight = 0;
	private nextStart = 0;
	private servedAt = NEVER;
	private isDoubling = true;
	/** Counts the changes of the limit. Requests that were sent before the last one say nothing. */
	private epoch = 0;
	/** In ms, of the responses since the limit changed. */
	private latencies: number[] = [];
	/** The shortest latency of a round. */
	private fastest = FOREVER;
	private readonly queue: Array<() => void> = [];

	constructor(
		private readonly first: number,
		private readonly most: number,
		private readonly requestInterval: number,
		private readonly wait: (ms: number) => Promise<void>,
	) {
		this.limit = first;
	}

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
		const { inFlight, epoch } = this;
		const sentAt = performance.now();
		const outcome = await request();
		const now = performance.now();
		const isFailed = outcome instanceof ServiceError && isTemporary(outcome);
		if (!isFailed) {
			this.servedAt = now;
		} else if (outcome.status === 429 && this.inFlight === 1) {
			// No other request is being served: a quota is used up until then.
			const { retryAfter = 0 } = outcome;
			const ms = retryAfter <= LONGEST_RETRY_AFTER_MS ? retryAfter : 0;
			this.nextStart = Math.max(this.nextStart, now + ms);
		}
		if (epoch === this.epoch) this.learn(isFailed, now - sentAt, inFlight);
		return outcome;
	}

	private learn(isFailed: boolean, latency: number, inFlight: number): void {
		const { limit, latencies } = this;
		if (isFailed) {
			this.isDoubling = false;
			this.setLimit((limit * 2) / 3);
			return;
		}
		if (inFlight <= limit / 2 || latencies.push(Math.max(latency, 1)) < 2 * limit) return;
		const typical = latencies.slice(limit).reduce((sum, ms) => sum + ms) / limit;
		this.fastest = Math.min(this.fastest, typical);
		const slowness = typical / this.fastest;
		if (slowness <= SLOW || limit < this.first) {
			this.setLimit(this.isDoubling ? 2 * limit : limit + 1);
			return;
		}
		this.isDoubling = false;
		this.setLimit(Math.max(Math.min(limit, this.first), limit / Math.sqrt(slowness)));
	}

	private setLimit(limit: number): void {
		this.limit = Math.max(1, Math.min(Math.floor(limit), this.most));
		this.epoch += 1;
		this.latencies = [];
	}

	private startNext(): void {
		while (this.inFlight < this.limit) {
			const next = this.queue.shift();
			if (!next) return;
			this.inFlight += 1;
			next();
		}
	}
}
