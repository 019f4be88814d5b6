import { FOREVER } from '../values/dates';

/** If the median of a round is so many times that of the fastest one, there are too many requests. */
const SLOW = 1.5;

/**
 * Finds out how many requests at a time a service handles best. A round is as many responses as there
 * may be requests: the number is doubled after each, until one is slow; then it changes by one. A
 * failure takes a third away.
 */
export class Concurrency {
	limit: number;
	/** How often it was cut after a failure. A request sent before the last cut says no more. */
	cuts = 0;
	private isDoubling = true;
	private least = 1;
	/** In ms, of the responses of this round. */
	private latencies: number[] = [];
	/** The median of the fastest round. */
	private fastest = FOREVER;

	constructor(
		private readonly first: number,
		private readonly most: number,
	) {
		this.limit = first;
	}

	/** @param latency in ms */
	succeeded(latency: number): void {
		const { limit, first, latencies } = this;
		if (latencies.push(Math.max(latency, 1)) < Math.max(limit, first)) return;
		const typical = latencies.sort((a, b) => a - b)[latencies.length >> 1]!;
		this.fastest = Math.min(this.fastest, typical);
		const isSlow = typical > SLOW * this.fastest && limit > first;
		if (isSlow) this.set(this.isDoubling ? limit / 2 : limit - 1);
		else this.set(this.isDoubling ? limit * 2 : limit + 1);
		if (isSlow) this.isDoubling = false;
	}

	/**
	 * If a request fails that was the only one, the number is not the reason.
	 * @param cuts when the request was sent: failures of one moment count once
	 * @param isTooMany whether the service says so
	 */
	failed(cuts: number, isTooMany: boolean): void {
		if (cuts !== this.cuts) return;
		this.cuts += 1;
		this.isDoubling = false;
		if (this.limit === 1 && !isTooMany) this.least = this.first / 2;
		this.set(Math.max((this.limit * 2) / 3, isTooMany ? 1 : this.least));
	}

	private set(limit: number): void {
		this.limit = Math.max(1, Math.min(Math.floor(limit), this.most));
		this.latencies = [];
	}
}
