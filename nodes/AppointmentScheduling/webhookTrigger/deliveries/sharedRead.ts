import { sleep } from 'n8n-workflow';

/**
 * A request that anyone can cause by a delivery. It is sent one at a time, so many without a pause
 * and then one in each interval. All that ask share it if it began after their delivery arrived.
 */
export class SharedRead<T> {
	private next: Promise<T> | undefined;
	private latest: { begunAt: number; answer: Promise<T> } | undefined;
	/** When the requests so far are used up, in ms of a monotonic clock. */
	private usedUpAt = -Infinity;

	constructor(
		private readonly atOnce: number,
		private readonly intervalMs: number,
	) {}

	/** @param since the answer may not be older, in ms of a monotonic clock */
	async ask(since: number, read: () => Promise<T>): Promise<T> {
		if (this.latest && this.latest.begunAt >= since) return await this.latest.answer;
		this.next ??= this.begin(read);
		return await this.next;
	}

	private async begin(read: () => Promise<T>): Promise<T> {
		await this.latest?.answer.catch(() => undefined);
		const now = performance.now();
		const begunAt = Math.max(now, this.usedUpAt - (this.atOnce - 1) * this.intervalMs);
		if (begunAt > now) await sleep(begunAt - now);
		this.usedUpAt = Math.max(begunAt, this.usedUpAt) + this.intervalMs;
		this.next = undefined;
		const answer = read();
		this.latest = { begunAt, answer };
		return await answer;
	}
}
