import * as http from 'node:http';
import * as https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';

export interface CallbackOptions {
	/** Milliseconds until an unanswered callback counts as failed. */
	timeout: number;
	/** What was refused before anybody looked at it: it is sent again, and counts as one try. */
	isUnseen: (attempt: Attempt) => boolean;
}

export interface Callback {
	url: string;
	body: string | Buffer;
	method?: string;
	headers?: Record<string, string>;
}

/** One try to reach a callback URL. */
export interface Attempt {
	startedAt: number;
	endedAt: number;
	/** The status answered; none when there was no answer. */
	status?: number;
	body?: string;
	/** Why there was no answer. */
	error?: string;
}

export const succeeded = ({ status = 0 }: Attempt): boolean => status >= 200 && status < 300;

/** Sends callbacks, and never throws: what went wrong stands in the attempt. */
export class Caller {
	private readonly closed = new AbortController();

	constructor(private readonly options: CallbackOptions) {}

	async call(callback: Callback): Promise<Attempt> {
		for (;;) {
			const attempt = await this.callOnce(callback);
			if (!this.options.isUnseen(attempt)) return attempt;
			await sleep(500);
		}
	}

	private callOnce({ url, body, method = 'POST', headers = {} }: Callback): Promise<Attempt> {
		const startedAt = Date.now();
		const { timeout } = this.options;
		return new Promise((resolve) => {
			const end = (outcome: Pick<Attempt, 'status' | 'body' | 'error'>) =>
				resolve({ startedAt, endedAt: Date.now(), ...outcome });
			try {
				const secure = new URL(url).protocol === 'https:';
				const request = (secure ? https : http).request(url, {
					method,
					headers: {
						'content-type': 'application/json',
						'content-length': String(Buffer.byteLength(body)),
						...headers,
					},
					// Nobody vouches for the certificates of this machine.
					rejectUnauthorized: false,
					agent: false,
					signal: AbortSignal.any([AbortSignal.timeout(timeout), this.closed.signal]),
				});
				request.on('error', ({ message }) => end({ error: message }));
				request.on('response', (response) => {
					let answer = '';
					response.setEncoding('utf8');
					response.on('data', (chunk: string) => (answer += chunk));
					response.on('error', ({ message }) => end({ error: message }));
					response.on('end', () => end({ status: response.statusCode, body: answer }));
				});
				request.end(body);
			} catch (error) {
				end({ error: String(error) });
			}
		});
	}

	/** Gives up what is under way. */
	close(): void {
		this.closed.abort();
	}
}
