import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import { text } from 'node:stream/consumers';

export interface HttpRequest {
	method?: string;
	headers?: http.OutgoingHttpHeaders;
	/** Sent as JSON, unless it is text or bytes. */
	body?: unknown;
	/** Ends it: by default after four minutes. */
	signal?: AbortSignal;
}

export interface HttpResponse {
	status: number;
	headers: http.IncomingHttpHeaders;
	text: string;
	/** The body read as JSON; undefined if it is none. */
	json: unknown;
}

/** A request over a connection of its own. Nobody vouches for the certificates of this machine. */
export async function request(
	url: string,
	{ method = 'GET', headers, body, signal = AbortSignal.timeout(240_000) }: HttpRequest = {},
): Promise<HttpResponse> {
	const isRaw = typeof body === 'string' || Buffer.isBuffer(body) || body === undefined;
	const bytes = isRaw ? body : JSON.stringify(body);
	const sent = (url.startsWith('https:') ? https : http).request(url, {
		method,
		headers: {
			...(bytes !== undefined && {
				'content-type': 'application/json',
				'content-length': Buffer.byteLength(bytes),
			}),
			...headers,
		},
		rejectUnauthorized: false,
		agent: false,
		signal,
	});
	// It may fail after the response has begun.
	sent.on('error', () => undefined);
	sent.end(bytes);
	const [response] = (await once(sent, 'response')) as [http.IncomingMessage];
	const content = await text(response);
	return {
		status: response.statusCode ?? 0,
		headers: response.headers,
		text: content,
		json: parsed(content),
	};
}

function parsed(content: string): unknown {
	try {
		return JSON.parse(content);
	} catch {
		return undefined;
	}
}
