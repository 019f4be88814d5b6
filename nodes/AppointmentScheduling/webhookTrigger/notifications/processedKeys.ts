import { sleep, type IExecuteFunctions } from 'n8n-workflow';

import { registry } from '../../concurrency/registry';
import { Turn } from '../../concurrency/order';

type Helpers = Pick<IExecuteFunctions['helpers'], 'checkProcessedAndRecord'>;

/** n8n keeps so many of a trigger. */
const MOST_ENTRIES = 1_000;
const MOST_TRIES = 6;
/** When an entry is looked for again: ms after the previous time. Repeated while it is not found. */
const CONFIRMATIONS_MS = [40, 80, 160, 320, 640];
const MOST_CONFIRMATIONS = 25;

/**
 * n8n's table of processed keys of one node, which all processes share. It is read and written as a
 * whole, so a write may undo another one. Calls of this process run one after another, each with all
 * waiting entries. A call throws if two processes insert the first entry at once, and is retried.
 */
class ProcessedKeys {
	private readonly waiting = new Set<string>();
	private next: Promise<Set<string>> | undefined;
	private readonly turn = new Turn();
	/** Those of an earlier execution would keep all its data in memory. */
	private helpers: Helpers | undefined;

	/**
	 * Records an entry and repeats that in the background until it is found.
	 * @returns whether it existed before, or waits already
	 * @throws if n8n's table keeps failing
	 */
	async record(entry: string, helpers: Helpers): Promise<boolean> {
		this.helpers = helpers;
		const isCopy = this.waiting.has(entry);
		const found = await this.enter(entry);
		void this.confirm(entry).catch(() => undefined);
		return isCopy || found.has(entry);
	}

	private async enter(entry: string): Promise<Set<string>> {
		this.waiting.add(entry);
		this.next ??= this.turn.take(async () => {
			const batch = [...this.waiting];
			this.waiting.clear();
			this.next = undefined;
			return await this.write(batch);
		});
		return await this.next;
	}

	private async confirm(entry: string): Promise<void> {
		let confirmed = 0;
		for (let time = 0; time < MOST_CONFIRMATIONS; time += 1) {
			const interval = CONFIRMATIONS_MS[confirmed];
			if (interval === undefined) return;
			await sleep(interval * (1 + Math.random() / 2));
			if ((await this.enter(entry)).has(entry)) confirmed += 1;
		}
	}

	private async write(entries: string[]): Promise<Set<string>> {
		for (let attempt = 1; ; attempt += 1) {
			const outcome = await this.helpers
				?.checkProcessedAndRecord(entries, 'node', { mode: 'entries', maxEntries: MOST_ENTRIES })
				.catch((error: unknown) => {
					if (attempt >= MOST_TRIES) throw error;
					return undefined;
				});
			// A call that failed may have made them.
			if (outcome) return new Set(attempt === 1 ? outcome.processed.map(String) : []);
			await sleep(20 * attempt * (1 + Math.random()));
		}
	}
}

/** Of one trigger: by the ids of its workflow and node. */
export const processedKeysOf = registry(() => new ProcessedKeys());
