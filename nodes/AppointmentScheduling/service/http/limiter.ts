import { ServiceError } from '../core/errors';
import { afterResponse, firstLimit, type AdaptiveLimit } from './adaptiveLimit';
import { isTemporary, LONGEST_RETRY_AFTER_MS } from './retry';
import { NEVER } from '../values/dates';

export const FIRST_LIMIT = 16;
const MOST_READS = 64;
const MOST_CHANGES = 16;
/** More would delay small lists of items at slow services. */
const LONGEST_SPACING_MS = 3;
const RECENT_MS = 5_000;

/**
 * Queues requests and counts those in flight. `adaptiveLimit.ts` decides how many there may be.
 * Starts are spread: requests that start together are answered together, and then the service is
 * idle while n8n handles the responses one by one.
 */
export class ConcurrencyLimiter {
	private inFlight = 0;
	private adaptive: AdaptiveLimit;
	private nextStart = 0;
	private servedAt = NEVER;
	/** Moving average of the latency. */
	private typicalMs = 0;
	private readonly queue: Array<() => void> = [];

	constructor(
		private readonly concurrency: number | undefined,
		private readonly requestInterval: number,
		private readonly wait: (ms: number) => Promise<void>,
	) {
		this.adaptive = firstLimit(concurrency ?? FIRST_LIMIT, concurrency ?? MOST_READS);
	}

	get limit(): number {
		return this.adaptive.limit;
	}

	get isServed(): boolean {
		return performance.now() - this.servedAt < RECENT_MS;
	}

	/** From the first change on, more than a few at a time only if the user asks for it. */
	prepareForChanges(): void {
		const most = this.concurrency ?? MOST_CHANGES;
		if (this.adaptive.most > most) this.adaptive = firstLimit(most, most, this.adaptive.epoch + 1);
	}

	async pass<T>(task: () => Promise<T>): Promise<T> {
		const turn = new Promise<void>((resolve) => this.queue.push(resolve));
		this.startNext();
		await turn;
		try {
			await this.keepInterval();
			return await task();
		} finally {
			this.inFlight -= 1;
			this.startNext();
		}
	}

	/** Learns from the outcome of a request within `pass`. */
	async measure<T>(request: () => Promise<T>): Promise<T> {
		const { inFlight } = this;
		const { epoch } = this.adaptive;
		const sentAt = performance.now();
		const outcome = await request();
		const latency = performance.now() - sentAt;
		const isFailed = outcome instanceof ServiceError && isTemporary(outcome);
		this.adaptive = afterResponse(this.adaptive, { isFailed, latency, epoch, inFlight });
		if (isFailed) {
			this.pause(outcome.retryAfter);
		} else {
			this.servedAt = performance.now();
			this.typicalMs += (latency - this.typicalMs) / 4;
		}
		return outcome;
	}

	private async keepInterval(): Promise<void> {
		const now = performance.now();
		const start = Math.max(now, this.nextStart);
		// Half the interval of evenly spread starts, which costs no time in the long run.
		const spacing = Math.min(this.typicalMs / this.limit / 2, LONGEST_SPACING_MS);
		this.nextStart = start + Math.max(this.requestInterval, spacing);
		await this.wait(Math.round(start - now));
	}

	/** If no other request is being served, a quota is used up: start again when the service says. */
	private pause(ms = 0): void {
		if (ms === 0 || ms > LONGEST_RETRY_AFTER_MS || this.inFlight > 1) return;
		this.nextStart = Math.max(this.nextStart, performance.now() + ms);
		const { most, epoch } = this.adaptive;
		this.adaptive = firstLimit(Math.min(FIRST_LIMIT, most), most, epoch + 1);
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
