import { setTimeout as sleep } from 'node:timers/promises';
import { QueueBench } from '../queue/support/bench';

const DELIVERIES = 120;
const PACE_MS = 40;
const RUN_MS = 400;
const RETRY_MS = 500;
/** The first check after the start, the grace period and the check after it. */
const CHECKED_MS = 45_000;
const bench = new QueueBench();

jest.setTimeout(900_000);

beforeAll(async () => await bench.start());
afterAll(async () => await bench.stop());

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

test('every delivery of a stream of 120 runs although all of n8n is killed in queue mode', async () => {
	const { service, cluster, runs } = bench;
	const { workflowId } = await bench.subscribe({ catchUp: 'atStart' });
	runs.takesMs = RUN_MS;
	service.deliveries.options.schedule = Array.from({ length: 200 }, () => RETRY_MS);
	const keys: string[] = [];
	const stream = async () => {
		for (let days = 1; days <= DELIVERIES; days += 1) {
			const { appointment_key } = service.book({ start_date: day(days), status: 'CONFIRMED' });
			keys.push(appointment_key);
			await sleep(PACE_MS);
		}
	};
	const killed = async () => {
		while (runs.received.length < DELIVERIES / 4) await sleep(5);
		await cluster.stopN8n();
		await cluster.startN8n();
	};
	await Promise.all([stream(), killed()]);
	await service.deliveries.settled({ timeout: 400_000 });
	const deadline = Date.now() + 180_000;
	while (runs.missing(keys).length > 0 && Date.now() < deadline) await sleep(500);
	expect(runs.missing(keys)).toEqual([]);

	await sleep(CHECKED_MS);
	const inProgress = await cluster.api.executions(workflowId, { status: 'crashed' });
	expect(inProgress.length).toBeGreaterThan(0);
	expect(runs.surplus(keys)).toBeLessThanOrEqual(inProgress.length + 2);
});
