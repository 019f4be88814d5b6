import { runAction } from '../harness';
import { locator } from '../support/actions';
import { useFixture } from '../support/fixture';
import { activeTrigger, clearTriggers, CREATED, expectRuns, savedTrigger } from '../support/events';

// Without its publication service, as in earlier versions, n8n tries an activation once instead of
// five times, and activates workflows again at its start. Expressions had another engine, too.
const env = { N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'false', N8N_EXPRESSION_ENGINE: 'legacy' };
const fixture = useFixture({}, { env });
afterEach(clearTriggers);

const created = [CREATED];
const webhooks = () => fixture.service.webhooks.list();

test('operations, deliveries and a restart work', async () => {
	const { n8n, service, credentialId } = fixture;
	const [seeded] = service.seed(3);
	const { output } = await runAction(n8n, {
		credentialId,
		parameters: {
			resource: 'appointment',
			operation: 'get',
			appointment: locator('={{ $json.key }}'),
		},
		items: [{ key: seeded!.appointment_key }],
	});
	expect(output).toEqual([service.shown(seeded!)]);

	const workflow = await activeTrigger(fixture, { events: [CREATED] });
	const { appointment_key: key } = service.book();
	await service.deliveries.settled();
	const [delivered] = service.deliveries.of(key);
	await service.deliveries.redeliver(delivered!, { times: 5 });
	await expectRuns(fixture, workflow, 1);
	const webhooks = service.webhooks.list();
	await n8n.restart();
	await n8n.api.reaches(workflow.id, 'published');
	expect(service.webhooks.list()).toEqual(webhooks);

	await service.deliveries.redeliver(delivered!, { times: 5 });
	const next = service.book();
	// One copy ends at the trigger: after the restart, only n8n's table knows the event.
	await expectRuns(fixture, workflow, 3);
	expect(await workflow.received()).toMatchObject([
		{ data: { appointment_key: key } },
		{ data: { appointment_key: next.appointment_key } },
	]);
	await n8n.api.deactivate(workflow.id);
	expect(service.webhooks.list()).toEqual([]);
});

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
