import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { actionNodeType, callWith, chain, eventually, request, runAction } from '../harness';
import { credentialOf, useSharedN8n } from '../support/fixture';
import { locator } from '../support/actions';

// What limits and retries requests: test/unit/service/http.
const fixture = useSharedN8n({ dialect: 'plain' });

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
	const held = service.faults.add({ action: { kind: 'hold' } });
	await request(n8n.webhookUrl('to-be-stopped'), {
		method: 'POST',
		body: { items: items() },
	});
	await eventually(() => expect(held.hits).toBeGreaterThanOrEqual(16));
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

test('Timeout ends a response that never ends, and the connection is closed', async () => {
	let open = 0;
	const server = createServer((_request, response) => {
		open += 1;
		response.writeHead(200, { 'content-type': 'application/json' });
		const drip = setInterval(() => response.write(' '), 300);
		response.on('close', () => {
			open -= 1;
			clearInterval(drip);
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const credential = { ...credentialOf(fixture.service), baseUrl: `http://127.0.0.1:${port}` };
	const credentialId = await fixture.n8n.api.createCredential(credential);
	const parameters = { ...get, options: { timeout: 1_000, maxRetries: 1 } };

	const { error } = await runAction(fixture.n8n, {
		parameters,
		credentialId,
		items: [{ key: 'a' }],
	});

	expect(error!.message).toBe('The service did not respond in time');
	// n8n no longer reads the response.
	await eventually(() => expect(open).toBe(0));
	server.close();
});
