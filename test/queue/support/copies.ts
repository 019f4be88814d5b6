import { setTimeout as sleep } from 'node:timers/promises';
import { forEach, newKeys, PROCESSORS, type QueueBench, type Subscribed } from './bench';
import { streamThroughKill, type Stream } from './kill';

/** docs/queue-mode.md: copies some seconds apart. */
const APART_MS = 8_000;

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
	test('different deliveries at once run once each, copies at both processors once or twice, and later ones never', async () => {
		const events = await bench.subscribe();
		const [different, copied] = [newKeys(count), newKeys(count)];
		const statuses: unknown[] = [];
		const send = async (key: string, processor: number) =>
			statuses.push((await bench.deliver(events.url, key, processor % 2)).status);
		await forEach(different, send, count);
		await forEach(
			copied,
			async (key) => await Promise.all(PROCESSORS.map(async (one) => await send(key, one))),
			4,
		);
		await bench.quiet(events.workflowId);

		expect(statuses).toEqual(Array.from({ length: 3 * count }, () => 200));
		expect(bench.runs.missing([...different, ...copied])).toEqual([]);
		expect(bench.runs.surplus(different)).toBe(0);
		// docs/queue-mode.md: one or two runs.
		expect(bench.runs.surplus(copied)).toBeLessThanOrEqual(count);
		await sleep(APART_MS);
		expect(await runsOf(bench, [...different, ...copied], events)).toBeLessThanOrEqual(1);
	});

	describe('a worker killed while deliveries stream in', () => {
		let atOnce: Stream;
		let whenFinished: Stream;
		beforeAll(async () => {
			const workflows = [
				await bench.subscribe(),
				await bench.subscribe({ respond: 'whenFinished' }),
			];
			const streams = await streamThroughKill(bench, 2 * count, workflows);
			[atOnce, whenFinished] = streams as [Stream, Stream];
			expect([...atOnce.executing, ...whenFinished.executing]).not.toEqual([]);
		});

		test('answered at once: lost is at most what it was executing, and nothing runs twice', async () => {
			const { keys, executing, events } = atOnce;
			const others = keys.filter((key) => !executing.includes(key));

			expect(bench.runs.missing(others)).toEqual([]);
			expect(bench.runs.surplus(keys)).toBe(0);
			expect(await runsOf(bench, others, events)).toBe(0);
		});

		test('answered after the run: nothing is lost, and nothing runs twice that was answered at once', () => {
			const { keys } = whenFinished;
			const answeredAtOnce = (key: string) =>
				bench.service.deliveries.of(key).every(({ attempts }) => attempts.length === 1);

			expect(bench.runs.missing(keys)).toEqual([]);
			const twice = keys.filter((key) => bench.runs.of(key) > 1);
			expect(twice.filter(answeredAtOnce)).toEqual([]);
		});
	});
}
