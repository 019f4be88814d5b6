import { setTimeout as sleep } from 'node:timers/promises';
import { forEach, newKeys, QueueBench } from '../queue/support/bench';

const bench = new QueueBench();

beforeAll(async () => await bench.start(), 400_000);
afterAll(async () => await bench.stop());

test('two processors and two workers run each of 50 deliveries once, also after a restart', async () => {
	const { cluster, service } = bench;
	const { url, workflowId } = await bench.subscribe();
	const keys = newKeys(50);
	const toEachProcessor = async () => {
		for (const processor of [0, 1]) {
			await forEach(keys, async (key) => {
				// 503 asks the service to deliver again: a busy n8n could not tell whether it is new.
				while ((await bench.deliver(url, key, processor)).status === 503) await sleep(500);
			});
			await bench.quiet(workflowId);
		}
	};

	await toEachProcessor();
	expect(bench.runs.missing(keys)).toEqual([]);
	expect(bench.runs.surplus(keys)).toBeLessThanOrEqual(1);
	const ran = bench.runs.all(keys);

	await cluster.main.restart();
	await cluster.api.settled(workflowId);
	expect(service.webhooks.list().map((webhook) => webhook.url)).toEqual([url]);
	await Promise.all(cluster.workers.map(async (worker) => await worker.kill()));
	await Promise.all(cluster.workers.map(async (worker) => await worker.start()));
	await toEachProcessor();
	expect(bench.runs.all(keys)).toBe(ran);

	await cluster.api.deactivate(workflowId);
	expect(service.webhooks.list()).toEqual([]);
}, 590_000);
