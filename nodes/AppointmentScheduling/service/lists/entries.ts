import type { IDataObject } from 'n8n-workflow';

import { keyIn } from '../values/keys';

/** The entries of a list, each once, in order. */
export class Entries {
	list: IDataObject[] = [];
	private readonly seen = new Set<string>();

	/** @param keys fields that may hold the key of an entry */
	constructor(private readonly keys: string[]) {}

	add(entries: IDataObject[]): void {
		for (const entry of entries) {
			if (!this.has(entry)) this.list.push(entry);
			this.seen.add(this.idOf(entry));
		}
	}

	/** Adds these before the others, if any of them is new. */
	addInFront(entries: IDataObject[]): void {
		if (entries.every(this.has)) return;
		const others = this.list;
		this.list = [];
		this.seen.clear();
		this.add(entries);
		this.add(others);
	}

	readonly has = (entry: IDataObject): boolean => this.seen.has(this.idOf(entry));

	/** Entries without a key are known by their content. */
	readonly idOf = (entry: IDataObject): string => this.keyOf(entry) ?? JSON.stringify(entry);

	readonly keyOf = (entry: IDataObject | undefined): string | undefined =>
		keyIn(this.keys.map((name) => entry?.[name]).find((value) => value !== undefined));
}
