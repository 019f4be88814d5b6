import { useBench } from '../support/bench';
import { clearTriggers, savedTrigger } from '../support/events';

// Without its publication service n8n tries an activation once, and not five times.
const env = { N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'false' };
const bench = useBench({}, { https: false, env });
afterEach(clearTriggers);

test('an http address of n8n is refused before anything is sent, with the way out', async () => {
	const workflow = await savedTrigger(bench, { events: ['appointment.created'] });
	bench.service.requests.clear();

	const activation = bench.n8n.api.activate(workflow.id);

	await expect(activation).rejects.toThrow(/'Webhook URL': "http:\/\/.+" is not an HTTPS address/);
	expect(bench.service.requests.of('POST')).toEqual([]);
	expect(bench.service.webhooks.list()).toEqual([]);
	await expect(activation).rejects.toThrow(/N8N_WEBHOOK_URL \(older: WEBHOOK_URL\)/);
	await bench.n8n.api.deactivate(workflow.id);
});

test('a deactivated workflow stays deactivated, whatever its address', async () => {
	const workflow = await savedTrigger(bench, { events: ['appointment.created'] });
	await expect(bench.n8n.api.activate(workflow.id)).rejects.toThrow();

	await bench.n8n.api.deactivate(workflow.id);

	expect((await bench.n8n.api.getWorkflow(workflow.id)).active).toBe(false);
});
