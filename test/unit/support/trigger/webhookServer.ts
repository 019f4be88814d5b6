import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import express, { type Request, type Response } from 'express';

import { exchange, open, type RawRequest, type RawResponse } from './rawHttp';

export type WebhookHandler = (request: Request, response: Response) => Promise<void>;

const handlers = new Map<string, WebhookHandler>();
const app = express();
app.disable('x-powered-by');
app.set('query parser', 'extended');

/** Gives the request what n8n gives it before a node sees it: its content type and a way to read its bytes. */
app.use((request, _response, next) => {
	const [type = '', ...parameters] = (request.headers['content-type'] ?? '').split(';');
	const charset = parameters.find((parameter) => parameter.trim().startsWith('charset='));
	request.contentType = type.trim().toLowerCase() || undefined;
	request.encoding = (charset?.split('=')[1]?.replaceAll('"', '').trim().toLowerCase() ??
		'utf-8') as BufferEncoding;
	request.readRawBody = async () => {
		if (request.rawBody) return;
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		request.rawBody = Buffer.concat(chunks);
	};
	next();
});

app.use((request, response, next) => {
	const handler = handlers.get(`${request.method} ${request.path.replace(/\/$/, '')}`);
	if (!handler) {
		const message = `The requested webhook "${request.method} ${request.path}" is not registered.`;
		response.status(404).json({ code: 404, message });
		return;
	}
	handler(request, response).catch(next);
});

let listening: Promise<number> | undefined;

async function port(): Promise<number> {
	listening ??= (async () => {
		const server = createServer(app).listen(0, '127.0.0.1');
		server.unref();
		await once(server, 'listening');
		return (server.address() as AddressInfo).port;
	})();
	return await listening;
}

export function register(method: string, path: string, handler: WebhookHandler) {
	handlers.set(`${method} ${path}`, handler);
}

export function unregister(method: string, path: string) {
	handlers.delete(`${method} ${path}`);
}

/** Sends a request to the registered webhooks over a real connection, known by the port it comes from. */
export async function send(
	request: RawRequest,
	onOpen: (fromPort: number, socket: Socket) => void,
): Promise<RawResponse | undefined> {
	const socket = await open(await port());
	onOpen(socket.localPort as number, socket);
	return await exchange(socket, request);
}
