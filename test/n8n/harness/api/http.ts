import * as http from 'node:http';
import * as https from 'node:https';

export interface HttpRequest {
	method?: string;
	headers?: http.OutgoingHttpHeaders;
	/** Sent as JSON, unless it is text, which is sent as it is. */
	body?: unknown;
	timeoutMs?: number;
}

export interface HttpResponse {
	status: number;
	headers: http.IncomingHttpHeaders;
	text: string;
	/** The body read as JSON; undefined where it is none. */
	json: unknown;
}

/** Requests over kept connections that trust the harness's certificate. */
export class HttpClient {
	private readonly agents: { http: http.Agent; https: https.Agent };

	constructor(certificate?: string) {
		this.agents = {
			http: new http.Agent({ keepAlive: true, maxSockets: 64 }),
			https: new https.Agent({ keepAlive: true, maxSockets: 64, ca: certificate }),
		};
	}

	request(url: string, request: HttpRequest = {}): Promise<HttpResponse> {
		const { method = 'GET', headers, body, timeoutMs = 240_000 } = request;
		return new Promise<HttpResponse>((resolve, reject) => {
			const payload = typeof body === 'string' ? body : JSON.stringify(body);
			const secure = url.startsWith('https:');
			const outgoing = (secure ? https : http).request(
				url,
				{
					method,
					agent: secure ? this.agents.https : this.agents.http,
					headers: {
						...(payload !== undefined && {
							'content-type': 'application/json',
							'content-length': Buffer.byteLength(payload),
						}),
						...headers,
					},
				},
				(incoming) => {
					const chunks: Buffer[] = [];
					incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
					incoming.once('error', reject);
					incoming.once('end', () => {
						const text = Buffer.concat(chunks).toString('utf8');
						resolve({
							status: incoming.statusCode ?? 0,
							headers: incoming.headers,
							text,
							json: parse(text),
						});
					});
				},
			);
			outgoing.setTimeout(timeoutMs, () =>
				outgoing.destroy(new Error(`${method} ${url} had no answer within ${timeoutMs} ms`)),
			);
			outgoing.once('error', (error: NodeJS.ErrnoException) => {
				// n8n closed a kept connection at this very moment, and has not read the request.
				const isStale = outgoing.reusedSocket && error.code === 'ECONNRESET';
				if (isStale) this.request(url, request).then(resolve, reject);
				else reject(error);
			});
			outgoing.end(payload);
		});
	}

	close(): void {
		this.agents.http.destroy();
		this.agents.https.destroy();
	}
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
