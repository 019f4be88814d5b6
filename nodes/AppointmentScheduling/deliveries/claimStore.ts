import { sleep, type IExecuteFunctions } from 'n8n-workflow';

type Helpers = Pick<IExecuteFunctions['helpers'], 'checkProcessedAndRecord'>;

/** Entries that n8n keeps for a trigger; a delivery takes three. */
const MOST_ENTRIES = 3_000;
const MOST_TRIES = 6;
const KEEP_INTERVAL_MS = 150;

/**
 * n8n's store of processed keys of one node, made safe against its two weaknesses: calls of this
 * process go one at a time and take along what waits, and a call that throws (two processes
 * writing the first entry) is made again.
 */
export class ClaimStore {
	private helpers: Helpers;
	private waiting: string[] = [];
	private next: Promise<Set<string>> | undefined;
	private current: Promise<unknown> = Promise.resolve();
	/** Entries to be confirmed, with how often in a row they were found. */
	private readonly toKeep = new Map<string, number>();
	private keeping = false;

	constructor(helpers: Helpers) {
		this.helpers = helpers;
	}

	/** The helpers of the latest execution; those of an ended one need not work for ever. */
	use(helpers: Helpers): this {
		this.helpers = helpers;
		return this;
	}

	/** Enters the entries; returns those which were there before. @throws when n8n's store keeps failing */
	async enter(entries: string[]): Promise<Set<string>> {
		this.waiting.push(...entries);
		this.next ??= this.current.then(async () => {
			const batch = this.waiting;
			this.waiting = [];
			this.next = undefined;
			return await this.write(batch);
		});
		this.current = this.next.catch(() => undefined);
		return await this.next;
	}

	/** Sees to it that an entry stays: another process may write back what it read before. */
	keep(entry: string): void {
		this.toKeep.set(entry, 0);
		if (!this.keeping) void this.confirm();
	}

	private async confirm(): Promise<void> {
		this.keeping = true;
		try {
			while (this.toKeep.size > 0) {
				await sleep(KEEP_INTERVAL_MS * (1 + Math.random()));
				const entries = [...this.toKeep.keys()];
				const found = await this.enter(entries);
				for (const entry of entries) {
					const times = found.has(entry) ? (this.toKeep.get(entry) ?? 0) + 1 : 0;
					if (times >= 2) this.toKeep.delete(entry);
					else this.toKeep.set(entry, times);
				}
			}
		} catch {
			this.toKeep.clear();
		} finally {
			this.keeping = false;
		}
	}

	private async write(entries: string[]): Promise<Set<string>> {
		for (let attempt = 1; ; attempt += 1) {
			const outcome = await this.helpers
				.checkProcessedAndRecord([...new Set(entries)], 'node', {
					mode: 'entries',
					maxEntries: MOST_ENTRIES,
				})
				.catch((error: unknown) => {
					if (attempt >= MOST_TRIES) throw error;
					return undefined;
				});
			if (outcome) return new Set(outcome.processed.map(String));
			await sleep(20 * attempt * (1 + Math.random()));
		}
	}
}

const stores = new Map<string, ClaimStore>();

/** The store of a trigger node, in this process. */
export function claimStoreOf(
	workflowId: string | undefined,
	nodeId: string,
	helpers: Helpers,
): ClaimStore {
	const name = `${workflowId}:${nodeId}`;
	const store = stores.get(name)?.use(helpers) ?? new ClaimStore(helpers);
	stores.set(name, store);
	return store;
}
