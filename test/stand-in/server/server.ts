import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MetFault } from './faults';
import { Refusal, type Answer } from './refusal';
import type { ServedRequest } from './operations';
import type { LoggedRequest } from './requests';
import type { Service } from '../service';
import { write } from './messages';
import { handle } from './validation';

export interface ServerOptions {
	port?: number;
	/** Serves https with this key and certificate. */
	tls?: { key: string; cert: string };
	/** A path before /api/v3, as behind a gateway: `/tenant`. */
	prefix?: string;
}

type Read = Pick<ServedRequest, 'method' | 'path' | 'query' | 'body'>;

const LOGGED_BODY = 64 * 1024;
const HOSTS = ['127.0.0.1', 'localhost'];

/** A page of another site could reach this machine under a name of its own (DNS rebinding). */
export function isOwnHost({ headers, socket }: http.IncomingMessage): boolean {
	return HOSTS.some((host) => headers.host === `${host}:${socket.localPort}`);
}

/** Takes requests from the network and hands them to the service, with its dialect's weather. */
export class Server {
	private readonly server: http.Server | https.Server;
	private readonly scheme: 'http' | 'https';
	private readonly prefix: string;
	private serving = 0;
	private working = 0;
	private readonly waiting: Array<() => void> = [];
	private served = 0;

	constructor(
		private readonly service: Service,
		{ tls, prefix = '' }: ServerOptions,
	) {
		const listener: http.RequestListener = (request, response) => {
			this.exchange(request, response).catch((error: unknown) => {
				process.stderr.write(`The stand-in failed at ${request.method} ${request.url}: ${error}\n`);
				if (response.headersSent) response.destroy();
				else response.writeHead(500).end();
			});
		};
		this.scheme = tls ? 'https' : 'http';
		this.server = tls ? https.createServer(tls, listener) : http.createServer(listener);
		this.server.keepAliveTimeout = 60_000;
		this.prefix = prefix;
	}

	/** Listens on this machine alone, and tells the base URL. */
	async listen(port = 0): Promise<string> {
		this.server.listen(port, '127.0.0.1');
		await once(this.server, 'listening');
		const address = this.server.address() as AddressInfo;
		return `${this.scheme}://127.0.0.1:${address.port}${this.prefix}`;
	}

	async close(): Promise<void> {
		await new Promise<void>((closed) => {
			this.server.close(() => closed());
			this.server.closeAllConnections();
		});
	}

	private async exchange(
		request: http.IncomingMessage,
		response: http.ServerResponse,
	): Promise<void> {
		const { service } = this;
		if (!isOwnHost(request)) {
			response.writeHead(421).end();
			return;
		}
		const { method = '', url = '', headers } = request;
		const [path = '', ...rest] = url.split('?');
		const query = rest.join('?');
		const startedAt = Date.now();
		const logged: LoggedRequest = { method, path, query, headers, body: '', startedAt };
		service.requests.entries.push(logged);
		const { inFlight } = service;
		inFlight.now += 1;
		inFlight.max = Math.max(inFlight.max, inFlight.now);
		response.on('close', () => {
			logged.endedAt = Date.now();
			inFlight.now -= 1;
		});
		const body = await text(request).catch(() => undefined);
		if (body === undefined) return;
		logged.body = body.slice(0, LOGGED_BODY);
		const fault = service.faults.meet(method, path, logged.query);
		if (fault?.kind === 'reset') return void request.socket.destroy();
		let answer = await this.answer(request, { method, path, query, body }, fault);
		if (fault?.kind === 'answerLost') {
			if (!fault.instead) return void request.socket.destroy();
			answer = fault.instead;
		}
		logged.status = answer.status;
		write(response, answer);
	}

	/** The request waits until a worker is free, which then takes so many milliseconds. */
	private async work(latency: number, workers: number): Promise<void> {
		while (this.working >= workers) {
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		}
		this.working++;
		await sleep(latency);
		this.working--;
		this.waiting.shift()?.();
	}

	/** What is answered, after the weather: faults, overload, latency, failures. */
	private async answer(
		request: http.IncomingMessage,
		read: Read,
		fault: MetFault | undefined,
	): Promise<Answer> {
		const { service } = this;
		const { dialect } = service;
		if (fault?.kind === 'respond') return fault;
		if (this.serving >= dialect.capacity) {
			return new Refusal(429, 'Request was throttled.').answer(dialect);
		}
		this.serving++;
		try {
			if (dialect.latency > 0) await this.work(dialect.latency, dialect.workers);
			if (fault?.kind === 'hold') await fault.removed;
			if (dialect.failEvery > 0 && ++this.served % dialect.failEvery === 0)
				return new Refusal(503, 'The service stumbled.').answer(dialect);
			const { prefix } = this;
			if (!read.path.startsWith(`${prefix}/`))
				return new Refusal(404, 'Not found.').answer(dialect);
			const path = read.path.slice(prefix.length);
			const origin = `${this.scheme}://${request.headers.host ?? 'localhost'}`;
			return await handle({
				service,
				request: {
					...read,
					path,
					headers: request.headers,
					place: { origin, path: read.path, query: read.query },
				},
			});
		} finally {
			this.serving--;
		}
	}
}
