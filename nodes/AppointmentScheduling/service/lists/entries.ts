import type { IDataObject } from 'n8n-workflow';

import { keyIn } from '../values/keys';
import type { List, Page } from './pages';

/** What was read of a list so far. */
export class Entries {
	/** Every entry once, by its key, or without one by its content. */
	private readonly byId = new Map<string, IDataObject>();
	pages = 0;
	/** As sent, with copies and those that are null. */
	sent = 0;
	/** Pages in a row without a new entry. */
	barren = 0;

	constructor(private readonly list: List) {}

	/** Returns how many of them are new. */
	take(elements: IDataObject[]): number {
		const before = this.byId.size;
		for (const entry of elements) {
			const id = this.idOf(entry);
			if (!this.byId.has(id)) this.byId.set(id, entry);
		}
		return this.byId.size - before;
	}

	add(page: Page): void {
		const added = this.take(page.elements);
		this.pages += 1;
		this.sent += page.sent;
		this.barren = added > 0 ? 0 : this.barren + 1;
	}

	get size(): number {
		return this.byId.size;
	}

	/** How many entries of the page are new. */
	newIn({ elements }: Page): number {
		return elements.filter((entry) => !this.byId.has(this.idOf(entry))).length;
	}

	first(limit: number): IDataObject[] {
		return [...this.byId.values()].slice(0, limit);
	}

	private idOf(entry: IDataObject): string {
		const key = this.list.keys.map((name) => entry[name]).find((value) => value !== undefined);
		return keyIn(key) ?? JSON.stringify(entry);
	}
}
