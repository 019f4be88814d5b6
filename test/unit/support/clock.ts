import { setImmediate as nextTurn } from 'node:timers/promises';
import axios from 'axios';

/** Turns of the event loop after which nothing more happens without time. */
const TURNS = 10;
const LONGEST_MS = 86_400_000;

let elapsed = 0;
let requests = 0;
let heldRequests = () => 0;
let sleeping: Array<{ until: number; wake: () => void }> = [];

const send = axios.getAdapter(axios.defaults.adapter!);

/**
 * From now on, `performance.now` and `sleep` follow a clock that moves in `pass` and `until` alone, and
 * only while no request is under way, however long the machine takes.
 * @param held how many requests the service holds back, during which time passes
 */
export function stopClock(held = () => 0): void {
	heldRequests = held;
	sleeping = [];
	// Two moments are never the same, as in a real process.
	jest.spyOn(performance, 'now').mockImplementation(() => (elapsed += 0.001));
	axios.defaults.adapter = async (config) => {
		requests += 1;
		return await send(config).finally(() => (requests -= 1));
	};
}

/** For `jest.mock('n8n-workflow')`. */
export async function sleep(ms: number): Promise<void> {
	if (ms <= 0) await nextTurn();
	else await new Promise<void>((wake) => sleeping.push({ until: elapsed + ms, wake }));
}

/** Lets time pass, until something holds. */
export async function pass(ms: number, isDone: () => unknown = () => false): Promise<boolean> {
	const end = elapsed + ms;
	for (;;) {
		await settled();
		if (isDone()) return true;
		const next = Math.min(...sleeping.map(({ until }) => until));
		if (next > end) break;
		elapsed = Math.max(elapsed, next);
		for (const { until, wake } of sleeping) if (until <= elapsed) wake();
		sleeping = sleeping.filter(({ until }) => until > elapsed);
	}
	elapsed = Math.max(elapsed, end);
	return false;
}

export async function until(condition: () => unknown, what = 'the condition'): Promise<void> {
	if (!(await pass(LONGEST_MS, condition))) throw new Error(`${what} did not come true in a day`);
}

async function settled(): Promise<void> {
	for (let turns = 0; turns < TURNS; turns += 1) {
		await nextTurn();
		if (requests > heldRequests()) turns = 0;
	}
}
