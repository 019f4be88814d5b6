import type { IDataObject, IHttpRequestMethods, IHttpRequestOptions } from 'n8n-workflow';

import { queryString, type QueryValue } from '../values/addresses';
import { backoffDelay, LONGEST_RETRY_AFTER_MS, retryAfterDelay } from './backoff';
import { CanceledError, ServiceError } from '../errors';
import { refusal, withoutToken } from './refusal';
import { FIRST_LIMIT } from './adaptiveLimit';
import { ConcurrencyLimiter, type Outcome } from './limiter';
import { brokenConnection } from './network';
import { readable, redirectTarget, type ServiceAnswer } from './response';
import { isOverload, mayHaveWorked, mayRetry } from './retry';
import { DEFAULT_SETTINGS, type ServiceSettings } from './settings';
import { wait } from './wait';

export { DEFAULT_SETTINGS, type ServiceAnswer, type ServiceSettings };

/** Sends one authenticated request and returns every response as it is, whatever its status. */
export type Transport = (options: IHttpRequestOptions) => Promise<ServiceAnswer>;

/** What a check found out about a change. `isMade` is undefined if that is unknown. */
export interface Finding {
	isMade: boolean | undefined;
	body?: unknown;
}

export interface ServiceRequest {
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	/** From apiPath. */
	path: string;
	query?: Record<string, QueryValue>;
	/** Replaces `query`: the query string of the service's link to the next page. */
	search?: string;
	body?: IDataObject;
	/** Finds out whether a change was made if its response was lost or is not usable. */
	check?: (failure: ServiceError) => Promise<Finding>;
	/** A second request would do harm, such as another email: check before each retry. */
	checkBeforeRetry?: boolean;
}

/** Sends all requests to the service: address, concurrency, timeout, retries, and what a response means. */
export class ServiceClient {
	private readonly limiter: ConcurrencyLimiter;
	/** When the budget ends, in ms of a monotonic clock. */
	private readonly end: number;
	/** What the service's clock showed in its latest response, in ms since the epoch. */
	servedAt: number | undefined;

	constructor(
		private readonly transport: Transport,
		readonly settings: ServiceSettings,
	) {
		this.limiter = new ConcurrencyLimiter(
			settings.concurrency,
			settings.requestInterval,
			settings.signal,
			() => this.timeLeft,
		);
		this.end = performance.now() + (settings.budgetMs ?? Infinity);
	}

	/** How many tasks to run at a time if each sends a request, so that none waits long for its turn. */
	get width(): number {
		return Math.max(this.settings.concurrency ?? FIRST_LIMIT, this.limiter.limit);
	}

	/**
	 * Sends a request and retries it where that is safe. Returns a response of 2xx or, if the
	 * response to a change was not usable, what `check` found.
	 * @throws ServiceError, CanceledError
	 */
	async request(request: ServiceRequest): Promise<ServiceAnswer> {
		const servedBefore = this.limiter.served;
		let isUncertain = false;
		for (let attempt = 0; ; attempt += 1) {
			const outcome = await this.attempt(request);
			if (!(outcome instanceof ServiceError)) return outcome;
			isUncertain ||= outcome.uncertain && request.method !== 'GET';
			const failure = isUncertain ? asUncertain(outcome) : outcome;
			const retries =
				attempt < this.mostRetries(request, servedBefore) && mayRetry(request, outcome);
			const checksFirst = request.checkBeforeRetry && mayHaveWorked(failure);
			const isAnswered = (failure.status ?? Infinity) < 500;
			if (retries || checksFirst) await this.backOff(failure, attempt);
			if (checksFirst || (!retries && isUncertain && isAnswered)) {
				const found = await checked(request, failure);
				if (found) return found;
			}
			if (!retries) throw failure;
		}
	}

	/** Waits before a retry. @throws the failure itself if the budget ends before the wait does */
	private async backOff(failure: ServiceError, attempt: number): Promise<void> {
		const ms = Math.min(failure.retryAfter ?? backoffDelay(attempt), LONGEST_RETRY_AFTER_MS);
		if (ms >= this.timeLeft) throw failure;
		await wait(ms, this.settings.signal);
	}

	private get timeLeft(): number {
		return this.end - performance.now();
	}

	/** While other requests succeed, a few failures in a row are bad luck: keep retrying. */
	private mostRetries({ checkBeforeRetry }: ServiceRequest, servedBefore: number): number {
		const { maxRetries } = this.settings;
		return !checkBeforeRetry && this.limiter.served > servedBefore ? 2 * maxRetries : maxRetries;
	}

	private async attempt(request: ServiceRequest): Promise<ServiceAnswer | ServiceError> {
		const send = async () =>
			await this.exchange(request).catch((error: unknown) => this.failureIn(error));
		const outcome = await this.limiter.pass(send, outcomeOf, pauseOf);
		if (outcome instanceof ServiceError) return outcome;
		const { status, headers, body } = outcome;
		if (status < 300) return readable(request.method, outcome);
		return refusal(status, body, {
			token: this.settings.accessToken,
			retryAfter: retryAfterDelay(headers['retry-after']),
			path: request.path,
		});
	}

	private failureIn(error: unknown): ServiceError {
		const { accessToken, signal } = this.settings;
		if (signal?.aborted) throw new CanceledError();
		return error instanceof ServiceError
			? withoutToken(error, accessToken)
			: brokenConnection(error);
	}

	/** Follows redirects here, not in n8n: for reads only, and never to another host with the token. */
	private async exchange({
		method,
		path,
		query,
		search,
		body,
	}: ServiceRequest): Promise<ServiceAnswer> {
		const text = search ?? queryString(query ?? {}, this.settings.arrayFormat);
		let url = `${this.settings.baseUrl}${path}${text ? `?${text}` : ''}`;
		for (let hop = 0; ; hop += 1) {
			if (this.timeLeft < 1) throw outOfTime();
			const answer = await this.transport(this.optionsFor(method, url, body));
			this.servedAt = Date.parse(String(answer.headers.date)) || this.servedAt;
			if (answer.status < 300 || answer.status > 399) return answer;
			url = redirectTarget(method, url, answer, hop);
		}
	}

	private optionsFor(
		method: IHttpRequestMethods,
		url: string,
		body?: IDataObject,
	): IHttpRequestOptions {
		return {
			method,
			url,
			...(body && { body, headers: { 'Content-Type': 'application/json' } }),
			json: true,
			timeout: Math.floor(Math.min(this.settings.timeout, this.timeLeft)),
			disableFollowRedirect: true,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
		};
	}
}

const outcomeOf = (outcome: ServiceAnswer | ServiceError): Outcome => {
	if (outcome instanceof ServiceError) return 'broken';
	if (isOverload(outcome.status)) return 'overloaded';
	return outcome.status >= 500 || outcome.status === 408 ? 'broken' : 'served';
};

const pauseOf = (outcome: ServiceAnswer | ServiceError): number =>
	outcome instanceof ServiceError
		? 0
		: Math.min(retryAfterDelay(outcome.headers['retry-after']) ?? 0, LONGEST_RETRY_AFTER_MS);

/** The response that the check replaces. @throws the failure if the check does not find out */
async function checked(
	{ check }: ServiceRequest,
	failure: ServiceError,
): Promise<ServiceAnswer | undefined> {
	if (!check) return undefined;
	const { isMade, body } = await check(failure).catch((error: unknown) => {
		throw error instanceof ServiceError ? failure : error;
	});
	if (isMade === undefined) throw failure;
	return isMade ? { status: 200, headers: {}, body } : undefined;
}

/** After this response or an earlier one, it is unknown whether the service made the change. */
function asUncertain(failure: ServiceError): ServiceError {
	const remedy = `The change may have been made. Check before you repeat it. ${failure.remedy}`;
	return new ServiceError(failure.message, remedy, { ...failure, uncertain: true });
}

const outOfTime = () =>
	new ServiceError(
		'There was no time left to send the request',
		'The service responds slowly at the moment. Try again later',
		{ code: 'ETIMEDOUT' },
	);
