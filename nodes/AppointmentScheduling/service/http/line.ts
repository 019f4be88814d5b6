import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { ServiceError } from '../core/errors';
import { readable, redirected, slashAfter, type ServiceAnswer } from './response';
import { refusal } from './refusal';
import { requestedWait } from './retry';
import type { ServiceSettings } from './settings';
import { within } from './wait';

export interface ServiceRequest {
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	/** From apiPath, with a slash at its end. */
	path: string;
	search?: string;
	body?: IDataObject;
}

/** Returns every response as it is, whatever its status. */
export type Transport = (options: IHttpRequestOptions) => Promise<ServiceAnswer>;

/** When the time for all requests of a run is over. */
const OUT_OF_TIME = [
	'There was no time left to send the request',
	'The service responds slowly at the moment. Try again later',
	{ code: 'ETIMEDOUT' },
] as const;

/** Sends single requests, and keeps what their responses have in common. */
export class Line {
	/** Whether the service has responded as expected. */
	hasWorked = false;
	/** How the service writes the end of its paths, from the first redirect on. */
	private slash: '' | '/' = '/';

	/** @param deadline when the budget ends, on the clock of `performance.now` */
	constructor(
		private readonly transport: Transport,
		private readonly settings: ServiceSettings,
		readonly deadline: number,
	) {}

	/** @throws what the transport throws, or ServiceError */
	async exchange(request: ServiceRequest, timeout: number): Promise<ServiceAnswer | ServiceError> {
		const { secrets } = this.settings;
		const { method, path } = request;
		const end = Math.min(performance.now() + timeout, this.deadline);
		const url = this.urlOf(request);
		let answer = await this.answerTo(request, url, end);
		const slash = slashAfter(url, answer, method);
		if (slash !== undefined) {
			this.slash = slash;
			answer = await this.answerTo(request, this.urlOf(request), end);
		}
		const { status, headers, body } = answer;
		if (status >= 400) {
			return refusal(status, body, { secrets, retryAfter: requestedWait(status, headers), path });
		}
		if (status >= 300) return redirected(this.urlOf(request), answer, secrets);
		const read = readable(method, answer, this.hasWorked);
		this.hasWorked ||= !(read instanceof ServiceError);
		return read;
	}

	private urlOf({ path, search }: ServiceRequest): string {
		const query = search ? `?${search}` : '';
		return `${this.settings.baseUrl}${path.slice(0, -1)}${this.slash}${query}`;
	}

	/** n8n's own timeout only ends a connection on which nothing arrives. */
	private async answerTo(
		{ method, body }: ServiceRequest,
		url: string,
		end: number,
	): Promise<ServiceAnswer> {
		const timeout = Math.floor(end - performance.now());
		if (timeout < 1) throw new ServiceError(...OUT_OF_TIME);
		const abort = new AbortController();
		const { signal } = this.settings;
		const responding = this.transport({
			method,
			url,
			...(body && { body, headers: { 'Content-Type': 'application/json' } }),
			json: true,
			// It could lead to another host, with the token.
			disableFollowRedirect: true,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			timeout,
			abortSignal: AbortSignal.any(signal ? [abort.signal, signal] : [abort.signal]),
		});
		const answer = await within(responding, timeout);
		if (answer) return answer;
		abort.abort();
		throw Object.assign(new Error('The response took too long'), { code: 'ETIMEDOUT' });
	}
}
