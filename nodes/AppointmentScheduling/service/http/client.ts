import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { CanceledError, ServiceError } from '../core/errors';
import type { ServiceSettings } from './settings';
import { refusal } from './refusal';
import { ConcurrencyLimiter } from './limiter';
import { brokenConnection, outOfTime } from './network';
import { locationIn, readable, redirected, slashAfter, type ServiceAnswer } from './response';
import {
	afterTries,
	backoffDelay,
	isTemporary,
	LONGEST_RETRY_AFTER_MS,
	requestedWait,
} from './retry';
import { wait, within } from './wait';
import { FOREVER } from '../values/dates';

const FIRST_LIMIT = 16;
const MOST_READS = 64;
const MOST_CHANGES = 16;
const LONGEST_CHECK_MS = 10_000;

export interface ServiceRequest {
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	/** From apiPath, with a slash at its end. */
	path: string;
	search?: string;
	body?: IDataObject;
}

export class ServiceClient {
	/** The most requests at a time. */
	readonly width: number;
	private readonly limiter: ConcurrencyLimiter;
	/** When the budget ends, on the clock of `performance.now`. */
	private readonly deadline: number;
	/** Nothing is sent until then: the pause is too long to wait for, or the run has ended. */
	private closed?: { until: number; failure: ServiceError };
	/** Changes whose outcome is being checked. While there is one, no other change is sent. */
	private readonly unclear = new Set<Promise<unknown>>();
	/** How many changes in a row have stayed unclear. */
	unclearInARow = 0;
	/** How the service writes the end of its paths, from the first redirect on. */
	private slash: '' | '/' = '/';
	/** The service's clock minus that of this process, as of its latest response. */
	skewMs: number | undefined;
	/** For how long its latest response was kept on the way. */
	ageMs = 0;

	/** @param transport returns every response as it is, whatever its status */
	constructor(
		private readonly transport: (options: IHttpRequestOptions) => Promise<ServiceAnswer>,
		readonly settings: ServiceSettings,
	) {
		const { concurrency, isChange, requestInterval, signal } = settings;
		this.width = concurrency ?? (isChange ? MOST_CHANGES : MOST_READS);
		this.deadline = performance.now() + (settings.budgetMs ?? FOREVER);
		const pause = async (ms: number) => await wait(Math.min(ms, this.timeLeft), signal);
		const first = concurrency ?? FIRST_LIMIT;
		this.limiter = new ConcurrencyLimiter(first, this.width, requestInterval, pause);
	}

	/** Only reads; `makeChange` makes changes. @throws ServiceError, CanceledError */
	async request(request: ServiceRequest & { method: 'GET' }): Promise<ServiceAnswer> {
		const outcome = await this.withRetries(async () => await this.send(request), true);
		if (outcome instanceof ServiceError) throw outcome;
		return outcome;
	}

	/**
	 * Sends again after a failure that passes; a change only if the failure proves that nothing was
	 * done. A 429 that names a wait uses up no retry while the service handles other requests: it is
	 * only this request's turn that comes later.
	 */
	async withRetries<T>(send: () => Promise<T | ServiceError>, isRead = false) {
		let used = 0;
		for (let count = 1; ; count += 1) {
			const outcome = await send();
			if (!(outcome instanceof ServiceError) || (outcome.uncertain && !isRead)) return outcome;
			const { status, retryAfter } = outcome;
			const isQueued = status === 429 && retryAfter !== undefined && this.limiter.isServed;
			const mayRetry = isTemporary(outcome) && (isQueued || used < this.settings.maxRetries);
			if (!mayRetry || !(await this.pause(retryAfter ?? backoffDelay(used)))) {
				return afterTries(outcome, count);
			}
			if (!isQueued) used += 1;
		}
	}

	/** Waits, or returns false if that takes too long. @throws CanceledError */
	async pause(ms: number): Promise<boolean> {
		if (ms >= this.timeLeft || ms > LONGEST_RETRY_AFTER_MS) return false;
		await wait(ms, this.settings.signal);
		return true;
	}

	/** Sends nothing more, apart from what `forChecks` sends. Responses are still awaited. */
	end(reason: string, advice: string): void {
		const failure = new ServiceError(reason, advice, { isUnsent: true });
		this.closed = { until: FOREVER, failure };
	}

	/** The same client, to check whether a change was made: each request is sent once. */
	forChecks(): ServiceClient {
		const timeout = Math.min(this.settings.timeout, LONGEST_CHECK_MS);
		const settings = { ...this.settings, maxRetries: 0, timeout };
		return Object.create(this, {
			settings: { value: settings },
			closed: { value: undefined, writable: true },
		}) as ServiceClient;
	}

	/** Sends a request once. Returns a response of 2xx or what went wrong. @throws CanceledError */
	async send(request: ServiceRequest): Promise<ServiceAnswer | ServiceError> {
		return await this.limiter.pass(async () => await this.attempt(request));
	}

	/**
	 * The same for a change, once no other change is unclear at the moment of sending.
	 * @param judge called before anything else is sent
	 */
	async sendInTurn<T extends object>(
		request: ServiceRequest,
		judge: (outcome: ServiceAnswer | ServiceError) => T,
	): Promise<T> {
		for (;;) {
			await Promise.allSettled(this.unclear);
			const sent = await this.limiter.pass(async () => {
				if (this.unclear.size > 0) return undefined;
				return judge(await this.attempt(request));
			});
			if (sent !== undefined) return sent;
		}
	}

	/** No other change is sent until then. */
	async holdUp<T>(clarifying: Promise<T>): Promise<T> {
		this.unclear.add(clarifying);
		return await clarifying.finally(() => this.unclear.delete(clarifying));
	}

	private async attempt(request: ServiceRequest): Promise<ServiceAnswer | ServiceError> {
		return await this.limiter.measure(
			async () => await this.exchange(request).catch((error: unknown) => this.failureIn(error)),
		);
	}

	private get timeLeft(): number {
		return this.deadline - performance.now();
	}

	private failureIn(error: unknown): ServiceError {
		if (this.settings.signal?.aborted) throw new CanceledError();
		return error instanceof ServiceError ? error : brokenConnection(error);
	}

	private async exchange(request: ServiceRequest): Promise<ServiceAnswer | ServiceError> {
		const { settings, closed } = this;
		const { secrets, timeout } = settings;
		if (closed && performance.now() < closed.until) throw closed.failure;
		const { method, path } = request;
		const end = Math.min(performance.now() + timeout, this.deadline);
		let url = this.urlOf(request);
		let answer = await this.answerTo(request, url, end);
		const slash = slashAfter(url, answer);
		this.slash = slash ?? this.slash;
		const target = slash === undefined ? locationIn(url, answer) : new URL(this.urlOf(request));
		// Never to another host with the token. A redirected change could get lost.
		const mayFollow = slash !== undefined || method === 'GET';
		if (mayFollow && target?.origin === new URL(url).origin) {
			url = target.href;
			answer = await this.answerTo(request, url, end);
		}
		const { status, headers, body } = answer;
		if (status < 300) return readable(method, answer);
		if (status < 400) return redirected(url, answer, secrets);
		const retryAfter = requestedWait(status, headers);
		const failure = refusal(status, body, { secrets, retryAfter, path });
		const isQuota = [429, 503].includes(status) && (method === 'GET' || !failure.uncertain);
		if (isQuota && retryAfter !== undefined && retryAfter > LONGEST_RETRY_AFTER_MS) {
			const unsent = failure.advise(failure.advice, { uncertain: false, isUnsent: true });
			this.closed = { until: performance.now() + retryAfter, failure: unsent };
		}
		return failure;
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
		if (timeout < 1) throw outOfTime();
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
		if (!answer) {
			abort.abort();
			throw Object.assign(new Error('The response took too long'), { code: 'ETIMEDOUT' });
		}
		const { date, age } = answer.headers;
		const servedAt = Date.parse(String(date));
		if (servedAt) this.skewMs = servedAt - Date.now();
		this.ageMs = (Number(age) || 0) * 1000;
		return answer;
	}
}
