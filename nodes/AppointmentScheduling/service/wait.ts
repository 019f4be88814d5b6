import { sleep } from 'n8n-workflow';

import { CanceledError } from './failures';

const SLICE_MS = 500;

/** Waits, in slices, so that a cancelled execution is not held up. @throws CanceledError */
export async function wait(ms: number, signal?: AbortSignal): Promise<void> {
	const end = Date.now() + ms;
	for (let left = ms; left > 0; left = end - Date.now()) {
		if (signal?.aborted) throw new CanceledError();
		await sleep(Math.min(left, SLICE_MS));
	}
	if (signal?.aborted) throw new CanceledError();
}

/** What the promise gives, or undefined when that takes longer than `ms`. */
export async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
	return await Promise.race([promise, sleep(ms).then(() => undefined)]);
}
