import { sleep, type IExecuteFunctions } from 'n8n-workflow';

import { Turn } from '../../service/core/turn';

type Helpers = Pick<IExecuteFunctions['helpers'], 'checkProcessedAndRecord' | 'removeProcessed'>;

/** Entries that n8n keeps for a trigger; a delivery takes one to nine. */
const MOST_ENTRIES = 4_000;
/** So many are looked for at a time, so that they push no others out. */
const MOST_AT_ONCE = 1_000;
const MOST_TRIES = 6;
/** When an entry is looked for again: ms after the previous time. Repeated while it is not found. */
const CONFIRMATIONS_MS = [40, 80, 160, 320, 640];
const MOST_CONFIRMATIONS = 25;
/** When an entry that a question has created is removed: ms after the previous time. */
const REMOVALS_MS = [0, 50, 100];

/**
 * n8n's store of processed keys of one node, which all processes share. It is read and written as a
 * whole, so a write may undo another one. Calls of this process run one after another, each with all
 * waiting entries. A call throws if two processes insert the first entry at once, and is retried.
 */
export class ProcessedKeys {
	private waiting: string[] = [];
	private next: Promise<Set<string>> | undefined;
	private readonly turn = new Turn();

	constructor(public helpers: Helpers) {}

	/**
	 * Records entries and repeats that in the background until they are found.
	 * @returns those that existed before
	 * @throws if n8n's store keeps failing
	 */
	async record(entries: string[]): Promise<Set<string>> {
		const found = await this.enter(entries);
		void this.confirm(entries).catch(() => undefined);
		return found;
	}

	/** Which of them exist. @throws as `record` */
	async find(entries: string[]): Promise<Set<string>> {
		const found = new Set<string>();
		for (let next = 0; next < entries.length; next += MOST_AT_ONCE) {
			const some = entries.slice(next, next + MOST_AT_ONCE);
			for (const entry of await this.findSome(some)) found.add(entry);
		}
		return found;
	}

	/** Reading an entry from n8n's store also creates it. */
	private async findSome(entries: string[]): Promise<Set<string>> {
		const found = await this.enter(entries);
		const created = entries.filter((entry) => !found.has(entry));
		for (const interval of created.length > 0 ? REMOVALS_MS : []) {
			await sleep(interval);
			await this.turn
				.take(async () => await this.helpers.removeProcessed(created, 'node', { mode: 'entries' }))
				.catch(() => undefined);
		}
		return found;
	}

	private async enter(entries: string[]): Promise<Set<string>> {
		this.waiting.push(...entries);
		this.next ??= this.turn.take(async () => {
			const batch = [...new Set(this.waiting)];
			this.waiting = [];
			this.next = undefined;
			return await this.write(batch);
		});
		return await this.next;
	}

	private async confirm(entries: string[]): Promise<void> {
		let confirmed = 0;
		for (let time = 0; time < MOST_CONFIRMATIONS; time += 1) {
			const interval = CONFIRMATIONS_MS[confirmed];
			if (interval === undefined) return;
			await sleep(interval * (1 + Math.random() / 2));
			const found = await this.enter(entries);
			if (entries.every((entry) => found.has(entry))) confirmed += 1;
		}
	}

	private async write(entries: string[]): Promise<Set<string>> {
		// The entries of a question, which are removed again, push none out.
		const maxEntries = MOST_ENTRIES + entries.length;
		for (let attempt = 1; ; attempt += 1) {
			const outcome = await this.helpers
				.checkProcessedAndRecord(entries, 'node', { mode: 'entries', maxEntries })
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
