import type { IDataObject } from 'n8n-workflow';

import { keyIn } from '../values/keys';

/** Entries of a list, each once: by key, or by content if they have none. */
export class Entries extends Map<string, IDataObject> {
	constructor(private readonly keyFields: readonly string[]) {
		super();
	}

	keyIn(entry: IDataObject | undefined): string | undefined {
		return keyIn(this.keyFields.map((name) => entry?.[name]).find((value) => value !== undefined));
	}

	readonly idIn = (entry: IDataObject): string => this.keyIn(entry) ?? JSON.stringify(entry);

	readonly isKnown = (entry: IDataObject): boolean => this.has(this.idIn(entry));

	countNew(elements: IDataObject[]): number {
		return elements.filter((entry) => !this.isKnown(entry)).length;
	}

	isSame(some: IDataObject[], others: IDataObject[]): boolean {
		return some.map(this.idIn).sort().join() === others.map(this.idIn).sort().join();
	}

	add(elements: IDataObject[]): void {
		for (const entry of elements) {
			if (!this.isKnown(entry)) this.set(this.idIn(entry), entry);
		}
	}
}
