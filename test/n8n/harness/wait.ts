import { setTimeout as sleep } from 'node:timers/promises';

/** A busy machine takes minutes for what takes seconds otherwise; a ceiling costs nothing if it is not reached. */
export const PATIENCE_MS = 300_000;
/** Between two questions: an n8n that is asked too often has no time for its work. */
const PAUSE_MS = 100;

/** Waits until the check throws no more, and returns what it returns. */
export async function eventually<T>(
	check: () => T | Promise<T>,
	timeoutMs = PATIENCE_MS,
): Promise<T> {
	for (const deadline = Date.now() + timeoutMs; ; await sleep(PAUSE_MS)) {
		try {
			return await check();
		} catch (error) {
			if (Date.now() > deadline) throw error;
		}
	}
}
