import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import express, { type Request, type Response } from 'express';

const app = express();

/** A request to n8n and its response, without a connection between them. */
export function exchange(
	url: string,
	body: unknown,
	ended: (status: number) => void,
): { request: Request; response: Response } {
	const text = JSON.stringify(body);
	const { pathname, search, host } = new URL(url);
	const incoming = new IncomingMessage(new Socket());
	const outgoing = new ServerResponse(incoming);
	const request = Object.setPrototypeOf(incoming, app.request) as Request;
	const response = Object.setPrototypeOf(outgoing, app.response) as Response;
	Object.assign(request, {
		app,
		res: response,
		method: 'POST',
		url: `${pathname}${search}`,
		headers: { host, 'content-type': 'application/json', 'content-length': String(text.length) },
		rawBody: Buffer.from(text),
		contentType: 'application/json',
		encoding: 'utf-8',
		readRawBody: async () => undefined,
		params: {},
	});
	Object.assign(response, { app, req: request, locals: {} });
	const end = response.end.bind(response) as (...values: unknown[]) => Response;
	const endAndClose = (...values: unknown[]) => {
		end(...values);
		Object.assign(response, { _closed: true, destroyed: true });
		process.nextTick(() => response.emit('close'));
		ended(response.statusCode);
		return response;
	};
	Object.assign(response, { end: endAndClose });
	return { request, response };
}
