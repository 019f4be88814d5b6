import type * as http from 'node:http';
import type { Answer } from './refusal';

const LARGEST_BODY = 1024 * 1024;

/** The whole body, or nothing when it never came or is beyond all bounds. */
export async function read(request: http.IncomingMessage): Promise<string | undefined> {
	const chunks: Buffer[] = [];
	let size = 0;
	try {
		for await (const chunk of request as AsyncIterable<Buffer>) {
			size += chunk.length;
			if (size > LARGEST_BODY) {
				request.destroy();
				return undefined;
			}
			chunks.push(chunk);
		}
	} catch {
		return undefined;
	}
	return Buffer.concat(chunks).toString('utf8');
}

export function drop({ socket }: http.IncomingMessage, scheme: 'http' | 'https'): void {
	if (scheme === 'http') socket.resetAndDestroy();
	else socket.destroy();
}

export function write(response: http.ServerResponse, { status, headers = {}, body }: Answer): void {
	const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
	const bare = status === 204 || status === 304;
	const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json';
	response.writeHead(status, {
		...(!bare && {
			...(text && { 'content-type': type }),
			'content-length': String(Buffer.byteLength(text)),
		}),
		...headers,
	});
	response.end(bare ? undefined : text);
}

export function singleHeaders(headers: http.IncomingHttpHeaders): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
	);
}
