import { sleep } from 'n8n-workflow';

import { registry } from '../concurrency/registry';
import { Quota, type Load } from './quota';
import { FOREVER, NEVER } from './values/dates';
import { Window } from './window';

/** The time, so that a test can have its own. */
export interface Clock {
	/** In ms. */
	now(): number;
	sleep(ms: number): Promise<void>;
}

/** For whom a request is sent. */
export interface Wish {
	/** A person or a delivery waits for it, so it may use the last tenth of the quota. */
	isUrgent?: boolean;
	/** It was sent before, and goes before those that were not: so a service that is down is soon known. */
	isAgain?: boolean;
	/** It is not sent if the quota takes none for longer than this, in ms. Responses on their way are waited for. */
	longestWait?: number;
	/** Whether nobody waits for it any more. */
	isOver?(): boolean;
}

interface Waiting extends Wish {
	/** False if the wait is too long, or nobody waits for it. */
	begin(isIts: boolean): void;
}

/** After a refusal that does not say how long. It doubles with each one in a row. */
const REFUSED_MS = 500;
const LONGEST_REFUSED_MS = 30_000;
const TICK_MS = 500;
/** If the request that asks for the quota has no response after this, the next one asks as well. */
const PATIENCE_MS = 5_000;
const LOST: Load = { isOverloaded: true };

/**
 * Lets requests of one account pass, in order, whichever node sends them. Two numbers bound those in
 * flight: what is left of the quota, and a window that grows while the service copes.
 */
export class Limiter {
	private readonly quota = new Quota();
	private readonly window = new Window();
	private readonly waiting: Waiting[] = [];
	private inFlight = 0;
	/** When the newest request was sent. */
	private begunAt = NEVER;
	private closedUntil = NEVER;
	/** In a row, since when, and when the newest one came. What was sent before it says nothing. */
	private refusals = { count: 0, since: FOREVER, at: NEVER };
	private isTicking = false;

	constructor(private readonly clock: Clock) {}

	/** Since when the service has refused everything, in ms. 0 if it has not. */
	get refusedFor(): number {
		return Math.max(this.clock.now() - this.refusals.since, 0);
	}

	/**
	 * Sends a request when its turn comes.
	 * @param send throws if there is no response
	 * @returns undefined if it was not sent
	 */
	async pass<T>(
		send: () => Promise<T>,
		loadIn: (response: T) => Load,
		wish: Wish = {},
	): Promise<T | undefined> {
		const isIts = await new Promise<boolean>((begin) => {
			this.waiting[wish.isAgain ? 'unshift' : 'push']({ ...wish, begin });
			this.startNext();
		});
		if (!isIts) return undefined;
		const sentAt = this.clock.now();
		let load = LOST;
		try {
			const response = await send();
			load = loadIn(response);
			return response;
		} finally {
			this.learn(load, sentAt);
			this.startNext();
		}
	}

	/** ms until a request may be sent; `FOREVER` if only the next response tells. */
	wait(isUrgent = false): number {
		const now = this.clock.now();
		if (now < this.closedUntil) return this.closedUntil - now;
		const left = this.quota.most(isUrgent, now);
		if (left <= 0) return this.quota.resetAt - now;
		const isOverdue = this.quota.isAsking && now - this.begunAt >= PATIENCE_MS;
		const most = Math.min(isOverdue ? this.inFlight + 1 : left, this.window.size);
		return this.inFlight < most ? 0 : FOREVER;
	}

	private learn(load: Load, sentAt: number): void {
		const now = this.clock.now();
		if (load.isOverloaded) this.window.halve(sentAt, now);
		else this.window.grow(this.inFlight, now);
		this.inFlight -= 1;
		if (load.isRefused) this.close(load.retryIn, now);
		else if (!load.isOverloaded && sentAt > this.refusals.at) {
			this.refusals = { count: 0, since: FOREVER, at: NEVER };
			this.quota.learn(load, now);
		}
	}

	/** After a refusal. One request asks when the wait is over. */
	private close(retryIn: number | undefined, now: number): void {
		const { count, since } = this.refusals;
		const pause = retryIn ?? Math.min(REFUSED_MS * 2 ** count, LONGEST_REFUSED_MS);
		const isNext = now >= this.closedUntil;
		this.refusals = { count: isNext ? count + 1 : count, since: Math.min(since, now), at: now };
		this.closedUntil = Math.max(this.closedUntil, now + pause);
		this.quota.ask();
	}

	/** Urgent ones first. */
	private get next(): Waiting | undefined {
		return this.waiting.find(({ isUrgent }) => isUrgent) ?? this.waiting[0];
	}

	private startNext(): void {
		for (const one of this.waiting.filter((each) => this.isDropped(each))) this.settle(one, false);
		for (;;) {
			const { next } = this;
			if (!next || this.wait(next.isUrgent) > 0) break;
			this.inFlight += 1;
			this.begunAt = this.clock.now();
			this.settle(next, true);
		}
		if (!this.isTicking) void this.tick();
	}

	/** It would wait too long, or nobody waits for it. */
	private isDropped({ isUrgent, longestWait = FOREVER, isOver }: Waiting): boolean {
		const wait = this.wait(isUrgent);
		return (wait < FOREVER && wait > longestWait) || isOver?.() === true;
	}

	private settle(one: Waiting, isIts: boolean): void {
		this.waiting.splice(this.waiting.indexOf(one), 1);
		one.begin(isIts);
	}

	/** In short steps, because a canceled execution must end soon. */
	private async tick(): Promise<void> {
		this.isTicking = true;
		while (this.next) {
			await this.clock.sleep(Math.min(this.wait(this.next.isUrgent), TICK_MS));
			this.startNext();
		}
		this.isTicking = false;
	}
}

const MOST_ACCOUNTS = 300;
const CLOCK: Clock = { now: () => performance.now(), sleep };

/** One for each account in this process. */
export const limiterOf = registry(() => new Limiter(CLOCK), MOST_ACCOUNTS);
