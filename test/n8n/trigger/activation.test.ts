import { expectToWork } from '../../deployment/support';
import { useFixture } from '../support/fixture';
import { clearTriggers, CREATED, savedTrigger } from '../support/events';

// Without its publication service, as in earlier versions, n8n tries an activation once instead of
// five times, and activates workflows again at its start. Expressions had another engine, too.
const env = { N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'false', N8N_EXPRESSION_ENGINE: 'legacy' };
const fixture = useFixture({}, { env });
afterEach(clearTriggers);

const created = [CREATED];
const webhooks = () => fixture.service.webhooks.list();

test('operations, deliveries and a restart work', async () => await expectToWork(fixture));

test.each([
	['in the words of the service', created, 'Your plan has no webhooks.'],
	['without an event', [], /event/i],
])('activation is refused %s', async (_, events, words) => {
	const workflow = await savedTrigger(fixture, { events });
	fixture.service.faults.add({
		method: 'POST',
		action: { kind: 'respond', status: 403, body: { detail: 'Your plan has no webhooks.' } },
	});

	const activation = fixture.n8n.api.activate(workflow.id);

	await expect(activation).rejects.toThrow(words);
	expect(webhooks()).toEqual([]);
	await fixture.n8n.api.deactivate(workflow.id);
});

test('an http address of n8n is refused before anything is sent, with what to set', async () => {
	const address = 'http://n8n.example/';
	await fixture.n8n.restart({ N8N_WEBHOOK_URL: address, WEBHOOK_URL: address });
	const workflow = await savedTrigger(fixture, { events: created });
	fixture.service.requests.clear();

	const activation = fixture.n8n.api.activate(workflow.id);

	await expect(activation).rejects.toThrow(/'Webhook URL': "http:\/\/.+" is not an HTTPS address/);
	await expect(activation).rejects.toThrow(/N8N_WEBHOOK_URL \(older: WEBHOOK_URL\)/);
	expect(fixture.service.requests.of('POST')).toEqual([]);
	await fixture.n8n.api.deactivate(workflow.id);
	expect((await fixture.n8n.api.getWorkflow(workflow.id)).active).toBe(false);
});
