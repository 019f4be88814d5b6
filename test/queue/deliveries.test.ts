import { setTimeout as sleep } from 'node:timers/promises';
import { forEach, newKeys, QueueBench, type Subscribed } from './support/bench';
import { streamThroughKill } from './support/kill';

const DELIVERIES = 100;
const PROCESSORS = [0, 1];
const bench = new QueueBench();

jest.setTimeout(600_000);

beforeAll(async () => await bench.start());
afterAll(async () => await bench.stop());

/** Delivers all to one processor, then to the other; how many of them ran. */
async function runsOf(keys: string[], events: Subscribed): Promise<number> {
	const before = bench.runs.all(keys);
	for (const processor of PROCESSORS) {
		await forEach(keys, async (key) => await bench.deliver(events.url, key, processor));
		await bench.quiet(events.workflowId);
	}
	return bench.runs.all(keys) - before;
}

describe('copies of a delivery, with two webhook processors and two workers', () => {
	let events: Subscribed;
	beforeAll(async () => {
		events = await bench.subscribe();
	});

	test('100 different ones at once run once each, and of the same to the other processor at most one runs', async () => {
		const keys = newKeys(DELIVERIES);
		const statuses: unknown[] = [];
		const spread = async (turn: number) => {
			const send = async (key: string, index: number) =>
				statuses.push((await bench.deliver(events.url, key, (index + turn) % 2)).status);
			await forEach(keys, send, DELIVERIES);
			await bench.quiet(events.workflowId);
		};

		await spread(0);
		expect(bench.runs.missing(keys)).toEqual([]);
		expect(bench.runs.surplus(keys)).toBe(0);

		await spread(1);
		expect(bench.runs.surplus(keys)).toBeLessThanOrEqual(1);
		expect(statuses).toEqual(Array.from({ length: 2 * DELIVERIES }, () => 200));
	});

	test.each([0, 3])(
		'of 100 that reach both processors %i ms apart at most one runs twice, and later none',
		async (apartMs) => {
			const keys = newKeys(DELIVERIES);
			const sendTwice = async (key: string, index: number) => {
				const first = bench.deliver(events.url, key, index % 2);
				if (apartMs > 0) await sleep(apartMs);
				await Promise.all([first, bench.deliver(events.url, key, (index + 1) % 2)]);
			};
			await forEach(keys, sendTwice, 4);
			await bench.quiet(events.workflowId);

			expect(bench.runs.missing(keys)).toEqual([]);
			expect(bench.runs.surplus(keys)).toBeLessThanOrEqual(1);
			expect(await runsOf(keys, events)).toBe(0);
		},
	);
});

describe('a worker killed while 100 deliveries stream in', () => {
	test('answered at once: lost is at most what it was executing, and nothing runs twice', async () => {
		const { keys, executing, events } = await streamThroughKill(bench, DELIVERIES, {});

		expect(executing.length).toBeGreaterThan(0);
		expect(bench.runs.missing(keys).filter((key) => !executing.includes(key))).toEqual([]);
		expect(bench.runs.surplus(keys)).toBe(0);
		const others = keys.filter((key) => !executing.includes(key));
		expect(await runsOf(others, events)).toBe(0);
	});

	test('answered after the run: nothing is lost, and nothing runs twice that was answered at once', async () => {
		const options = { respond: 'whenFinished' };
		const { keys, executing } = await streamThroughKill(bench, DELIVERIES, options);

		expect(executing.length).toBeGreaterThan(0);
		expect(bench.runs.missing(keys)).toEqual([]);
		const doubled = keys.filter((key) => bench.runs.of(key) > 1);
		const answeredAtOnce = (key: string) =>
			bench.service.deliveries.of(key).every(({ attempts }) => attempts.length === 1);
		expect(doubled.filter(answeredAtOnce)).toEqual([]);
	});
});

describe('the options of the trigger', () => {
	test.each(PROCESSORS)(
		'processor %i asks for the URL secret and verifies each delivery with the API',
		async (processor) => {
			const { url, workflowId } = await bench.subscribe({ urlSecret: true, verify: 'refetch' });
			const [known] = bench.service.seed(1);
			const [forged] = newKeys(1);
			const { appointment_key: key } = known!;
			const status = async (to: string, about: string) =>
				(await bench.deliver(to, about, processor)).status;

			expect(await status(url.split('?')[0]!, key)).toBe(404);
			expect(await status(url.replace(/secret=.{4}/, 'secret=AAAA'), key)).toBe(404);
			expect(await status(url, forged!)).toBe(400);
			expect(await status(url, key)).toBe(200);
			await bench.quiet(workflowId);
			expect(bench.runs.all([key, forged!])).toBe(1);
			expect(bench.runs.last(key)?.data).toEqual(bench.service.shown(known!));
		},
	);

	test('when finished: what failed is answered with 500 and runs again, what ended well does not', async () => {
		const { url } = await bench.subscribe({ respond: 'whenFinished' });
		const [key] = newKeys(1);
		bench.runs.failing.add(key!);
		const statuses: unknown[] = [];
		for (let turn = 0; turn < 3; turn += 1) {
			statuses.push((await bench.deliver(url, key!, 0)).status);
		}

		expect(statuses).toEqual([500, 200, 200]);
		expect(bench.runs.of(key!)).toBe(2);
	});
});

describe('the webhook at the service', () => {
	test('stays one when the main process starts again, takes deliveries, and goes with deactivation', async () => {
		const { cluster, service } = bench;
		const others = service.webhooks.list().map(({ url }) => url);
		const events = await bench.subscribe();
		const { url, workflowId } = events;
		await cluster.main.restart();
		await cluster.api.settled(workflowId);
		expect(service.webhooks.list().map((webhook) => webhook.url)).toEqual([...others, url]);
		const keys = newKeys(10);
		expect(await runsOf(keys, events)).toBe(keys.length);

		await cluster.api.deactivate(workflowId);
		expect(service.webhooks.list().map((webhook) => webhook.url)).toEqual(others);
		for (const processor of PROCESSORS) {
			expect((await bench.deliver(url, keys[0]!, processor)).status).toBe(404);
		}
	});
});
