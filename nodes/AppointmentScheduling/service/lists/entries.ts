import type { IDataObject } from 'n8n-workflow';

import { keyIn } from '../values/keys';

/** Entries of a list by key, each once. Those without a key are known by their content. */
export class Entries extends Map<string, IDataObject> {
	constructor(private readonly keyFields: readonly string[]) {
		super();
	}

	readonly isKnown = (entry: IDataObject) => this.has(this.idOf(entry));

	keyIn(entry: IDataObject | undefined): string | undefined {
		return keyIn(this.keyFields.map((name) => entry?.[name]).find((value) => value !== undefined));
	}

	/** Whether both have the same entries. */
	isSame(some: IDataObject[], others: IDataObject[]): boolean {
		const idsIn = (entries: IDataObject[]) =>
			entries
				.map((entry) => this.idOf(entry))
				.sort()
				.join();
		return idsIn(some) === idsIn(others);
	}

	add(elements: Iterable<IDataObject>): void {
		for (const entry of elements) {
			if (!this.isKnown(entry)) this.set(this.idOf(entry), entry);
		}
	}

	private idOf(entry: IDataObject): string {
		return this.keyIn(entry) ?? JSON.stringify(entry);
	}
}
