import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Responds with JSON. */
type Respond = (body: unknown, status?: number) => void;

/** Takes requests on the loopback address. */
export async function serve(
	take: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>,
) {
	const server = createServer((request, response) => void take(request, response));
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

/** Takes JSON. */
export const serveJson = async (
	take: (body: unknown, respond: Respond, closed: Promise<unknown>) => void,
) =>
	await serve(async (request, response) => {
		const respond: Respond = (body, status = 200) => {
			response.writeHead(status, { 'content-type': 'application/json' });
			response.end(JSON.stringify(body));
		};
		take(JSON.parse(await text(request)), respond, once(response, 'close'));
	});
