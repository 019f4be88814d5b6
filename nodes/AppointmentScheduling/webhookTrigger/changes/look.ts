import { sleep } from 'n8n-workflow';

import type { ServiceClient } from '../../service/http/client';
import { MINUTE_MS } from '../../service/values/dates';
import { comparableKey, validKey, type Key } from '../../service/values/keys';
import { accountOf } from '../../watching/digest';
import { answerOf, type Answer } from '../../watching/missing';
import { shownByKey } from '../../watching/recent';
import { Hints, type Hint } from './hints';
import type { Watch } from './watch';

const TICK_MS = 100;

interface Needs {
	watch: Watch;
	/** A client for single requests. @throws InputError */
	connect(): Promise<ServiceClient>;
	warn(problem: string, error: unknown): void;
	/** A check is needed in a minute. */
	checkSoon(): void;
	/** The service has no such appointment, after all repetitions. */
	noteGone(key: Key): void;
}

/** Looks at the appointments of deliveries. */
export class Looks {
	private readonly hints: Hints;
	private isTicking = false;

	constructor(private readonly needs: Needs) {
		const { book } = needs.watch.known;
		this.hints = new Hints((key) => book.get(key) !== undefined);
	}

	/** A delivery says where to look. */
	hint(value: unknown): void {
		const { watch, checkSoon } = this.needs;
		const key = comparableKey(value);
		if (key === undefined || !isUsable(value) || watch.isClosed) return;
		const known = watch.known.book.get(key);
		const isTaken = this.hints.add(key, known?.spelling ?? String(value));
		if (!isTaken && known) checkSoon();
		this.takeDue();
		if (!this.isTicking) void this.tick();
	}

	/** One request. If the credential has another account, a check has to come first. */
	async ask(spelling: string): Promise<Answer> {
		const { watch, connect, warn } = this.needs;
		const readAt = performance.now();
		return await answerOf(async () => {
			const client = await connect();
			const data = await shownByKey(client, spelling);
			if (watch.isClosed || accountOf(client) !== watch.known.book.account) return 'failed';
			if (!data) return 'gone';
			return watch.compare(data, readAt) ? 'news' : 'shown';
		}, warn);
	}

	private async tick(): Promise<void> {
		this.isTicking = true;
		while (this.hints.size > 0 && !this.needs.watch.isClosed) {
			await sleep(TICK_MS);
			this.takeDue();
		}
		this.isTicking = false;
	}

	private takeDue(): void {
		for (const hint of this.hints.takeDue()) void this.take(hint);
	}

	private async take(hint: Hint): Promise<void> {
		const shown = await this.ask(hint.spelling);
		if (!this.hints.finish(hint, shown === 'news')) return;
		const { checkSoon, noteGone, watch } = this.needs;
		const { key } = hint;
		const isKnown = watch.known.book.get(key) !== undefined;
		if (shown === 'gone' && isKnown) noteGone(key);
		if (shown === 'failed' || shown === 'refused' || (shown === 'gone' && isKnown)) checkSoon();
	}
}

/** No URL can contain some keys. */
function isUsable(key: unknown): boolean {
	try {
		return validKey(key, 'appointment_key') !== '';
	} catch {
		return false;
	}
}

export const LOOK_LIMITS = { maxRetries: 0, timeout: 10_000, budgetMs: MINUTE_MS };
