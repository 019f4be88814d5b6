import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Service } from '../service';
import { unknownAddress, type Answer } from './refusal';
import type { LoggedRequest } from './requests';
import { Weather } from './weather';

export interface ServerOptions {
	port?: number;
	/** Serves https with this key and certificate. */
	tls?: { key: string; cert: string };
	/** A path before /api/v3, as behind a gateway: `/tenant`. */
	prefix?: string;
}

/** Takes requests from the network and hands them to the service, in its weather. */
export class Server {
	private readonly server: http.Server | https.Server;
	private readonly weather: Weather;

	constructor(
		private readonly service: Service,
		private readonly options: ServerOptions,
	) {
		const listener: http.RequestListener = (request, response) => {
			this.exchange(request, response).catch((error: unknown) => {
				process.stderr.write(`The stand-in failed at ${request.method} ${request.url}: ${error}\n`);
				response.destroy();
			});
		};
		const { tls } = options;
		this.server = tls ? https.createServer(tls, listener) : http.createServer(listener);
		this.server.keepAliveTimeout = 60_000;
		this.weather = new Weather(service);
	}

	/** Listens on this machine alone, and returns the base URL. */
	async listen(): Promise<string> {
		const { port = 0, tls, prefix = '' } = this.options;
		this.server.listen(port, '127.0.0.1');
		await once(this.server, 'listening');
		const address = this.server.address() as AddressInfo;
		return `${tls ? 'https' : 'http'}://127.0.0.1:${address.port}${prefix}`;
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
		const { inFlight, requests } = this.service;
		const { method = '', url = '', headers } = request;
		const [path = '', query = ''] = url.split(/\?(.*)/s);
		const startedAt = Date.now();
		const logged: LoggedRequest = {
			method,
			path,
			query,
			headers,
			body: '',
			ignored: [],
			startedAt,
		};
		requests.entries.push(logged);
		inFlight.now += 1;
		inFlight.max = Math.max(inFlight.max, inFlight.now);
		response.on('close', () => {
			logged.endedAt = Date.now();
			inFlight.now -= 1;
		});
		const body = await text(request).catch(() => undefined);
		if (body === undefined) return;
		logged.body = body;
		const answer = await this.answer(logged);
		if (!answer) return void request.socket.destroy();
		logged.status = answer.status;
		write(response, answer);
	}

	/** None if the connection is to be dropped. */
	private async answer(request: LoggedRequest): Promise<Answer | undefined> {
		const { prefix = '' } = this.options;
		const { action, removed } = this.service.faults.meet(request) ?? {};
		if (action?.kind === 'reset') return undefined;
		if (action?.kind === 'respond') return action;
		if (!request.path.startsWith(`${prefix}/`)) return unknownAddress;
		const served = { ...request, path: request.path.slice(prefix.length) };
		const answer = await this.weather.answer(served, action?.kind === 'hold' ? removed : undefined);
		return action?.kind === 'answerLost' ? action.instead : answer;
	}
}

function write(response: http.ServerResponse, { status, headers = {}, body }: Answer): void {
	const isText = typeof body === 'string';
	const content = isText ? body : (JSON.stringify(body) as string | undefined);
	response.statusCode = status;
	response.setHeader('date', new Date(Date.now()).toUTCString());
	if (content) response.setHeader('content-type', isText ? 'text/plain' : 'application/json');
	response.setHeaders(new Map(Object.entries(headers)));
	response.end(content);
}
