import { afterResponse, firstLimit, type AdaptiveLimit } from './adaptiveLimit';
import { wait } from './wait';

/** What a response says about the number of requests in flight. */
export type Outcome = 'served' | 'overloaded' | 'broken';

/** More would delay small lists of items at slow services. */
const LONGEST_SPACING_MS = 3;

/**
 * Queues requests and counts those in flight. `adaptiveLimit.ts` decides how many there may be.
 * Starts are spread: requests that start together are answered together, and then the service is
 * idle while n8n handles the responses one by one.
 */
export class ConcurrencyLimiter {
	private inFlight = 0;
	private adaptive: AdaptiveLimit;
	private answered = 0;
	private nextStart = 0;
	/** Moving average of the latency in ms. */
	private typicalMs = 0;
	private readonly queue: Array<() => void> = [];

	/**
	 * @param concurrency never exceeded; if undefined, the limit adapts to the service
	 * @param requestInterval ms between the starts of two requests
	 * @param timeLeft ms for all waits from now on
	 */
	constructor(
		private readonly concurrency: number | undefined,
		private readonly requestInterval: number = 0,
		private readonly signal?: AbortSignal,
		private readonly timeLeft: () => number = () => Infinity,
	) {
		this.adaptive = firstLimit(concurrency);
	}

	/** Requests in flight at most, for now. */
	get limit(): number {
		return this.adaptive.limit;
	}

	/** How many requests the service has handled without being overloaded. */
	get served(): number {
		return this.answered;
	}

	/**
	 * Runs one request as soon as the limit allows it.
	 * @param judge reads the outcome from the result
	 * @param pauseOf reads from it how many ms an overloaded service asks to wait
	 */
	async pass<T>(
		request: () => Promise<T>,
		judge: (result: T) => Outcome,
		pauseOf: (result: T) => number = () => 0,
	): Promise<T> {
		await this.enter();
		let outcome: Outcome = 'broken';
		let pause = 0;
		let sent = { at: 0, inFlight: 0 };
		try {
			await this.keepInterval();
			sent = { at: performance.now(), inFlight: this.inFlight };
			const result = await request();
			outcome = judge(result);
			pause = pauseOf(result);
			return result;
		} finally {
			this.leave(outcome, sent.inFlight, performance.now() - sent.at);
			if (outcome === 'overloaded' && this.inFlight === 0) this.pause(pause);
			this.startNext();
		}
	}

	private async enter(): Promise<void> {
		if (this.inFlight < this.limit) {
			this.inFlight += 1;
		} else {
			await new Promise<void>((resolve) => this.queue.push(resolve));
		}
	}

	private async keepInterval(): Promise<void> {
		const now = performance.now();
		const start = Math.max(now, this.nextStart);
		this.nextStart = start + Math.max(this.requestInterval, this.spacing());
		await wait(Math.min(Math.round(start - now), this.timeLeft()), this.signal);
	}

	/** Half the interval of evenly spread starts, which costs no time in the long run. */
	private spacing(): number {
		return Math.min(this.typicalMs / this.limit / 2, LONGEST_SPACING_MS);
	}

	private leave(outcome: Outcome, sentInFlight: number, latency: number): void {
		this.inFlight -= 1;
		if (outcome === 'served') {
			this.answered += 1;
			this.typicalMs += (latency - this.typicalMs) / 4;
		}
		if (outcome !== 'broken') {
			const isRefused = outcome === 'overloaded';
			const inFlight = isRefused ? this.inFlight : sentInFlight;
			this.adaptive = afterResponse(this.adaptive, { isRefused, latency, inFlight });
		}
	}

	/** No request is being served, so a quota is used up: start again when the service says. */
	private pause(ms: number): void {
		if (ms === 0) return;
		this.nextStart = Math.max(this.nextStart, performance.now() + ms);
		this.adaptive = firstLimit(this.concurrency);
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
