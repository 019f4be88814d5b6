import { CanceledError } from '../errors';
import { wait } from './wait';

/** How a request ended, as far as the number of requests in flight is concerned. */
export type Outcome = 'served' | 'overloaded' | 'broken';

const SHORTEST_PATIENCE = 2;
const LONGEST_PATIENCE = 64;
/** More would hold up small lists of items at slow services. */
const LONGEST_SPACING_MS = 3;

/**
 * Lets requests pass under a bound that adapts to the service: when it answers that it is
 * overloaded (429, 503) the number in flight falls to what it was serving at that moment, and
 * rises by one again after twice as many answers as it allows, and later each time that one more
 * turns out to be too many. Starts are spread: requests that start together are answered together,
 * and while n8n then works on them one by one, the service has nothing to do.
 */
export class ConcurrencyLimiter {
	private inFlight = 0;
	private allowed: number;
	private servedSinceChange = 0;
	/** Rounds of answers to wait before one more is tried: twice as many after each try that failed. */
	private patience = SHORTEST_PATIENCE;
	private isTrying = false;
	private answered = 0;
	private nextStart = 0;
	/** ms that the service took lately. */
	private typicalMs = 0;
	private readonly queue: Array<() => void> = [];

	/** @param requestInterval ms between the starts of two requests */
	constructor(
		private readonly concurrency: number,
		private readonly requestInterval: number = 0,
		private readonly signal?: AbortSignal,
	) {
		this.allowed = concurrency;
	}

	/** How many requests the service has answered without being overloaded. */
	get served(): number {
		return this.answered;
	}

	/** Runs one request when there is room. `judge` tells from its outcome how it passed. */
	async pass<T>(request: () => Promise<T>, judge: (result: T) => Outcome): Promise<T> {
		await this.enter();
		let outcome: Outcome = 'broken';
		try {
			await this.keepInterval();
			if (this.signal?.aborted) throw new CanceledError();
			const startedAt = performance.now();
			const result = await request();
			outcome = judge(result);
			if (outcome === 'served')
				this.typicalMs += (performance.now() - startedAt - this.typicalMs) / 4;
			return result;
		} finally {
			this.leave(outcome);
		}
	}

	private async enter(): Promise<void> {
		if (this.inFlight < this.allowed && this.queue.length === 0) {
			this.inFlight += 1;
		} else {
			await new Promise<void>((resolve) => this.queue.push(resolve));
		}
	}

	private async keepInterval(): Promise<void> {
		const now = performance.now();
		const start = Math.max(now, this.nextStart);
		this.nextStart = start + Math.max(this.requestInterval, this.spacing());
		await wait(Math.round(start - now), this.signal);
	}

	/** Half of what is between two starts when they are spread evenly: it costs no time in the long run. */
	private spacing(): number {
		return Math.min(this.typicalMs / this.allowed / 2, LONGEST_SPACING_MS);
	}

	private leave(outcome: Outcome): void {
		this.inFlight -= 1;
		if (outcome === 'served') this.answered += 1;
		if (outcome === 'overloaded') {
			this.allowed = Math.max(1, Math.min(this.allowed, this.inFlight));
			this.servedSinceChange = 0;
			if (this.isTrying) this.patience = Math.min(2 * this.patience, LONGEST_PATIENCE);
			this.isTrying = false;
		} else if (outcome === 'served' && this.allowed < this.concurrency) {
			this.servedSinceChange += 1;
			if (this.isTrying && this.servedSinceChange >= this.allowed) {
				this.isTrying = false;
				this.patience = SHORTEST_PATIENCE;
			}
			if (this.servedSinceChange >= this.patience * this.allowed) {
				this.allowed += 1;
				this.servedSinceChange = 0;
				this.isTrying = true;
			}
		}
		while (this.inFlight < this.allowed) {
			const next = this.queue.shift();
			if (!next) return;
			this.inFlight += 1;
			next();
		}
	}
}
