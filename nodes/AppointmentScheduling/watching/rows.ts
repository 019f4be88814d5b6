import type { Key } from '../service/values/keys';
import { keepLatest } from './keepLatest';
import { packRow, type Entry } from './packedRows';
import type { Row } from './row';

/** Anybody may have sent the keys of these. */
export const MOST_STRANGERS = 2_000;

type Bucket = Map<Key, Entry>;

/** The rows of a book, packed for n8n's static data. */
export class Rows {
	/** Whether something was learned that n8n has not saved. */
	isUnsaved = false;
	/** Whether other processes receive and run deliveries. */
	areElsewhere = false;
	/** By the end of the key, so that a save packs again only what has changed. */
	private readonly buckets = new Map<string, Bucket>();
	private readonly texts = new Map<string, string>();
	/** Those that no list shows, oldest first. */
	private readonly strangers = new Map<Key, true>();

	get all(): Array<[Key, Entry]> {
		return [...this.buckets.values()].flatMap((bucket) => [...bucket]);
	}

	get(key: Key): Entry | undefined {
		return this.buckets.get(bucketOf(key))?.get(key);
	}

	clear(): void {
		this.buckets.clear();
		this.texts.clear();
		this.strangers.clear();
		this.isUnsaved = true;
	}

	/**
	 * The next save packs all of them again.
	 * @param areElsewhere whether other processes receive deliveries
	 */
	repack(areElsewhere: boolean): void {
		this.areElsewhere = areElsewhere;
		this.texts.clear();
		this.isUnsaved = true;
	}

	toStored(): Record<string, string> {
		for (const [name, bucket] of this.buckets) {
			if (this.texts.has(name)) continue;
			const lines = [...bucket.values()].map((entry) => packRow(entry, this.areElsewhere));
			this.texts.set(name, lines.filter((line) => line !== undefined).join('\n'));
		}
		return Object.fromEntries(this.texts);
	}

	put(key: Key, entry: Entry): void {
		const name = bucketOf(key);
		const bucket: Bucket = this.buckets.get(name) ?? new Map<Key, Entry>();
		const former = bucket.get(key);
		bucket.set(key, entry);
		this.buckets.set(name, bucket);
		const { row } = entry;
		const isSame = (part: keyof Row) => former?.row[part] === row[part];
		const isAsStored = (['reported', 'seen', 'caught', 'late', 'tried'] as const).every(isSame);
		// Other processes have to know which states are being reported.
		if (!isAsStored || (this.areElsewhere && !isSame('runs'))) this.isUnsaved = true;
		if (!isAsStored || !isSame('runs') || former?.isListed !== entry.isListed)
			this.texts.delete(name);
		if (entry.isListed) this.strangers.delete(key);
		else {
			const [oldest] = this.strangers.keys();
			const isFull = this.strangers.size >= MOST_STRANGERS && !this.strangers.has(key);
			keepLatest(this.strangers, key, true, MOST_STRANGERS);
			if (isFull && oldest !== undefined) this.drop(oldest);
		}
	}

	drop(key: Key): void {
		const name = bucketOf(key);
		this.buckets.get(name)?.delete(key);
		this.strangers.delete(key);
		this.texts.delete(name);
		this.isUnsaved = true;
	}
}

const bucketOf = (key: Key): string => key.slice(-2);
