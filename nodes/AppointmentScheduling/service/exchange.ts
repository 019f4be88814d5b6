import type { IDataObject, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { within } from '../concurrency/wait';
import { requestUrl } from './addresses';

export interface ServiceRequest {
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	/** Below /api/v3/, with a slash at its end. */
	path: string;
	/** Without the question mark. */
	search?: string;
	body?: IDataObject;
}

/** Sends with the token of the credential. @throws what n8n throws if there is no response */
export type Transport = (options: IHttpRequestOptions) => Promise<IN8nHttpFullResponse>;

export interface Account {
	/** From `validBaseUrl`. */
	baseUrl: string;
	token: string;
	/** 'Service Timezone' as entered. Undefined or not valid: only what needs no zone works. */
	timezone?: unknown;
	/** In which times without an offset are read: `timezone`, if it is one. */
	zone?: string;
	/** Besides the token: they never stand in a message. */
	secrets?: string[];
}

/** What all requests to an account have found out about time. */
export interface Clocks {
	/** How far the clock of the service is ahead, in ms, to the second. */
	ahead: number;
	/** When the newest change was sent, in ms since the epoch. */
	sentAt: number;
}

/**
 * Sends one request. n8n's own timeout only ends a connection on which nothing arrives.
 * @param timeout ms for the whole response
 * @throws what n8n throws if there is no response, or the reason of the signal
 */
export async function exchange(
	transport: Transport,
	{ baseUrl }: Account,
	{ method, path, search, body }: ServiceRequest,
	{ timeout, signal }: { timeout: number; signal?: AbortSignal },
	clocks: Clocks,
): Promise<IN8nHttpFullResponse> {
	const end = AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]);
	if (method !== 'GET') clocks.sentAt = Date.now();
	const responding = transport({
		method,
		url: requestUrl(baseUrl, path, search),
		...(body && { body, headers: { 'Content-Type': 'application/json' } }),
		json: true,
		// It could lead to another host, with the token.
		disableFollowRedirect: true,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		timeout,
		abortSignal: end,
	});
	const response = await within(responding, end);
	const date = Date.parse(String(response.headers.date));
	if (!Number.isNaN(date)) clocks.ahead = date - Date.now();
	return response;
}
