import { CanceledError, ServiceError } from '../core/errors';
import { FOREVER } from '../values/dates';
import { ChangeGate } from './changeGate';
import { Concurrency } from './concurrency';
import { RequestLimiter } from './limiter';
import { Line, type ServiceRequest, type Transport } from './line';
import { brokenConnection } from './network';
import type { ServiceAnswer } from './response';
import {
	afterTries,
	backoffDelay,
	isRateLimit,
	isTemporary,
	LONGEST_RETRY_AFTER_MS,
} from './retry';
import type { ServiceSettings } from './settings';
import { wait } from './wait';

const READS = { first: 16, most: 64 };
const CHANGES = { first: 8, most: 16 };
const LONGEST_CHECK_MS = 10_000;

/** What a client has in common with those that check its changes. */
interface Run {
	readonly line: Line;
	readonly limiter: RequestLimiter;
	readonly changes: ChangeGate;
}

export class ServiceClient {
	/** The most requests at a time. */
	readonly width: number;
	readonly run: Run;
	/** Of the oldest response since it was set to 0, in ms: some are kept on the way. */
	age = 0;
	/** Nothing is sent until then: the pause is too long to wait for, or the run has ended. */
	private closed?: { until: number; failure: ServiceError };

	constructor(
		private readonly transport: Transport,
		readonly settings: ServiceSettings,
		run?: Run,
	) {
		const { concurrency, isChange, requestInterval, budgetMs = FOREVER, signal } = settings;
		const { first, most } = isChange ? CHANGES : READS;
		this.width = concurrency ?? most;
		const pause = async (ms: number) => await wait(Math.min(ms, this.timeLeft), signal);
		const limit = new Concurrency(concurrency ?? first, this.width);
		this.run = run ?? {
			line: new Line(transport, settings, performance.now() + budgetMs),
			limiter: new RequestLimiter(limit, requestInterval, pause),
			changes: new ChangeGate(),
		};
	}

	/** Only reads; `makeChange` makes changes. @throws ServiceError, CanceledError */
	async request(request: ServiceRequest & { method: 'GET' }): Promise<ServiceAnswer> {
		const outcome = await this.withRetries(async () => await this.send(request));
		if (outcome instanceof ServiceError) throw outcome;
		const age = Number(outcome.headers.age) || 0;
		this.age = Math.max(this.age, 1000 * age);
		if (!this.settings.isCheck || age <= 0) return outcome;
		throw new ServiceError('The response was kept on the way', 'Try again later');
	}

	/**
	 * Sends again after a failure that passes; a change only if the failure proves that nothing was
	 * done. A rate limit uses up no retry while the service handles other requests: it is only this
	 * request's turn that comes later.
	 */
	async withRetries<T>(send: () => Promise<T | ServiceError>) {
		let used = 0;
		let former: ServiceError | undefined;
		for (let count = 1; ; count += 1) {
			const outcome = await send();
			if (former && outcome === this.closure) return afterTries(former, count - 1);
			if (!(outcome instanceof ServiceError)) return outcome;
			const isQueued = isRateLimit(outcome) && this.run.limiter.isServed;
			const mayRetry = isQueued || used < this.mostRetries(outcome);
			const delay = outcome.retryAfter ?? backoffDelay(isQueued ? 1 : used);
			if (!mayRetry || !(await this.pause(delay))) return afterTries(outcome, count);
			if (!isQueued) used += 1;
			former = outcome;
		}
	}

	private mostRetries(failure: ServiceError): number {
		const { maxRetries } = this.settings;
		// Without any success, the address may be wrong.
		if (failure.isUnreadable) return this.run.line.hasWorked ? maxRetries : Math.min(1, maxRetries);
		return isTemporary(failure) ? maxRetries : 0;
	}

	/** Waits, or returns false if that takes too long. @throws CanceledError */
	async pause(ms: number): Promise<boolean> {
		if (ms >= this.timeLeft || ms > LONGEST_RETRY_AFTER_MS) return false;
		await wait(ms, this.settings.signal);
		return true;
	}

	/** Sends nothing more, apart from what `forChecks` sends. Responses are still awaited. */
	end(reason: string, advice: string): void {
		this.closed = { until: FOREVER, failure: new ServiceError(reason, advice) };
	}

	/** Why nothing is sent now. */
	get closure(): ServiceError | undefined {
		const { closed } = this;
		return closed && performance.now() < closed.until ? closed.failure : undefined;
	}

	/** To check whether a change was made: without retries, also after the run has ended. */
	forChecks(): ServiceClient {
		const timeout = Math.min(this.settings.timeout, LONGEST_CHECK_MS);
		const settings = { ...this.settings, maxRetries: 0, timeout, isCheck: true };
		return new ServiceClient(this.transport, settings, this.run);
	}

	/**
	 * Sends a request once. Returns a response of 2xx or what went wrong.
	 * @throws CanceledError
	 */
	async send(request: ServiceRequest): Promise<ServiceAnswer | ServiceError> {
		return await this.run.limiter.pass(async () => this.closure ?? (await this.sendNow(request)));
	}

	/** Within `limiter.pass`. */
	async sendNow(request: ServiceRequest): Promise<ServiceAnswer | ServiceError> {
		const { settings } = this;
		const { line, limiter } = this.run;
		const exchange = async () =>
			await line.exchange(request, settings.timeout).catch((error: unknown) => {
				if (settings.signal?.aborted) throw new CanceledError();
				return error instanceof ServiceError ? error : brokenConnection(error);
			});
		// While a service is down, failing checks must not make each other wait.
		const outcome = settings.isCheck ? await exchange() : await limiter.measure(exchange);
		if (outcome instanceof ServiceError) this.closeForQuota(outcome);
		return outcome;
	}

	/** If the service asks for a longer pause than a run can wait. */
	private closeForQuota(failure: ServiceError): void {
		const { retryAfter = 0, status, advice } = failure;
		const isQuota = isRateLimit(failure) || status === 503;
		if (!isQuota || retryAfter <= LONGEST_RETRY_AFTER_MS) return;
		const unsent = failure.advise(`This was not sent. ${advice}`, { uncertain: false });
		this.closed = { until: performance.now() + retryAfter, failure: unsent };
	}

	/** In ms. */
	get timeLeft(): number {
		return this.run.line.deadline - performance.now();
	}
}
