import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ServedRequest } from '../operations';
import type { Service } from '../service';
import { write } from './messages';
import type { LoggedRequest } from './requests';
import { Weather } from './weather';

export interface ServerOptions {
	port?: number;
	/** Serves https with this key and certificate. */
	tls?: { key: string; cert: string };
	/** A path before /api/v3, as behind a gateway: `/tenant`. */
	prefix?: string;
}

const LOGGED_BODY = 64 * 1024;
const HOSTS = ['127.0.0.1', 'localhost'];

/** A page of another site could reach this machine under a name of its own (DNS rebinding). */
export function isOwnHost({ headers, socket }: http.IncomingMessage): boolean {
	return HOSTS.some((host) => headers.host === `${host}:${socket.localPort}`);
}

/** Takes requests from the network and hands them to the service, in its weather. */
export class Server {
	private readonly server: http.Server | https.Server;
	private readonly scheme: 'http' | 'https';
	private readonly prefix: string;
	private readonly weather: Weather;

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
		this.weather = new Weather(service, prefix);
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
		const logged: LoggedRequest = {
			method,
			path,
			query,
			headers,
			body: '',
			ignored: [],
			startedAt: Date.now(),
		};
		service.requests.entries.push(logged);
		const { inFlight } = service;
		inFlight.now += 1;
		inFlight.max = Math.max(inFlight.max, inFlight.now);
		response.on('close', () => {
			logged.endedAt = Date.now();
			inFlight.now -= 1;
			service.onAnswered(logged);
		});
		const body = await text(request).catch(() => undefined);
		if (body === undefined) return;
		logged.body = body.slice(0, LOGGED_BODY);
		const fault = service.faults.meet(method, path, query);
		if (fault?.kind === 'reset') return void request.socket.destroy();
		const origin = `${this.scheme}://${headers.host ?? 'localhost'}`;
		const place = { origin, path, query };
		const served: ServedRequest = { ...logged, body, place, ignored: logged.ignored };
		let answer = await this.weather.answer(served, fault);
		if (fault?.kind === 'answerLost') {
			if (!fault.instead) return void request.socket.destroy();
			answer = fault.instead;
		}
		logged.status = answer.status;
		write(response, answer, service.now());
	}
}
