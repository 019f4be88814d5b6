import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import express, { type Request, type Response } from 'express';

const app = express();
app.set('query parser', 'extended');

export interface Sent {
	url: string;
	body: Buffer;
	headers?: Record<string, string>;
}

export interface Answered {
	status: number;
	headers: Record<string, unknown>;
	/** JSON if it is that, otherwise text. */
	body: unknown;
}

/**
 * A request to n8n and its response, without a connection between them. n8n gives a node the type of
 * the content, and a way to read its bytes.
 */
export function exchange(
	{ url, body, headers = {} }: Sent,
	ended: (answer: Answered) => void,
): { request: Request; response: Response; giveUp: () => void } {
	const { pathname, search, host } = new URL(url);
	const all: Record<string, string> = {
		host,
		'content-type': 'application/json',
		'content-length': String(body.length),
		...headers,
	};
	const [type = '', charset = 'utf-8'] = all['content-type']!.split(/;\s*charset=/);
	const incoming = new IncomingMessage(new Socket());
	const outgoing = new ServerResponse(incoming);
	const request = Object.setPrototypeOf(incoming, app.request) as Request;
	const response = Object.setPrototypeOf(outgoing, app.response) as Response;
	Object.assign(request, {
		app,
		res: response,
		method: 'POST',
		url: `${pathname}${search}`,
		headers: all,
		params: {},
		contentType: type.trim() || undefined,
		encoding: charset,
		readRawBody: async () => void (request.rawBody = await Promise.resolve(body)),
	});
	const close = () => void Object.assign(response, { _closed: true, destroyed: true });
	const end = response.end.bind(response) as (...values: unknown[]) => Response;
	Object.assign(response, {
		app,
		req: request,
		locals: {},
		end: (...values: unknown[]) => {
			end(...values);
			close();
			process.nextTick(() => response.emit('close'));
			const text = String(values[0] ?? '');
			ended({ status: response.statusCode, headers: response.getHeaders(), body: parsed(text) });
			return response;
		},
	});
	const giveUp = () => {
		close();
		response.emit('close');
	};
	return { request, response, giveUp };
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
