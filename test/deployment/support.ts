import { runAction, type N8n } from '../n8n/harness';
import type { Fixture } from '../n8n/support/fixture';
import { activeTrigger, CREATED, expectRuns } from '../n8n/support/events';
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
}
