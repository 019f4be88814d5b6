import { sleep, type IExecuteFunctions } from 'n8n-workflow';

type Helpers = Pick<IExecuteFunctions['helpers'], 'checkProcessedAndRecord' | 'removeProcessed'>;

/** Entries that n8n keeps for a trigger; a delivery takes three to five. */
const MOST_ENTRIES = 3_000;
const MOST_TRIES = 6;
const LATEST_CALLS = 20;
/** Every write repeats the kept entries, for so long and so many at most. */
const KEPT_MS = 15_000;
const MOST_KEPT = 500;
/** When an entry is checked again: ms after the previous check. */
const FIRST_CONFIRMATION_MS = 40;
const CONFIRMATIONS_MS = [FIRST_CONFIRMATION_MS, 80, 160, 320, 640];

interface Entered {
	/** Entries that existed before. Empty if a call failed, because that call may have made them. */
	found: Set<string>;
	/** ms until the store was written, including the wait for other calls of this process. */
	tookMs: number;
}

/**
 * n8n's store of processed keys of one node, without its two weaknesses. Calls of this process run
 * one after another, each with all waiting entries. A call throws if two processes insert the first
 * entry at once, and is retried.
 */
export class ClaimStore {
	private waiting: string[] = [];
	private next: Promise<Pick<Entered, 'found'>> | undefined;
	private current: Promise<unknown> = Promise.resolve();
	private readonly latest: number[] = [];
	/** By entry, until when it is kept, in ms of a monotonic clock; oldest first. */
	private readonly kept = new Map<string, number>();

	constructor(public helpers: Helpers) {}

	/** @throws if n8n's store keeps failing */
	async enter(entries: string[]): Promise<Entered> {
		this.waiting.push(...entries);
		this.next ??= this.afterCurrent(async () => {
			const batch = this.waiting;
			this.waiting = [];
			this.next = undefined;
			return await this.write(batch);
		});
		const start = performance.now();
		const { found } = await this.next;
		const tookMs = performance.now() - start;
		this.latest.push(tookMs);
		if (this.latest.length > LATEST_CALLS) this.latest.shift();
		return { found, tookMs };
	}

	/** @throws if n8n's store fails */
	async remove(entries: string[]): Promise<void> {
		for (const entry of entries) this.kept.delete(entry);
		await this.afterCurrent(
			async () => await this.helpers.removeProcessed(entries, 'node', { mode: 'entries' }),
		);
	}

	/** How long the slowest of the latest calls took, in ms. Other processes wait for the same database. */
	get slowestMs(): number {
		return Math.max(0, ...this.latest);
	}

	/**
	 * Makes sure that an entry stays, since another process may write back what it read before.
	 * Every write of this process repeats it, and so do a few separate ones in the background. If
	 * the store fails, the worst case is a second run.
	 */
	keep(entry: string, forMs = KEPT_MS): void {
		this.kept.set(entry, performance.now() + forMs);
		void this.confirm(entry).catch(() => undefined);
	}

	private async confirm(entry: string): Promise<void> {
		for (const interval of CONFIRMATIONS_MS) {
			await sleep(interval * (1 + Math.random() / 2));
			if (!this.isKept(entry)) return;
			let { found } = await this.enter([entry]);
			while (!found.has(entry) && this.isKept(entry)) {
				await sleep(FIRST_CONFIRMATION_MS * (1 + Math.random()));
				({ found } = await this.enter([entry]));
			}
		}
	}

	private async afterCurrent<T>(call: () => Promise<T>): Promise<T> {
		const result = this.current.then(call);
		this.current = result.catch(() => undefined);
		return await result;
	}

	private isKept(entry: string): boolean {
		return performance.now() < (this.kept.get(entry) ?? 0);
	}

	private stillKept(): string[] {
		for (const [entry, until] of this.kept) {
			if (this.kept.size > MOST_KEPT || performance.now() >= until) this.kept.delete(entry);
		}
		return [...this.kept.keys()];
	}

	private async write(entries: string[]): Promise<Pick<Entered, 'found'>> {
		for (let attempt = 1; ; attempt += 1) {
			const outcome = await this.helpers
				.checkProcessedAndRecord([...new Set([...entries, ...this.stillKept()])], 'node', {
					mode: 'entries',
					maxEntries: MOST_ENTRIES,
				})
				.catch((error: unknown) => {
					if (attempt >= MOST_TRIES) throw error;
					return undefined;
				});
			if (outcome) {
				const processed = attempt === 1 ? outcome.processed.map(String) : [];
				return { found: new Set(processed) };
			}
			await sleep(20 * attempt * (1 + Math.random()));
		}
	}
}
