import { setTimeout as sleep } from 'node:timers/promises';

let now = 0;
const sleepers: Array<{ until: number; wake: () => void }> = [];

/** Stands for `sleep` of n8n-workflow. */
export const fakeSleep = async (ms: number): Promise<void> =>
	await new Promise((wake) => sleepers.push({ until: now + ms, wake }));

beforeEach(() => {
	const start = Date.now();
	const then = now;
	jest.spyOn(performance, 'now').mockImplementation(() => now);
	jest.spyOn(Date, 'now').mockImplementation(() => start + now - then);
});
afterEach(() => jest.restoreAllMocks());

/** Lets time pass, with a pause after each second for requests. */
export async function pass(seconds: number): Promise<void> {
	for (let second = 0; second < seconds; second += 1) {
		now += 1_000;
		for (const sleeper of sleepers.splice(0)) {
			if (sleeper.until <= now) sleeper.wake();
			else sleepers.push(sleeper);
		}
		await sleep(4);
	}
}

/** Lets time pass until something holds. */
export async function passUntil(check: () => void, seconds = 900): Promise<void> {
	for (; seconds > 0; seconds -= 1) {
		try {
			check();
			return;
		} catch {
			await pass(1);
		}
	}
	check();
}
