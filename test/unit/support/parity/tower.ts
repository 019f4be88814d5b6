import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The service at which the bell registers: it counts requests, and fails the next ones when told to. */
export interface Tower {
	url: string;
	/** Methods of the requests, oldest first. */
	asked: string[];
	fail(method: string, times: number): void;
	stop(): Promise<void>;
}

export async function startTower(): Promise<Tower> {
	const asked: string[] = [];
	const failing = new Map<string, number>();
	const server = createServer((request, response) => {
		const method = request.method!;
		asked.push(method);
		const left = failing.get(method) ?? 0;
		failing.set(method, left - 1);
		request.resume();
		response.writeHead(left > 0 ? 500 : 200, { 'content-type': 'application/json' }).end('{}');
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}/`,
		asked,
		fail: (method, times) => void failing.set(method, times),
		stop: async () => {
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
		},
	};
}
