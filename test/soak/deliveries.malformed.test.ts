import { useBench } from '../n8n/support/bench';
import { activeTrigger, clearTriggers } from '../n8n/support/events';
import { expectGoodToRun, floodWithMalformed } from '../n8n/support/malformed';

const bench = useBench();
afterAll(clearTriggers);

test('ten thousand malformed deliveries do not make n8n grow', async () => {
	const { n8n } = bench;
	const workflow = await activeTrigger(bench, { events: ['appointment.created'] });

	await floodWithMalformed(bench, workflow, 2_500);
	const warmedUp = await n8n.memoryInMegabytes();
	await floodWithMalformed(bench, workflow, 7_500);

	expect((await n8n.memoryInMegabytes()) - warmedUp).toBeLessThan(100);
	await expectGoodToRun(bench, workflow);
}, 2_400_000);
