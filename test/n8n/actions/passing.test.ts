import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runAction } from '../harness';
import { locator } from '../support/actions';
import { credentialOf, useSharedN8n } from '../support/fixture';

// Which failures pass, and how long the node waits: test/unit/service/http/client.retries.test.ts.
const fixture = useSharedN8n();

type Answer = [status: number, body: string];

/** Reads so many appointments of a service that answers the n-th request so. */
async function read(count: number, answer: (nth: number, key: string) => Answer) {
	let nth = 0;
	const server = createServer((request, response) => {
		nth += 1;
		const [status, body] = answer(nth, request.url?.split('/').at(-2) ?? '');
		response.writeHead(status, { 'content-type': 'application/json' }).end(body);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const credential = { ...credentialOf(fixture.service), baseUrl: `http://127.0.0.1:${port}` };
	const { output, error } = await runAction(fixture.n8n, {
		credentialId: await fixture.n8n.api.createCredential(credential),
		items: Array.from({ length: count }, (_, index) => ({ key: `key-${index}` })),
		parameters: {
			resource: 'appointment',
			operation: 'get',
			appointment: locator('={{ $json.key }}'),
		},
	});
	server.closeAllConnections();
	server.close();
	return { read: output.map(({ appointment_key: key }) => key), error, requests: nth };
}
const appointment = (key: string) => JSON.stringify({ appointment_key: key, status: 'PENDING' });
const all = (count: number) => Array.from({ length: count }, (_, index) => `key-${index}`);

test('60 reads of a service that takes ten a second and names no wait all succeed', async () => {
	const served: number[] = [];
	const result = await read(60, (_nth, key) => {
		const now = Date.now();
		if (served.filter((at) => at > now - 1_000).length >= 10) return [429, '{}'];
		served.push(now);
		return [200, appointment(key)];
	});
	expect(result.read).toEqual(all(60));
});

test.each([
	['a web page', '<html>Sorry</html>'],
	['an empty body', ''],
	['a cut body', '{"appointment_key": "key-'],
])('%s among a hundred reads is read again', async (_what, body) => {
	const result = await read(100, (nth, key) => [200, nth === 60 ? body : appointment(key)]);
	expect([result.read, result.requests]).toEqual([all(100), 101]);
});

test('a website at the address is blamed on the Base URL, after two requests', async () => {
	const { error, requests } = await read(1, () => [200, '<html>Welcome</html>']);
	expect(error).toMatchObject({ description: expect.stringContaining("'Base URL'") });
	expect(requests).toBe(2);
});
