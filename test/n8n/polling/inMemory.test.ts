import { outputOf } from '../harness';
import { EVENTS } from '../support/polling';
import { pollingSuite } from '../support/pollingSuite';

describe('polls scheduled in the memory of n8n', () => {
	const { bench, polling } = pollingSuite({}, { savesEachPoll: false });

	test('a test in the editor shows appointments to come, and takes nothing from the workflow', async () => {
		const { n8n, service } = bench;
		for (const event of EVENTS) {
			if (event === 'statusChanged') continue;
			const id = await polling.create(event);
			const execution = await n8n.api.runManually(id, 'Trigger');
			expect(outputOf(execution, 'Received')).toHaveLength(3);
			expect(outputOf(execution, 'Received')).toMatchObject(Array(3).fill({ event }));
		}
		service.book({ status: 'CONFIRMED', start_date: polling.inMinutes(5) });
		await polling.settle({ created: 5, startsSoon: 4 });
	}, 500_000);
});
