import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Responds with JSON. */
type Respond = (body: unknown, status?: number) => void;

/** Takes JSON on the loopback address. */
export async function serveJson(
	take: (body: unknown, respond: Respond, closed: Promise<unknown>) => void,
): Promise<{ url: string; stop: () => Promise<void> }> {
	const server = createServer((request, response) => {
		let text = '';
		request.setEncoding('utf8');
		request.on('data', (chunk: string) => (text += chunk));
		request.on('end', () => {
			const respond: Respond = (body, status = 200) => {
				response.writeHead(status, { 'content-type': 'application/json' });
				response.end(JSON.stringify(body));
			};
			take(JSON.parse(text), respond, once(response, 'close'));
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
		stop: async () => {
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
		},
	};
}
