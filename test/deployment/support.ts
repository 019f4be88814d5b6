import { runAction, type N8n } from '../n8n/harness';
import type { Fixture } from '../n8n/support/fixture';
import { activeTrigger, CREATED, expectRuns, type EventWorkflow } from '../n8n/support/events';
import { locator } from '../n8n/support/actions';

/** What must work whatever n8n's settings are: an operation, deliveries and their copies, a restart. */
export async function expectToWork(fixture: Fixture<N8n>): Promise<void> {
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

	const { workflow, key } = await expectDeliveries(fixture);
	const webhooks = service.webhooks.list();
	await n8n.restart();
	await n8n.api.reaches(workflow.id, 'published');
	expect(service.webhooks.list()).toEqual(webhooks);

	await service.deliveries.redeliver(service.deliveries.of(key)[0]!, { times: 5 });
	const next = service.book();
	await expectRuns(fixture, workflow, 2);
	expect(await workflow.received()).toMatchObject([
		{ data: { appointment_key: key } },
		{ data: { appointment_key: next.appointment_key } },
	]);
	await n8n.api.deactivate(workflow.id);
	expect(service.webhooks.list()).toEqual([]);
}

/** Publishes a workflow; an event runs in it once, however often it is delivered. */
export async function expectDeliveries(
	fixture: Fixture<N8n>,
): Promise<{ workflow: EventWorkflow; key: string }> {
	const { service } = fixture;
	const workflow = await activeTrigger(fixture, { events: [CREATED] });
	const { appointment_key: key } = service.book();
	await service.deliveries.settled();
	await service.deliveries.redeliver(service.deliveries.of(key)[0]!, { times: 5 });
	await expectRuns(fixture, workflow, 1);
	return { workflow, key };
}
