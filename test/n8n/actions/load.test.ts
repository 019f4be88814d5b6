import { setTimeout as sleep } from 'node:timers/promises';
import { actionNodeType, callWith, chain, eventually, request } from '../harness';
import { useSharedN8n } from '../support/fixture';
import { locator } from '../../unit/support/locator';

// What limits and retries requests: test/unit/service/client.test.ts and limiter.test.ts. A response that never ends: test/unit/n8n/connect.test.ts.
const fixture = useSharedN8n();

const get = {
	resource: 'appointment',
	operation: 'get',
	appointment: locator('={{ $json.key }}'),
};
const items = () =>
	fixture.service.appointments.list().map(({ appointment_key: key }) => ({ key }));

beforeAll(() => void fixture.service.seed(200));
beforeEach(() => fixture.service.requests.clear());

test('a stopped execution sends no more requests', async () => {
	const { n8n, service, credentialId } = fixture;
	const { id } = await n8n.api.createWorkflow(
		chain('To be stopped', [
			...callWith('to-be-stopped', { responseMode: 'onReceived' }),
			{ name: 'Action', type: actionNodeType, credentialId, parameters: get },
		]),
	);
	await n8n.api.activate(id);
	// The first one asks alone; after some, eight or more are in flight.
	const held = service.faults.add({ after: 30, action: { kind: 'hold' } });
	await request(n8n.webhookUrl('to-be-stopped'), {
		method: 'POST',
		body: { items: items() },
	});
	await eventually(() => expect(held.hits).toBeGreaterThanOrEqual(8));
	const [running] = await n8n.api.executions(id, { status: 'running' });

	await n8n.api.public('POST', `/executions/${running!.id}/stop`);
	// What is on its way arrives.
	await sleep(600);
	const asked = service.requests.total;
	held.remove();
	expect((await n8n.api.waitForExecution(running!.id)).status).toBe('canceled');
	await sleep(600);

	expect(service.requests.total).toBe(asked);
	expect(asked).toBeLessThan(200);
	await n8n.api.deactivate(id);
});
