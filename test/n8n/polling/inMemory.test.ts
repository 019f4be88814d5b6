import { outputOf } from '../harness';
import { EVENTS } from '../support/polling';
import { pollingSuite } from '../support/pollingSuite';

describe('polls scheduled in the memory of n8n', () => {
	const { bench, polling } = pollingSuite({}, { savesEachPoll: false });

	test('a test event shows upcoming appointments, and does not affect the published workflow', async () => {
		const { n8n, service } = bench;
		for (const event of EVENTS) {
			if (event === 'statusChanged') continue;
			const id = await polling.create(event);
			const execution = await n8n.api.runManually(id, 'Trigger');
			// Its two lead times, or three appointments.
			const count = event === 'startsSoon' ? 2 : 3;
			expect(outputOf(execution, 'Received')).toMatchObject(Array(count).fill({ event }));
		}
		service.book({ status: 'CONFIRMED', start_date: polling.inMinutes(5) });
		await polling.settle({ created: 5, startsSoon: 4 });
	}, 500_000);
});
