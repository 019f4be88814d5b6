import { Agent, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { Certificate } from '../../n8n/harness';

/** Hands requests to several processes in turns over HTTPS, as a reverse proxy before n8n does. */
export class Balancer {
	private readonly server: Server;
	private readonly agent = new Agent({ keepAlive: true });
	private turn = 0;

	constructor(
		{ key, cert }: Certificate,
		private readonly targets: string[],
	) {
		this.server = createServer({ key, cert }, (incoming, answer) => this.forward(incoming, answer));
	}

	async listen(port: number): Promise<void> {
		await new Promise<void>((resolve, reject) => {
			this.server.once('error', reject);
			this.server.listen(port, '127.0.0.1', resolve);
		});
	}

	async close(): Promise<void> {
		this.agent.destroy();
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	private forward(incoming: IncomingMessage, answer: ServerResponse): void {
		const target = this.targets[this.turn++ % this.targets.length]!;
		const outgoing = request(
			`${target}${incoming.url}`,
			{ method: incoming.method, headers: incoming.headers, agent: this.agent },
			(reply) => {
				answer.writeHead(reply.statusCode ?? 502, reply.headers);
				reply.pipe(answer);
			},
		);
		outgoing.once('error', () => {
			if (answer.headersSent) answer.destroy();
			else answer.writeHead(502).end();
		});
		incoming.pipe(outgoing);
	}
}
