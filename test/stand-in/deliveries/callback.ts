import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import { text } from 'node:stream/consumers';
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

/** Sends a callback, and never throws: what went wrong stands in the attempt. */
export async function call(
	callback: Callback,
	{ timeout, isUnseen }: CallbackOptions,
	stopped: AbortSignal,
): Promise<Attempt> {
	for (;;) {
		const startedAt = Date.now();
		const signal = AbortSignal.any([AbortSignal.timeout(timeout), stopped]);
		const outcome = await answerTo(callback, signal).catch((error: Error) => ({
			error: error.message,
		}));
		const attempt = { startedAt, endedAt: Date.now(), ...outcome };
		if (!isUnseen(attempt)) return attempt;
		await sleep(500);
	}
}

async function answerTo(
	{ url, body, method = 'POST', headers = {} }: Callback,
	signal: AbortSignal,
): Promise<Pick<Attempt, 'status' | 'body'>> {
	const { request } = new URL(url).protocol === 'https:' ? https : http;
	const sent = request(url, {
		method,
		headers: {
			'content-type': 'application/json',
			'content-length': String(Buffer.byteLength(body)),
			...headers,
		},
		// Nobody vouches for the certificates of this machine.
		rejectUnauthorized: false,
		agent: false,
		signal,
	}).end(body);
	// It may fail after the response has begun.
	sent.on('error', () => undefined);
	const [response] = (await once(sent, 'response')) as [http.IncomingMessage];
	return { status: response.statusCode, body: await text(response) };
}
