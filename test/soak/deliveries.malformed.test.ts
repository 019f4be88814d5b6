import { useBench } from '../n8n/support/bench';
import { activeTrigger, clearTriggers } from '../n8n/support/events';
import { floodWithMalformed } from '../n8n/support/malformed';

const bench = useBench();
afterAll(clearTriggers);

test('ten thousand malformed deliveries do not make n8n grow', async () => {
	const workflow = await activeTrigger(bench, { events: ['appointment.created'] });

	const grown = await floodWithMalformed(bench, workflow, 10_000);
	expect(grown).toBeLessThan(100);
}, 2_400_000);
