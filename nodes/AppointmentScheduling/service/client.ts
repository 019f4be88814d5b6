import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { waitUntil } from '../concurrency/wait';
import { lostConnection } from './connection';
import { CanceledError, isPassing, ServiceError } from './errors';
import {
	exchange,
	type Account,
	type Clocks,
	type ServiceRequest,
	type Transport,
} from './exchange';
import { limiterOf, type Limiter } from './limiter';
import { loadIn } from './quota';
import { refusal } from './refusal';
import { MINUTE_MS, wallClock } from './values/dates';
import { digestOf } from './values/digest';

interface Limits {
	/** How often a request is sent at most. One that the quota refuses has not been sent. */
	tries: number;
	/** ms for a response. */
	timeout: number;
	/** A person or a delivery waits, so the last tenth of the quota may be used. */
	isUrgent: boolean;
	/** A request is not sent if the service takes none of the account for longer, in ms. */
	longestWait: number;
	/** Ends everything: the execution was canceled, or the time for all requests is over. */
	signal?: AbortSignal;
}

const LIMITS: Limits = {
	tries: 4,
	timeout: 30_000,
	isUrgent: false,
	// Nobody waits for a quota by the hour.
	longestWait: 2 * MINUTE_MS,
};
/** So often one request is refused at most while others are served. */
const MOST_REFUSALS = 20;
const FIRST_BACKOFF_MS = 500;

/**
 * Sends requests to one account, as fast as it allows. Whatever asks it may throw a ServiceError or a
 * CanceledError.
 */
export class Client {
	/** A digest, so that neither address nor token is stored. */
	readonly accountId: string;
	private readonly limits: Limits;
	private readonly limiter: Limiter;

	constructor(
		private readonly transport: Transport,
		readonly account: Account,
		limits: Partial<Limits> = {},
		private readonly clocks: Clocks = { ahead: 0, sentAt: 0 },
	) {
		this.limits = { ...LIMITS, ...limits };
		this.accountId = digestOf(account.baseUrl, account.token);
		this.limiter = limiterOf(this.accountId);
	}

	/** The same account with other limits. @param budget for all requests, in ms from now */
	with(limits: Partial<Limits>, budget?: number): Client {
		const ends = [this.limits.signal, limits.signal, budget && AbortSignal.timeout(budget)];
		const signal = AbortSignal.any(ends.filter((one) => one instanceof AbortSignal));
		const all = { ...this.limits, ...limits, signal };
		return new Client(this.transport, this.account, all, this.clocks);
	}

	get zone(): string | undefined {
		return this.account.zone;
	}

	/** On the clock of the service, in ms since the epoch. Known from the first response on. */
	get now(): number {
		return Date.now() + this.clocks.ahead;
	}

	/** When the newest change was sent, on the clock of the service. */
	get changedAt(): number {
		return this.clocks.sentAt + this.clocks.ahead;
	}

	/** Reads, and tries again while the failure may pass. */
	async read(path: string, search?: string): Promise<unknown> {
		return await this.repeated({ method: 'GET', path, search }, isPassing);
	}

	/**
	 * Sends until there is a response, or a failure that does not pass. A 429 uses up no try: the
	 * limiter waits, then it is the turn of this request again.
	 * @param isAgain whether to send it again after this failure
	 */
	async repeated(
		request: ServiceRequest,
		isAgain: (failure: ServiceError) => boolean,
	): Promise<unknown> {
		const { tries, longestWait } = this.limits;
		let refusals = 0;
		for (let used = 1; ;) {
			const outcome = await this.send(request, used + refusals > 1);
			if (!(outcome instanceof ServiceError)) return outcome.body;
			const { status, retryAfter = 0 } = outcome.details;
			if (status === 429 && tries > 1) {
				refusals += 1;
				const isHopeless = this.limiter.refusedFor > longestWait || refusals > MOST_REFUSALS;
				if (isHopeless || this.limiter.wait(true) > longestWait) throw this.usedUp(outcome);
				continue;
			}
			if (used >= tries || retryAfter > longestWait || !isAgain(outcome)) throw outcome;
			await this.wait(Math.max(retryAfter, FIRST_BACKOFF_MS * 2 ** used));
			used += 1;
		}
	}

	/** @throws ServiceError if the time is over, CanceledError */
	async wait(ms: number): Promise<void> {
		const { signal } = this.limits;
		await waitUntil(() => signal?.aborted === true, ms);
		this.throwIfCanceled();
		if (signal?.aborted) {
			throw new ServiceError('There was no time left for the requests', 'Try again later');
		}
	}

	private throwIfCanceled(): void {
		const { signal } = this.limits;
		if (signal?.aborted && (signal.reason as Error).name !== 'TimeoutError') {
			throw new CanceledError();
		}
	}

	/** @throws CanceledError, or ServiceError if it was not sent */
	private async send(
		request: ServiceRequest,
		isAgain: boolean,
	): Promise<IN8nHttpFullResponse | ServiceError> {
		const { isUrgent, signal, longestWait } = this.limits;
		try {
			const response = await this.limiter.pass(
				async () => await exchange(this.transport, this.account, request, this.limits, this.clocks),
				({ statusCode, headers }) => loadIn(statusCode, headers, Date.now()),
				{ isUrgent, isAgain, longestWait, isOver: () => signal?.aborted === true },
			);
			const { token, secrets = [] } = this.account;
			if (response) return refusal(response, request, [token, ...secrets]) ?? response;
		} catch (error) {
			this.throwIfCanceled();
			return lostConnection(error, request.method !== 'GET');
		}
		await this.wait(0);
		throw this.usedUp();
	}

	/** Says when to try again. The service may have asked for a longer wait than the limiter keeps. */
	private usedUp(
		failure = new ServiceError('The quota of requests is used up', 'Try again later', {
			status: 429,
		}),
	): ServiceError {
		const wait = this.limiter.wait(this.limits.isUrgent);
		if (!Number.isFinite(wait)) return failure;
		const zone = this.zone ?? 'UTC';
		const at = wallClock(Date.now() + wait, zone)
			.slice(0, 16)
			.replace('T', ' ');
		return failure.advise(`Try again at ${at} (${zone})`, { retryAfter: wait });
	}
}
