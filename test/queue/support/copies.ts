import { setTimeout as sleep } from 'node:timers/promises';
import { forEach, newKeys, PROCESSORS, type QueueBench, type Subscribed } from './bench';
import { streamThroughKill } from './kill';

/** Delivers all to one processor, then to the other; how many of them ran. */
export async function runsOf(
	bench: QueueBench,
	keys: string[],
	events: Subscribed,
): Promise<number> {
	const before = bench.runs.all(keys);
	for (const processor of PROCESSORS) {
		await forEach(keys, async (key) => await bench.deliver(events.url, key, processor));
		await bench.quiet(events.workflowId);
	}
	return bench.runs.all(keys) - before;
}

/** Copies of deliveries run once: when they reach two processors, and when a worker is killed. */
export function describeCopies(bench: QueueBench, count: number): void {
	describe('copies of a delivery, with two webhook processors and two workers', () => {
		let events: Subscribed;
		beforeAll(async () => {
			events = await bench.subscribe();
		});

		test('different ones at once run once each, and of the same to the other processor at most one runs', async () => {
			const keys = newKeys(count);
			const statuses: unknown[] = [];
			const spread = async (turn: number) => {
				const send = async (key: string, index: number) =>
					statuses.push((await bench.deliver(events.url, key, (index + turn) % 2)).status);
				await forEach(keys, send, count);
				await bench.quiet(events.workflowId);
			};

			await spread(0);
			expect(bench.runs.missing(keys)).toEqual([]);
			expect(bench.runs.surplus(keys)).toBe(0);

			await spread(1);
			expect(bench.runs.surplus(keys)).toBeLessThanOrEqual(1);
			expect(statuses).toEqual(Array.from({ length: 2 * count }, () => 200));
		});

		test.each([0, 3])(
			'those that reach both processors %i ms apart run once or twice, and later ones never',
			async (apartMs) => {
				const keys = newKeys(count);
				const sendTwice = async (key: string, index: number) => {
					const first = bench.deliver(events.url, key, index % 2);
					if (apartMs > 0) await sleep(apartMs);
					await Promise.all([first, bench.deliver(events.url, key, (index + 1) % 2)]);
				};
				await forEach(keys, sendTwice, 4);
				await bench.quiet(events.workflowId);

				expect(bench.runs.missing(keys)).toEqual([]);
				// docs/queue-mode.md: one or two runs.
				expect(bench.runs.surplus(keys)).toBeLessThanOrEqual(count);
				expect(await runsOf(bench, keys, events)).toBe(0);
			},
		);
	});

	describe('a worker killed while deliveries stream in', () => {
		test('answered at once: lost is at most what it was executing, and nothing runs twice', async () => {
			const { keys, executing, events } = await streamThroughKill(bench, count, {});

			expect(executing.length).toBeGreaterThan(0);
			expect(bench.runs.missing(keys).filter((key) => !executing.includes(key))).toEqual([]);
			expect(bench.runs.surplus(keys)).toBe(0);
			const others = keys.filter((key) => !executing.includes(key));
			expect(await runsOf(bench, others, events)).toBe(0);
		});

		test('answered after the run: nothing is lost, and nothing runs twice that was answered at once', async () => {
			const options = { respond: 'whenFinished' };
			const { keys, executing } = await streamThroughKill(bench, count, options);

			expect(executing.length).toBeGreaterThan(0);
			expect(bench.runs.missing(keys)).toEqual([]);
			const doubled = keys.filter((key) => bench.runs.of(key) > 1);
			const answeredAtOnce = (key: string) =>
				bench.service.deliveries.of(key).every(({ attempts }) => attempts.length === 1);
			expect(doubled.filter(answeredAtOnce)).toEqual([]);
		});
	});
}
