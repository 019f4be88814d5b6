import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawRequest {
	method: string;
	path: string;
	headers: Record<string, string>;
	body: Buffer;
}

export interface RawResponse {
	status: number;
	headers: Record<string, string>;
	body: Buffer;
}

function unchunked(bytes: Buffer): Buffer {
	const parts: Buffer[] = [];
	let at = 0;
	for (;;) {
		const end = bytes.indexOf('\r\n', at);
		const size = Number.parseInt(bytes.subarray(at, end).toString(), 16);
		if (end === -1 || !size) return Buffer.concat(parts);
		parts.push(bytes.subarray(end + 2, end + 2 + size));
		at = end + 2 + size + 2;
	}
}

function parse(bytes: Buffer): RawResponse {
	const end = bytes.indexOf('\r\n\r\n');
	const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
	const headers = Object.fromEntries(
		lines.map((line) => {
			const colon = line.indexOf(':');
			return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
		}),
	);
	const body = bytes.subarray(end + 4);
	return {
		status: Number(statusLine.split(' ')[1]),
		headers,
		body: headers['transfer-encoding'] === 'chunked' ? unchunked(body) : body,
	};
}

/** Opens a connection to this machine that no interceptor of HTTP requests can see or forbid. */
export async function open(port: number): Promise<Socket> {
	const socket = connect(port, '127.0.0.1');
	await once(socket, 'connect');
	return socket;
}

/** Sends one request as bytes; undefined when the connection ended without a response. */
export async function exchange(
	socket: Socket,
	{ method, path, headers, body }: RawRequest,
): Promise<RawResponse | undefined> {
	const head = Object.entries({
		host: 'n8n.example',
		connection: 'close',
		'content-length': String(body.length),
		...headers,
	}).map(([name, value]) => `${name}: ${value}\r\n`);
	socket.write(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n`);
	socket.write(body);
	const chunks: Buffer[] = [];
	socket.on('data', (chunk) => chunks.push(chunk));
	socket.on('error', () => {});
	await new Promise((resolve) => socket.once('close', resolve));
	return chunks.length === 0 ? undefined : parse(Buffer.concat(chunks));
}
