import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '..';

export interface Answered {
	status: number;
	headers: Headers;
	text: string;
	/** The body where it is JSON, else nothing. */
	body: unknown;
}

/** Asks the service as a client would; what is in `headers` replaces the right ones. */
export async function ask(
	service: Service,
	method: string,
	path: string,
	body?: unknown,
	headers: Record<string, string> = {},
): Promise<Answered> {
	const response = await fetch(`${service.baseUrl}${path}`, {
		method,
		headers: {
			authorization: `Bearer ${service.token}`,
			...(body !== undefined && { 'content-type': 'application/json' }),
			...headers,
		},
		body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
		redirect: 'manual',
	});
	const text = await response.text();
	const json = response.headers.get('content-type')?.includes('json');
	return {
		status: response.status,
		headers: response.headers,
		text,
		body: json ? (JSON.parse(text) as unknown) : undefined,
	};
}

export async function until(holds: () => boolean): Promise<void> {
	while (!holds()) await sleep(5);
}

export interface Received {
	request: IncomingMessage;
	body: string;
}

/** A callback URL that remembers what it got, and answers what it is told to. */
export async function callback(answer: (received: Received, count: number) => number = () => 200) {
	const received: Received[] = [];
	const server = createServer((request, response) => {
		let body = '';
		request.setEncoding('utf8');
		request.on('data', (chunk: string) => (body += chunk));
		request.on('end', () => {
			received.push({ request, body });
			const status = answer({ request, body }, received.length);
			if (status === 0) request.socket.destroy();
			else response.writeHead(status).end();
		});
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const { port } = server.address() as AddressInfo;
	return {
		received,
		/** Leads callbacks of an https URL here. */
		target: (url: string) => url.replace(/^https:\/\/[^/]+/, `http://127.0.0.1:${port}`),
		close: () => server.close(),
	};
}
