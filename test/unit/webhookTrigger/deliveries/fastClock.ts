import { setTimeout as wait } from 'node:timers/promises';

const FACTOR = 10;
const realNow = performance.now.bind(performance);

/** Stands for `sleep` of n8n-workflow, ten times as fast as the clock that the nodes see. */
export const fastSleep = async (ms: number): Promise<void> => await wait(ms / FACTOR);

/** ms on that clock. */
export const now = (): number => realNow() * FACTOR;

beforeEach(() => {
	jest.spyOn(performance, 'now').mockImplementation(now);
});
afterEach(() => jest.restoreAllMocks());
