import { sleep } from 'n8n-workflow';

const SLICE_MS = 500;
const LONGEST_STRETCH_MS = 20;

/** Waits in slices, because a canceled execution must end soon. */
export async function waitUntil(isOver: () => boolean, ms: number): Promise<void> {
	const end = performance.now() + ms;
	for (let left = ms; left > 0 && !isOver(); left = end - performance.now()) {
		await sleep(Math.min(left, SLICE_MS));
	}
}

/** @throws the reason of the signal, as soon as it ends */
export async function within<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
	const end = new Promise<never>((_, reject) => {
		const stop = () => reject(signal.reason as Error);
		if (signal.aborted) stop();
		signal.addEventListener('abort', stop, { once: true });
	});
	return await Promise.race([promise, end]);
}

/** What a long loop awaits at each step, so that n8n gets time for other work. */
export function pauses(): () => Promise<void> {
	let since = Date.now();
	return async () => {
		if (Date.now() - since < LONGEST_STRETCH_MS) return;
		await sleep(0);
		since = Date.now();
	};
}
