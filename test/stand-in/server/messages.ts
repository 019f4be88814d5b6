import type * as http from 'node:http';
import type { Answer } from './refusal';

/** @param now the time on the service's clock */
export function write(
	response: http.ServerResponse,
	{ status, headers = {}, body }: Answer,
	now: number,
): void {
	const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
	const bare = status === 204 || status === 304;
	const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json';
	response.writeHead(status, {
		date: new Date(now).toUTCString(),
		...(!bare && {
			...(text && { 'content-type': type }),
			'content-length': String(Buffer.byteLength(text)),
		}),
		...headers,
	});
	response.end(bare ? undefined : text);
}
