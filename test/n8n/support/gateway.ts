import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What becomes of a request: it is handled, or a gateway responds with 502 instead. */
export type Passage = 'handled' | 'stopped';

export interface Passing {
	method: string;
	/** Which change it is, from 1 on. */
	change: number;
}

/**
 * Appointments behind a gateway, with what has happened to each.
 * @param lateMs how late it responds: every other change is made before that, the others after it
 */
export async function serveBehindGateway(pass: (request: Passing) => Passage, lateMs = 0) {
	const statuses = new Map<string, string>();
	const changes = new Map<string, number>();
	let count = 0;
	const handle = async (request: IncomingMessage, response: ServerResponse) => {
		const { method = '', url = '' } = request;
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const key = url.split('/').at(-2) ?? '';
		if (method !== 'GET') {
			count += 1;
			changes.set(key, (changes.get(key) ?? 0) + 1);
		}
		const passage = pass({ method, change: count });
		const wait = async (isEarly: boolean) => await sleep(isEarly ? 20 : lateMs);
		const isEarly = count % 2 > 0;
		await wait(isEarly);
		if (method !== 'GET' && passage !== 'stopped') {
			const { status } = JSON.parse(Buffer.concat(chunks).toString()) as { status: string };
			statuses.set(key, status);
		}
		await wait(!isEarly);
		const appointment = { appointment_key: key, status: statuses.get(key) ?? 'CONFIRMED' };
		response.writeHead(passage === 'handled' ? 200 : 502, { 'content-type': 'application/json' });
		response.end(JSON.stringify(passage === 'handled' ? appointment : { detail: 'Bad Gateway' }));
	};
	const server = createServer((request, response) => void handle(request, response));
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		/** How many changes of this appointment were sent. */
		sent: (key: string) => changes.get(key) ?? 0,
		statusOf: (key: string) => statuses.get(key),
		stop: async () => {
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
		},
	};
}
