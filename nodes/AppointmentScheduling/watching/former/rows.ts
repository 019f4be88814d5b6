import type { Key } from '../../service/values/keys';
import { keepLatest } from '../keepLatest';
import { packRow, type Entry } from './packedRows';
import { latest } from './row';
import { startIn } from './state';

/** n8n writes static data as a whole, so it has to stay small. */
export const MOST_LISTED = 20_000;
/** Anybody may have sent the keys of these. */
export const MOST_STRANGERS = 2_000;

/** The rows of a book. */
export class Rows {
	/** Those that a list has shown. */
	readonly listed = new Map<Key, Entry>();
	/** The others, oldest first. */
	private readonly strangers = new Map<Key, Entry>();
	private readonly lines = new WeakMap<Entry, string>();

	get all(): Array<[Key, Entry]> {
		return [...this.listed, ...this.strangers];
	}

	get(key: Key): Entry | undefined {
		return this.listed.get(key) ?? this.strangers.get(key);
	}

	put(key: Key, entry: Entry): void {
		if (entry.isListed) {
			this.strangers.delete(key);
			this.listed.set(key, entry);
		} else {
			this.listed.delete(key);
			keepLatest(this.strangers, key, entry, MOST_STRANGERS);
		}
	}

	/**
	 * If a list has shown too many, drops what it lacks now, and then the most distant ones.
	 * @returns up to which start all are known, in ms since the epoch
	 */
	trim(zone: string, present?: Set<Key>): number | undefined {
		if (this.listed.size <= MOST_LISTED) return undefined;
		const starts = [...this.listed].map(([key, { row }]) => {
			const isPresent = present?.has(key) ?? true;
			return { key, isPresent, start: startIn(latest(row), zone) };
		});
		starts.sort((a, b) => Number(b.isPresent) - Number(a.isPresent) || a.start - b.start);
		const surplus = starts.slice(MOST_LISTED);
		for (const { key } of surplus) this.listed.delete(key);
		return surplus.find(({ isPresent, start }) => isPresent && Number.isFinite(start))?.start;
	}

	/** As two texts, because n8n wraps arrays and objects in static data in slow proxies. */
	toStored(areElsewhere: boolean) {
		const pack = (entries: Map<Key, Entry>) =>
			[...entries.values()].flatMap((entry) => this.lineOf(entry, areElsewhere) ?? []).join('\n');
		return { listed: pack(this.listed), strangers: pack(this.strangers) };
	}

	/** A save packs again only what has changed or is in progress. */
	private lineOf(entry: Entry, areElsewhere: boolean): string | undefined {
		const line = this.lines.get(entry) ?? packRow(entry, areElsewhere);
		if (line !== undefined && entry.row.runs.length === 0) this.lines.set(entry, line);
		return line;
	}
}
