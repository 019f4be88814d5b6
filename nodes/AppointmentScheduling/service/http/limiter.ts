import { afterResponse, firstLimit, type AdaptiveLimit, type Sample } from './adaptiveLimit';
import { wait } from './wait';

/** What a response says about the number of requests in flight. */
export interface Verdict {
	/** The service refused the request or failed. */
	isFailed: boolean;
	/** ms that the service asks to wait. */
	pause: number;
}

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
	private servedAt = -Infinity;
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
		this.adaptive = firstLimit(concurrency ?? FIRST_LIMIT, concurrency ?? MOST_READS);
	}

	/** Requests in flight at most, for now. */
	get limit(): number {
		return this.adaptive.limit;
	}

	/** Whether the service handles requests at the moment. */
	get isServed(): boolean {
		return performance.now() - this.servedAt < RECENT_MS;
	}

	/** From the first change on, more than a few at a time only if the user asks for it. */
	prepareForChanges(): void {
		const most = this.concurrency ?? MOST_CHANGES;
		if (this.adaptive.most > most) this.adaptive = firstLimit(most, most, this.adaptive.epoch + 1);
	}

	/** Runs one request as soon as the limit allows it. */
	async pass<T>(request: () => Promise<T>, judge: (result: T) => Verdict): Promise<T> {
		await this.enter();
		let verdict: Verdict = { isFailed: true, pause: 0 };
		let sent = { at: 0, inFlight: 0, epoch: -1 };
		try {
			await this.keepInterval();
			const { inFlight, adaptive } = this;
			sent = { at: performance.now(), inFlight, epoch: adaptive.epoch };
			const result = await request();
			verdict = judge(result);
			return result;
		} finally {
			this.leave(verdict, { ...sent, latency: performance.now() - sent.at });
			this.startNext();
		}
	}

	private async enter(): Promise<void> {
		const turn = new Promise<void>((resolve) => this.queue.push(resolve));
		this.startNext();
		await turn;
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

	private leave({ isFailed, pause }: Verdict, sent: Omit<Sample, 'isFailed'>): void {
		this.inFlight -= 1;
		if (!isFailed) {
			this.servedAt = performance.now();
			this.typicalMs += (sent.latency - this.typicalMs) / 4;
		}
		this.adaptive = afterResponse(this.adaptive, { isFailed, ...sent });
		if (isFailed && pause > 0 && this.inFlight === 0) this.pause(pause);
	}

	/** No request is being served, so a quota is used up: start again when the service says. */
	private pause(ms: number): void {
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
