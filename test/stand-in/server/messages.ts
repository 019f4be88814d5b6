import type * as http from 'node:http';
import type { Answer } from './refusal';

export function write(response: http.ServerResponse, { status, headers = {}, body }: Answer): void {
	const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
	const bare = status === 204 || status === 304;
	const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json';
	response.writeHead(status, {
		// A test may set the clock.
		date: new Date(Date.now()).toUTCString(),
		...(!bare && {
			...(text && { 'content-type': type }),
			'content-length': String(Buffer.byteLength(text)),
		}),
		...headers,
	});
	response.end(bare ? undefined : text);
}
