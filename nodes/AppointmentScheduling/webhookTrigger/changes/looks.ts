import type { Appointment } from '../../service/appointment';
import { findAppointment } from '../../service/appointments';
import type { Client } from '../../service/client';
import { MINUTE_MS } from '../../service/values/dates';
import { waitUntil } from '../../service/wait';
import type { Book } from '../../watching/book';

/** The API may show a change later than it is delivered. */
const PAUSES_MS = [0, 10_000];
/**
 * The quota is small, and a list shows a hundred at once. Anyone can send keys: `idle` looks have shown
 * nothing new, half of them are for known ones alone. No stranger can make one show something new.
 */
const MOST_A_MINUTE = { all: 40, idle: 20, unknown: 10 };
const KINDS = ['all', 'idle', 'unknown'] as const;
export const LOOK_LIMITS = { tries: 1, timeout: 10_000, isUrgent: true, longestWait: 10_000 };
const BUDGET_MS = MINUTE_MS;

/** When it began, in ms of a monotonic clock. */
interface Look {
	at: number;
}

interface Looker {
	book: Book;
	connect(): Promise<Client>;
	/** @returns whether it is something new */
	compare(shown: Appointment, readAt: number): boolean;
	warn(problem: string, error: unknown): void;
	/** What was not seen needs a check. @param account that a credential has now: at once */
	checkSoon(account?: string): void;
	isOver(): boolean;
}

/** Looks at the appointments of deliveries: at once, and again if that has shown nothing new. */
export class Looks {
	/** By key, those under way, and whether they were delivered again meanwhile. */
	private readonly underWay = new Map<string, { isDelivered: boolean }>();
	/** Those of the last minute, of two requests at most. */
	private readonly recent = { all: [] as Look[], idle: [] as Look[], unknown: [] as Look[] };

	constructor(private readonly looker: Looker) {}

	/** A delivery says where to look. */
	hint(key: string): void {
		if (this.looker.isOver()) return;
		const look = this.underWay.get(key);
		if (look) look.isDelivered = true;
		else void this.follow(key);
	}

	private async follow(key: string): Promise<void> {
		const look = { isDelivered: true };
		this.underWay.set(key, look);
		while (look.isDelivered) {
			look.isDelivered = false;
			await this.lookTwice(key, look);
		}
		this.underWay.delete(key);
	}

	/** A further delivery needs a look at once. */
	private async lookTwice(key: string, look: { isDelivered: boolean }): Promise<void> {
		const { isOver, checkSoon } = this.looker;
		const isEnough = () => look.isDelivered || isOver();
		// Those that exceed must not wait here: anybody can send any number of them.
		const begun = this.begin(key);
		if (!begun) {
			checkSoon();
			return;
		}
		for (const pause of PAUSES_MS) {
			await waitUntil(isEnough, pause);
			if (isEnough()) return;
			const shown = await this.look(key);
			if (shown === 'unknown') checkSoon();
			if (shown === 'news') {
				this.uncount(begun);
				return;
			}
		}
	}

	/** Undefined if there were too many. */
	private begin(key: string): Look | undefined {
		const at = performance.now();
		const kinds = this.looker.book.knows(key) ? (['all', 'idle'] as const) : KINDS;
		for (const kind of kinds) {
			this.recent[kind] = this.recent[kind].filter((look) => look.at > at - MINUTE_MS);
		}
		if (kinds.some((kind) => this.recent[kind].length >= MOST_A_MINUTE[kind])) return undefined;
		const look = { at };
		for (const kind of kinds) this.recent[kind].push(look);
		return look;
	}

	/** It has shown something new. */
	private uncount(look: Look): void {
		for (const kind of ['idle', 'unknown'] as const) {
			this.recent[kind] = this.recent[kind].filter((one) => one !== look);
		}
	}

	/** One request. If the credential has another account, a check has to come first. */
	private async look(key: string): Promise<'news' | 'nothing' | 'unknown'> {
		const { book, connect, compare, warn, checkSoon } = this.looker;
		const readAt = performance.now();
		try {
			const client = (await connect()).with(LOOK_LIMITS, BUDGET_MS);
			if (client.accountId !== book.account) {
				checkSoon(client.accountId);
				return 'unknown';
			}
			const shown = await findAppointment(client, key);
			return shown && compare(shown, readAt) ? 'news' : 'nothing';
		} catch (error) {
			warn('An appointment could not be read. The trigger tries again', error);
			return 'unknown';
		}
	}
}
