import { setTimeout as wait } from 'node:timers/promises';

const FACTOR = 10;
/** On a busy machine, the process may have to wait. That time does not count. */
const LONGEST_STEP_MS = 10;
const realNow = performance.now.bind(performance);
let time = 0;
let last = realNow();
/** From so many ms on, sleeps pass at once. For one delivery at a time. */
export const clock = { skips: Infinity };

/** Stands for `sleep` of n8n-workflow, ten times as fast as the clock that the nodes see. */
export async function fastSleep(ms: number): Promise<void> {
	if (ms >= clock.skips) {
		time += ms;
		return await wait(1);
	}
	const end = now() + ms;
	for (let left = ms; left > 0; left = end - now()) {
		await wait(Math.min(left / FACTOR, LONGEST_STEP_MS / 2));
	}
}

/** ms on that clock. */
export function now(): number {
	const before = last;
	last = realNow();
	time += Math.min(last - before, LONGEST_STEP_MS) * FACTOR;
	return time;
}

beforeEach(() => {
	clock.skips = Infinity;
	jest.spyOn(performance, 'now').mockImplementation(now);
});
afterEach(() => jest.restoreAllMocks());
