import { setTimeout as sleep } from 'node:timers/promises';

/** A busy machine takes minutes for what takes seconds otherwise; a ceiling costs nothing if it is not reached. */
export const PATIENCE_MS = 300_000;
/** Between two questions: an n8n that is asked too often has no time for its work. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 500;

/** Waits until the check throws no more, and returns what it returns. */
export async function eventually<T>(
	check: () => T | Promise<T>,
	timeoutMs = PATIENCE_MS,
): Promise<T> {
	const deadline = Date.now() + timeoutMs;
	for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(1.5 * pause, LONGEST_PAUSE_MS)) {
		try {
			return await check();
		} catch (error) {
			if (Date.now() > deadline) throw error;
		}
		await sleep(pause);
	}
}
