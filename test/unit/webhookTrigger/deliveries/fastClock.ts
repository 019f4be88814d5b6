import { setTimeout as wait } from 'node:timers/promises';

const FACTOR = 10;
const realNow = performance.now.bind(performance);
let skipped = 0;
/** From so many ms on, sleeps pass at once. For one delivery at a time. */
export const clock = { skips: Infinity };

/** Stands for `sleep` of n8n-workflow, ten times as fast as the clock that the nodes see. */
export async function fastSleep(ms: number): Promise<void> {
	const isSkipped = ms >= clock.skips;
	if (isSkipped) skipped += ms;
	await wait(isSkipped ? 1 : ms / FACTOR);
}

/** ms on that clock. */
export const now = (): number => realNow() * FACTOR + skipped;

beforeEach(() => {
	clock.skips = Infinity;
	jest.spyOn(performance, 'now').mockImplementation(now);
});
afterEach(() => jest.restoreAllMocks());
