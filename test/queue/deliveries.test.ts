import { eventually } from '../n8n/harness';
import { newKeys, PROCESSORS, QueueBench } from './support/bench';
import { describeCopies, runsOf } from './support/copies';

/** A hundred in the soak. */
const DELIVERIES = 40;
const bench = new QueueBench();

beforeAll(async () => await bench.start());
afterAll(async () => await bench.stop());

describeCopies(bench, DELIVERIES);

test('a processor asks for the URL secret and verifies each delivery with the API', async () => {
	const { url, workflowId } = await bench.subscribe({ urlSecret: true, verify: 'refetch' });
	const [known] = bench.service.seed(1);
	const [forged] = newKeys(1);
	const { appointment_key: key } = known!;
	const status = async (to: string, about: string) => (await bench.deliver(to, about, 1)).status;

	expect(await status(url.split('?')[0]!, key)).toBe(404);
	expect(await status(url.replace(/secret=.{4}/, 'secret=AAAA'), key)).toBe(404);
	expect(await status(url, forged!)).toBe(200);
	expect(await status(url, key)).toBe(200);
	await eventually(() => expect(bench.runs.of(key)).toBe(1));
	await bench.quiet(workflowId);
	expect(bench.runs.all([key, forged!])).toBe(1);
	expect(bench.runs.last(key)?.data).toEqual(bench.service.shown(known!));
});

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

test('the webhook stays one when the main process starts again, takes deliveries, and goes with deactivation', async () => {
	const { cluster, service } = bench;
	const others = service.webhooks.list().map(({ url }) => url);
	const events = await bench.subscribe();
	const { url, workflowId } = events;
	await cluster.main.restart();
	await cluster.api.settled(workflowId);
	expect(service.webhooks.list().map((webhook) => webhook.url)).toEqual([...others, url]);
	const keys = newKeys(10);
	expect(await runsOf(bench, keys, events)).toBe(keys.length);

	await cluster.api.deactivate(workflowId);
	expect(service.webhooks.list().map((webhook) => webhook.url)).toEqual(others);
	for (const processor of PROCESSORS) {
		expect((await bench.deliver(url, keys[0]!, processor)).status).toBe(404);
	}
});
