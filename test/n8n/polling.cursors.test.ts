import { durable } from './support/durable';
import { until } from './support/polling';
import { pollingSuite } from './support/pollingSuite';

describe('polls of n8n’s durable scheduler, with cursors', () => {
	const { bench, polling } = pollingSuite(
		{ ...durable, N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true' },
		{ savesEachPoll: true },
	);

	test('a poll ends before n8n gives up on it, and tells n8n how long to wait', async () => {
		const { service, n8n } = bench;
		for (const event of ['rescheduled', 'statusChanged', 'startsSoon'] as const) {
			await polling.deactivate(event);
		}
		const before = await polling.failuresOf('created');
		const hanging = service.faults.add({ action: { kind: 'hang' } });
		await until(async () => (await polling.failuresOf('created')) > before, 'a poll that ends');
		hanging.remove();
		expect(n8n.log(/abandoned/)).toEqual([]);
		expect(n8n.log(/backing off/).length).toBeGreaterThan(0);

		await polling.polls(1, ['created']);
		const busy = service.faults.add({
			action: { kind: 'respond', status: 429, headers: { 'Retry-After': '60' } },
		});
		await until(async () => (await polling.failuresOf('created')) > before + 1, 'a refused poll');
		expect(busy.hits).toBe(1);
	}, 500_000);
});
