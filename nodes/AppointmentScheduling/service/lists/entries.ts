import type { IDataObject } from 'n8n-workflow';

import { keyIn } from '../values/keys';

/** Entries of a list by key, each once. Those without a key are known by their content. */
export class Entries extends Map<string, IDataObject> {
	constructor(private readonly keyFields: readonly string[]) {
		super();
	}

	readonly isKnown = (entry: IDataObject) => this.has(this.idOf(entry));

	readonly idOf = (entry: IDataObject) => this.keyOf(entry) ?? JSON.stringify(entry);

	keyOf(entry: IDataObject | undefined): string | undefined {
		return keyIn(this.keyFields.map((name) => entry?.[name]).find((value) => value !== undefined));
	}

	/** Whether both have the same entries. */
	isSame(some: IDataObject[], others: IDataObject[]): boolean {
		const idsOf = (entries: IDataObject[]) => entries.map(this.idOf).sort().join();
		return idsOf(some) === idsOf(others);
	}

	add(elements: Iterable<IDataObject>): void {
		for (const entry of elements) {
			if (!this.isKnown(entry)) this.set(this.idOf(entry), entry);
		}
	}
}
