import { sleep, type IExecuteFunctions } from 'n8n-workflow';

type Helpers = Pick<IExecuteFunctions['helpers'], 'checkProcessedAndRecord' | 'removeProcessed'>;

/** Entries that n8n keeps for a trigger; a delivery takes three to five. */
const MOST_ENTRIES = 3_000;
const MOST_TRIES = 6;
/** After twenty calls, a slow one hardly counts any more. */
const FORGETTING = 0.9;
/** Every write repeats the kept entries, for so long and so many at most. */
const KEPT_MS = 15_000;
const MOST_KEPT = 500;
/** When an entry is checked again: ms after the previous check. Repeated while it is not found. */
const CONFIRMATIONS_MS = [40, 80, 160, 320, 640];

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
	private next: Promise<Set<string>> | undefined;
	private current: Promise<unknown> = Promise.resolve();
	/** By entry, until when it is kept, in ms of a monotonic clock; oldest first. */
	private readonly kept = new Map<string, number>();

	/** How long the slowest of the latest calls took. Other processes wait for the same database. */
	slowestMs = 0;

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
		const found = await this.next;
		const tookMs = performance.now() - start;
		this.slowestMs = Math.max(tookMs, FORGETTING * this.slowestMs);
		return { found, tookMs };
	}

	/** @throws if n8n's store fails */
	async remove(entries: string[]): Promise<void> {
		for (const entry of entries) this.kept.delete(entry);
		await this.afterCurrent(
			async () => await this.helpers.removeProcessed(entries, 'node', { mode: 'entries' }),
		);
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
			for (let isFound = false; !isFound;) {
				await sleep(interval * (1 + Math.random() / 2));
				if (performance.now() >= (this.kept.get(entry) ?? 0)) return;
				isFound = (await this.enter([entry])).found.has(entry);
			}
		}
	}

	private async afterCurrent<T>(call: () => Promise<T>): Promise<T> {
		const result = this.current.then(call);
		this.current = result.catch(() => undefined);
		return await result;
	}

	private stillKept(): string[] {
		for (const [entry, until] of this.kept) {
			if (this.kept.size > MOST_KEPT || performance.now() >= until) this.kept.delete(entry);
		}
		return [...this.kept.keys()];
	}

	private async write(entries: string[]): Promise<Set<string>> {
		for (let attempt = 1; ; attempt += 1) {
			const all = [...new Set([...entries, ...this.stillKept()])];
			const outcome = await this.helpers
				.checkProcessedAndRecord(all, 'node', { mode: 'entries', maxEntries: MOST_ENTRIES })
				.catch((error: unknown) => {
					if (attempt >= MOST_TRIES) throw error;
					return undefined;
				});
			if (outcome) return new Set(attempt === 1 ? outcome.processed.map(String) : []);
			await sleep(20 * attempt * (1 + Math.random()));
		}
	}
}
