import { runAction, type N8n } from '../n8n/harness';
import { type Bench } from '../n8n/support/bench';
import { activeTrigger, patience } from '../n8n/support/events';

/** What must work whatever n8n's settings are: an operation, deliveries and their copies, a restart. */
export async function expectToWork(bench: Bench<N8n>): Promise<string> {
	const { n8n, service, credentialId } = bench;
	const [seeded] = service.seed(3);
	const { output, error } = await runAction(n8n, {
		credentialId,
		parameters: {
			resource: 'appointment',
			operation: 'get',
			appointment: { __rl: true, mode: 'key', value: '={{ $json.key }}' },
		},
		items: [{ key: seeded!.appointment_key }],
	});
	expect(error).toBeUndefined();
	expect(output).toEqual([service.shown(seeded!)]);

	const workflow = await activeTrigger(bench, { events: ['appointment.created'] });
	const webhooks = service.webhooks.list();
	const url = workflow.url();
	const { appointment_key: key } = service.book();
	await service.deliveries.settled();
	await workflow.runs(1);
	await n8n.restart();
	await n8n.api.settled(workflow.id);
	expect(service.webhooks.list()).toEqual(webhooks);

	await service.deliveries.redeliver(service.deliveries.of(key)[0]!, { times: 5 });
	await patience();
	const next = service.book();
	await service.deliveries.settled();
	await workflow.runs(2);
	expect(await workflow.received()).toMatchObject([
		{ data: { appointment_key: key } },
		{ data: { appointment_key: next.appointment_key } },
	]);
	expect(await workflow.executions()).toHaveLength(2);
	await n8n.api.deactivate(workflow.id);
	expect(service.webhooks.list()).toEqual([]);
	return url;
}
