import type { IHttpRequestOptions } from 'n8n-workflow';

import { ServiceClient } from '../../../nodes/AppointmentScheduling/service/http/client';
import type { ServiceAnswer } from '../../../nodes/AppointmentScheduling/service/http/response';
import {
	DEFAULT_SETTINGS,
	type ServiceSettings,
} from '../../../nodes/AppointmentScheduling/service/http/settings';

export { failureOf } from '../support/failure';

export const baseUrl = 'https://scheduling.example';

/** A service inside the test: answers the n-th request, or throws as a broken connection would. */
export type Handler = (
	request: IHttpRequestOptions,
	count: number,
) => ServiceAnswer | Promise<ServiceAnswer>;

export interface Talk {
	client: ServiceClient;
	requests: IHttpRequestOptions[];
	/** When each request was sent. */
	times: number[];
	mostInFlight(): number;
}

export function talkTo(handler: Handler, settings: Partial<ServiceSettings> = {}): Talk {
	const requests: IHttpRequestOptions[] = [];
	const times: number[] = [];
	let inFlight = 0;
	let most = 0;
	const client = new ServiceClient(
		async (request) => {
			requests.push(request);
			times.push(Date.now());
			inFlight += 1;
			most = Math.max(most, inFlight);
			try {
				return await handler(request, requests.length);
			} finally {
				inFlight -= 1;
			}
		},
		{
			...DEFAULT_SETTINGS,
			arrayFormat: 'repeat',
			baseUrl,
			secrets: new Set([settings.accessToken ?? []].flat()),
			...settings,
		},
	);
	return { client, requests, times, mostInFlight: () => most };
}

export function json(
	body: unknown,
	status = 200,
	headers: Record<string, unknown> = {},
): ServiceAnswer {
	return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}

/** What n8n's helper throws when a connection breaks: the code on a cause, the token in the request. */
export function broken(code: string): Error {
	const cause = Object.assign(new Error(`${code} at the socket`), {
		code,
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
