import { sleep } from 'n8n-workflow';

import { CanceledError } from '../core/errors';

const SLICE_MS = 500;

/** Waits in slices, so that a canceled execution ends soon. @throws CanceledError */
export async function wait(ms: number, signal?: AbortSignal): Promise<void> {
	await waitUntil(() => signal?.aborted === true, ms);
	if (signal?.aborted) throw new CanceledError();
}

export async function waitUntil(isOver: () => boolean, ms: number): Promise<void> {
	const end = performance.now() + ms;
	for (let left = ms; left > 0 && !isOver(); left = end - performance.now()) {
		await sleep(Math.min(left, SLICE_MS));
	}
}

/** Undefined if the promise takes longer than `ms`. Leaves no long timer behind. */
export async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
	let isOver = false;
	const outcome = promise.finally(() => (isOver = true));
	const limit = waitUntil(() => isOver, ms).then(() => undefined);
	return await Promise.race([outcome, limit]);
}
