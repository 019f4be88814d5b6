import type * as http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
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

/** Sends spaces, which JSON allows, and then the answer, one byte at a time until the reader is gone. */
export async function writeSlowly(
	response: http.ServerResponse,
	{ status, body }: Answer,
	{ milliseconds, spaces }: { milliseconds: number; spaces: number },
): Promise<void> {
	response.writeHead(status, { 'content-type': 'application/json' });
	const text = JSON.stringify(body);
	for (let sent = 0; sent < spaces + text.length && !response.destroyed; sent += 1) {
		response.write(sent < spaces ? ' ' : text[sent - spaces]);
		await sleep(milliseconds);
	}
	response.end();
}
