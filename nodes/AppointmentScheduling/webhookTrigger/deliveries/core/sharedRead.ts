import { sleep } from 'n8n-workflow';

import { ServiceError } from '../../../service/core/errors';
import { within } from '../../../service/http/wait';
import { NEVER } from '../../../service/values/dates';

/** So many are sent without a pause, and then one in each interval. */
const MOST_AT_ONCE = 2;
const INTERVAL_MS = 5_000;

/**
 * A request that anyone can cause by a delivery. It is sent one at a time, and not too often. All
 * that ask share it if it began after their delivery arrived.
 */
export class SharedRead<T> {
	private next: Promise<T> | undefined;
	private latest: { begunAt: number; answer: Promise<T> } | undefined;
	/** When the requests so far are used up, in ms of a monotonic clock. */
	private usedUpAt = NEVER;

	/**
	 * @param since the answer may not be older, in ms of a monotonic clock
	 * @throws ServiceError if there is none in time
	 */
	async ask(since: number, longestMs: number, read: () => Promise<T>): Promise<T> {
		const { latest } = this;
		const isRecent = latest !== undefined && latest.begunAt >= since;
		const reading = isRecent ? latest.answer : (this.next ??= this.begin(read));
		const answer = await within(reading, longestMs);
		if (answer !== undefined) return answer;
		throw new ServiceError('The service did not respond in time', '');
	}

	private async begin(read: () => Promise<T>): Promise<T> {
		await this.latest?.answer.catch(() => undefined);
		const now = performance.now();
		const begunAt = Math.max(now, this.usedUpAt - (MOST_AT_ONCE - 1) * INTERVAL_MS);
		if (begunAt > now) await sleep(begunAt - now);
		this.usedUpAt = Math.max(begunAt, this.usedUpAt) + INTERVAL_MS;
		this.next = undefined;
		const answer = read();
		this.latest = { begunAt, answer };
		return await answer;
	}
}
