import type { IDataObject, IHttpRequestMethods, IHttpRequestOptions } from 'n8n-workflow';

import { queryString, type ArrayFormat, type QueryValue } from '../values/addresses';
import { backoffDelay, LONGEST_RETRY_AFTER_MS, retryAfterDelay } from './backoff';
import { CanceledError, ServiceError } from '../errors';
import { refusal, withoutSecret } from './refusal';
import { ConcurrencyLimiter, type Outcome } from './limiter';
import { brokenConnection } from './network';
import { isOverload, mayRetry } from './retry';
import { wait } from './wait';

export interface ServiceAnswer {
	status: number;
	headers: Record<string, unknown>;
	body: unknown;
}

/** Sends one authenticated request and gives back every answer as it is, whatever its status. */
export type Transport = (options: IHttpRequestOptions) => Promise<ServiceAnswer>;

export interface ServiceSettings {
	/** From validBaseUrl: without trailing slash. */
	baseUrl: string;
	/** Kept out of every message. */
	accessToken?: string;
	arrayFormat: ArrayFormat;
	/** The time zone of the account, as the credential holds it: not checked yet. */
	timezone?: unknown;
	/** Requests in flight at most. */
	concurrency: number;
	/** ms between the starts of two requests. */
	requestInterval: number;
	/** How often a request that failed temporarily is sent again. */
	maxRetries: number;
	/** ms until an unanswered request counts as failed. */
	timeout: number;
	/**
	 * ms for all requests and waits of this client, from its creation; unlimited if undefined. A
	 * wait that does not fit is not begun: the failure that asks for it is thrown at once.
	 */
	budgetMs?: number;
	signal?: AbortSignal;
}

export const DEFAULT_SETTINGS = {
	concurrency: 16,
	requestInterval: 0,
	maxRetries: 4,
	timeout: 30_000,
} as const;

export interface ServiceRequest {
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	/** From apiPath. */
	path: string;
	query?: Record<string, QueryValue>;
	/** A query string that the service itself gave, in a link to the next page; used instead of `query`. */
	search?: string;
	body?: IDataObject;
}

const MOST_REDIRECTS = 5;

/** The one place that talks HTTP to the service: address, bound, time-out, retry, and what an answer means. */
export class ServiceClient {
	private readonly limiter: ConcurrencyLimiter;
	/** When the budget ends, on a clock that nobody sets. */
	private readonly end: number;

	constructor(
		private readonly transport: Transport,
		readonly settings: ServiceSettings,
	) {
		this.limiter = new ConcurrencyLimiter(
			settings.concurrency,
			settings.requestInterval,
			settings.signal,
		);
		this.end = performance.now() + (settings.budgetMs ?? Infinity);
	}

	/**
	 * Sends a request, again where that is safe, and returns the answer of a 2xx.
	 * POST is never repeated here: only its caller can look whether the first one took.
	 * @throws ServiceError, CanceledError
	 */
	async request(request: ServiceRequest): Promise<ServiceAnswer> {
		let repeated = false;
		const servedBefore = this.limiter.served;
		for (let attempt = 0; ; attempt += 1) {
			const outcome = await this.attempt(request);
			if (!(outcome instanceof ServiceError) && outcome.status < 300) {
				return { ...outcome, body: readable(request, outcome) };
			}
			const failure =
				outcome instanceof ServiceError ? outcome : this.refusalIn(outcome, request.path);
			const last = withDoubt(
				request,
				repeated && !failure.uncertain ? asRepeated(failure) : failure,
			);
			if (attempt >= this.mostRetries(servedBefore) || !mayRetry(request.method, failure)) {
				throw last;
			}
			repeated ||= failure.uncertain;
			await this.backOff(last, attempt);
		}
	}

	/** Waits before a retry. @throws the failure itself if the budget ends before the wait does */
	async backOff(failure: ServiceError, attempt: number): Promise<void> {
		const ms = Math.min(failure.retryAfter ?? backoffDelay(attempt), LONGEST_RETRY_AFTER_MS);
		if (ms >= this.timeLeft) throw failure;
		await wait(ms, this.settings.signal);
	}

	private get timeLeft(): number {
		return this.end - performance.now();
	}

	/** Where the service answers others meanwhile, failures are chance, and a few in a row no reason to give up. */
	private mostRetries(servedBefore: number): number {
		const { maxRetries } = this.settings;
		return this.limiter.served > servedBefore ? 2 * maxRetries : maxRetries;
	}

	private refusalIn({ status, body, headers }: ServiceAnswer, path: string): ServiceError {
		const retryAfter = retryAfterDelay(headers['retry-after']);
		return refusal(status, body, { secret: this.settings.accessToken, retryAfter, path });
	}

	private async attempt(request: ServiceRequest): Promise<ServiceAnswer | ServiceError> {
		const send = async () =>
			await this.follow(request, this.addressOf(request)).catch((error: unknown) => {
				if (this.settings.signal?.aborted) throw new CanceledError();
				return error instanceof ServiceError
					? withoutSecret(error, this.settings.accessToken)
					: brokenConnection(error);
			});
		return await this.limiter.pass(send, outcomeOf);
	}

	private addressOf({ path, query, search }: ServiceRequest): string {
		const text = search ?? queryString(query ?? {}, this.settings.arrayFormat);
		return `${this.settings.baseUrl}${path}${text ? `?${text}` : ''}`;
	}

	/** Redirects are followed here, so that only a read follows them and the token stays on its origin. */
	private async follow({ method, body }: ServiceRequest, address: string): Promise<ServiceAnswer> {
		let url = address;
		for (let hop = 0; ; hop += 1) {
			if (this.timeLeft < 1) throw outOfTime();
			const answer = await this.transport(this.optionsFor(method, url, body));
			if (answer.status < 300 || answer.status > 399) return answer;
			const location = String(answer.headers.location ?? '');
			const isAddress = location !== '' && URL.canParse(location, url);
			const target = isAddress ? new URL(location, url) : undefined;
			const sameOrigin = target?.origin === new URL(url).origin;
			if (method !== 'GET' || !target || !sameOrigin || hop >= MOST_REDIRECTS) {
				throw redirected(answer.status, target);
			}
			url = target.href;
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
	return outcome.status >= 500 ? 'broken' : 'served';
};

/** The last answer says no, but an earlier try may have done it: callers can tell from `uncertain`. */
const asRepeated = ({ message, remedy, status, code, retryAfter }: ServiceError) =>
	new ServiceError(message, remedy, { status, code, retryAfter, uncertain: true });

/** Tells the user of a doubt, which there is about changes alone. */
function withDoubt({ method }: ServiceRequest, failure: ServiceError): ServiceError {
	if (method === 'GET' || !failure.uncertain) return failure;
	return new ServiceError(
		failure.message,
		`The change may have been made all the same: look before you repeat it. ${failure.remedy}`,
		failure,
	);
}

const outOfTime = () =>
	new ServiceError(
		'There was no time left to send this request',
		'The service responds slowly at the moment. Try again later',
		{ code: 'ETIMEDOUT' },
	);

function redirected(status: number, target: URL | undefined): ServiceError {
	return new ServiceError(
		`The service redirects to ${target ? target.origin + target.pathname : 'another address'}, which is not followed`,
		"Enter the address that the service responds at as 'Base URL' in the credential",
		{ status },
	);
}

/** The document says that bodies are JSON: a page of HTML with status 200 is no answer of the service. */
function readable(request: ServiceRequest, { status, headers, body }: ServiceAnswer): unknown {
	const blank = typeof body === 'string' && body.trim() === '';
	const empty = blank || body === null || body === undefined;
	const isWrite = request.method !== 'GET';
	if (empty && isWrite) return undefined;
	if (!empty && typeof body !== 'string') return body;
	if (isWrite && isJsonText(body, headers)) return body;
	const failure = new ServiceError(
		empty
			? `The service answered ${status} with nothing`
			: `The service answered ${status}, but not with JSON`,
		"Check 'Base URL' in the credential: a website, a proxy or a sign-in page may be responding there",
		{ status, uncertain: isWrite },
	);
	throw withDoubt(request, failure);
}

/** A text that was JSON; what was cut off, or a web page, comes as text as well. */
const isJsonText = (body: unknown, headers: ServiceAnswer['headers']): boolean =>
	/json/i.test(String(headers['content-type'])) && !/^\s*[<{["]/.test(String(body));
