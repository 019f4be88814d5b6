import { setTimeout as sleep } from 'node:timers/promises';
import { request } from '../../support/request';

export interface CallbackOptions {
	/** Milliseconds until an unanswered callback counts as failed. */
	timeout: number;
	/** What was refused before anybody looked at it: it is sent again, and counts as one try. */
	isUnseen: (attempt: Attempt) => boolean;
}

interface Callback {
	url: string;
	body: string | Buffer | object;
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
	{ url, method = 'POST', ...sent }: Callback,
	{ timeout, isUnseen }: CallbackOptions,
	stopped: AbortSignal,
): Promise<Attempt> {
	for (;;) {
		const startedAt = Date.now();
		const signal = AbortSignal.any([AbortSignal.timeout(timeout), stopped]);
		const outcome = await request(url, { ...sent, method, signal }).then(
			({ status, text }) => ({ status, body: text }),
			(error: Error) => ({ error: error.message }),
		);
		const attempt = { startedAt, endedAt: Date.now(), ...outcome };
		if (!isUnseen(attempt)) return attempt;
		await sleep(500);
	}
}
