import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../n8n/harness';
import { inDays } from '../n8n/support/events';
import { QueueFixture } from '../queue/support/fixture';

const BOOKINGS = 120;
const PACE_MS = 40;
const fixture = new QueueFixture();

beforeAll(async () => await fixture.start());
afterAll(async () => await fixture.stop());

test('each booking of a stream of 120 has exactly one execution although all of n8n is killed in queue mode', async () => {
	const { service, cluster, runs } = fixture;
	service.deliveries.options.target = cluster.atMain;
	const { workflowId } = await fixture.watch();
	runs.takesMs = 400;
	service.deliveries.options.schedule = Array.from({ length: 200 }, () => 500);
	const keys: string[] = [];
	const stream = async () => {
		for (let days = 1; days <= BOOKINGS; days += 1) {
			keys.push(service.book({ start_date: inDays(days), status: 'CONFIRMED' }).appointment_key);
			await sleep(PACE_MS);
		}
	};
	const killed = async () => {
		while (runs.received.length < BOOKINGS / 4) await sleep(5);
		await cluster.stopN8n();
		await cluster.startN8n();
	};
	await Promise.all([stream(), killed()]);
	await service.deliveries.settled();

	// n8n notices after a while which executions were lost with their workers.
	await eventually(async () => {
		expect(await cluster.api.executions(workflowId)).toHaveLength(BOOKINGS);
	});
	await fixture.quiet(workflowId);
	expect(await cluster.api.executions(workflowId)).toHaveLength(BOOKINGS);
	expect(runs.surplus(keys)).toBe(0);
});
