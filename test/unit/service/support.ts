import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { Client } from '../../../nodes/AppointmentScheduling/service/client';
import type { Account, Transport } from '../../../nodes/AppointmentScheduling/service/exchange';

export { failureOf } from '../support/failure';

export const baseUrl = 'https://scheduling.example';

/** A service inside the test: answers the n-th request, or throws as a broken connection would. */
export type Handler = (
	request: IHttpRequestOptions,
	count: number,
) => IN8nHttpFullResponse | Promise<IN8nHttpFullResponse>;

type Limits = ConstructorParameters<typeof Client>[2];

let accounts = 0;

/** Each client has an account of its own, because the limiter belongs to the account. */
export function talkTo(handler: Handler, limits: Limits = {}, account: Partial<Account> = {}) {
	accounts += 1;
	const requests: IHttpRequestOptions[] = [];
	let inFlight = 0;
	let most = 0;
	const transport: Transport = async (request) => {
		requests.push(request);
		most = Math.max(most, (inFlight += 1));
		try {
			return await handler(request, requests.length);
		} finally {
			inFlight -= 1;
		}
	};
	const token = `token-${accounts}`;
	const client = new Client(transport, { baseUrl, token, ...account }, limits);
	return { client, requests, mostInFlight: () => most };
}

export const json = (
	body: unknown,
	statusCode = 200,
	headers: Record<string, unknown> = {},
): IN8nHttpFullResponse => ({
	statusCode,
	headers: { 'content-type': 'application/json', ...headers },
	body: body as IN8nHttpFullResponse['body'],
});

/** What n8n's helper throws when a connection breaks: the code on a cause, the token in the request. */
export function broken(code: string, syscall?: string): Error {
	const cause = Object.assign(new Error(`${code} at the socket`), {
		code,
		syscall,
		config: { headers: { Authorization: 'Bearer secret-token' } },
	});
	return new Error('The connection broke', { cause });
}

/** Waits, in fake time too. */
export const elapse = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

/** Lets the fake time run until nothing waits any more. */
export async function throughWaits<T>(promise: Promise<T>): Promise<T> {
	promise.catch(() => {});
	await jest.runAllTimersAsync();
	return await promise;
}

/** For work that takes a second or two, or a minute if its rule is broken. Measures the time of this process alone. */
export async function takesShort(task: () => unknown): Promise<void> {
	const began = process.cpuUsage();
	await task();
	const { user, system } = process.cpuUsage(began);
	expect((user + system) / 1_000).toBeLessThan(15_000);
}
