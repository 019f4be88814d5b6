import { sleep, type IExecuteFunctions } from 'n8n-workflow';

type Helpers = Pick<IExecuteFunctions['helpers'], 'checkProcessedAndRecord'>;

/** Entries that n8n keeps for a trigger; a delivery takes three. */
const MOST_ENTRIES = 3_000;
const MOST_TRIES = 6;
const LOOKS_BACK = 20;
/** How long, and how many of, the kept entries are named again in every write. */
const KEPT_MS = 15_000;
const MOST_KEPT = 500;
/** When an entry is looked at again, in ms after it was made. */
const FIRST_CONFIRMATION_MS = 40;
const CONFIRMATIONS_MS = [FIRST_CONFIRMATION_MS, 80, 160, 320, 640];

interface Entered {
	/** The entries that were there before; none when a call failed, which may have made them itself. */
	found: Set<string>;
	/** Until the store was written, waiting for others of this process included. */
	tookMs: number;
}

/**
 * n8n's store of processed keys of one node, made safe against its two weaknesses: calls of this
 * process go one at a time and take along what waits, and a call that throws (two processes
 * writing the first entry) is made again.
 */
export class ClaimStore {
	private waiting: string[] = [];
	private next: Promise<Pick<Entered, 'found'>> | undefined;
	private current: Promise<unknown> = Promise.resolve();
	private readonly latest: number[] = [];
	/** By entry, when it was made, in ms since the epoch; oldest first. */
	private readonly kept = new Map<string, number>();

	constructor(public helpers: Helpers) {}

	/** @throws when n8n's store keeps failing */
	async enter(entries: string[]): Promise<Entered> {
		this.waiting.push(...entries);
		this.next ??= this.current.then(async () => {
			const batch = this.waiting;
			this.waiting = [];
			this.next = undefined;
			return await this.write(batch);
		});
		this.current = this.next.catch(() => undefined);
		const start = Date.now();
		const { found } = await this.next;
		const tookMs = Date.now() - start;
		this.latest.push(tookMs);
		if (this.latest.length > LOOKS_BACK) this.latest.shift();
		return { found, tookMs };
	}

	/** How long the slowest of the latest looks took, in ms: other processes meet the same slowness. */
	get slowestMs(): number {
		return Math.max(0, ...this.latest);
	}

	/**
	 * Sees to it that an entry stays, since another process may write back what it read before:
	 * names it again in every write of this one, and in a few of its own in the background. Where
	 * the store fails there is nothing to be done: the worst is a second run.
	 */
	keep(entry: string): void {
		this.kept.set(entry, Date.now());
		void this.confirm(entry).catch(() => undefined);
	}

	private async confirm(entry: string): Promise<void> {
		for (const interval of CONFIRMATIONS_MS) {
			await sleep(interval * (1 + Math.random() / 2));
			let { found } = await this.enter([entry]);
			while (!found.has(entry) && this.kept.has(entry)) {
				await sleep(FIRST_CONFIRMATION_MS * (1 + Math.random()));
				({ found } = await this.enter([entry]));
			}
		}
	}

	private stillKept(): string[] {
		for (const [entry, since] of this.kept) {
			if (this.kept.size <= MOST_KEPT && Date.now() - since < KEPT_MS) break;
			this.kept.delete(entry);
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
