import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../n8n/harness';
import { inDays } from '../n8n/support/events';
import { QueueFixture } from '../queue/support/fixture';

const DELIVERIES = 120;
const PACE_MS = 40;
const RUN_MS = 400;
const RETRY_MS = 500;
/** The first check after the start, the grace period and the check after it. */
const CHECKED_MS = 45_000;
/** A check waits for 20 minutes for a run that a worker has begun (docs/catch-up.md). */
const PRESUMED_GONE_MS = 22 * 60_000;
const fixture = new QueueFixture();

beforeAll(async () => await fixture.start());
afterAll(async () => await fixture.stop());

test(
	'every delivery of a stream of 120 runs although all of n8n is killed in queue mode',
	async () => {
		const { service, cluster, runs } = fixture;
		const { workflowId } = await fixture.subscribe({ catchUp: 'atStart' });
		runs.takesMs = RUN_MS;
		service.deliveries.options.schedule = Array.from({ length: 200 }, () => RETRY_MS);
		const keys: string[] = [];
		const stream = async () => {
			for (let days = 1; days <= DELIVERIES; days += 1) {
				const { appointment_key } = service.book({ start_date: inDays(days), status: 'CONFIRMED' });
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
		await service.deliveries.settled();
		await eventually(() => expect(runs.missing(keys)).toEqual([]), PRESUMED_GONE_MS);

		await sleep(CHECKED_MS);
		const inProgress = await cluster.api.executions(workflowId, { status: 'crashed' });
		expect(inProgress.length).toBeGreaterThan(0);
		expect(runs.surplus(keys)).toBeLessThanOrEqual(inProgress.length + 2);
	},
	2 * PRESUMED_GONE_MS,
);
