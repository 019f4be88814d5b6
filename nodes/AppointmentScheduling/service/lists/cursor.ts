import { nextAfter, positionIn, type Next, type Progress } from './next';
import type { Page } from './page';

/** Where reading is in a list, and what the service has said about its length. */
export class Cursor {
	next: Next | undefined;
	last: Page | undefined;
	/** The smallest one: entries that were added meanwhile may be on pages that were already read. */
	total: number | undefined;
	/** Whether the list has changed while it was read. */
	isChanged = false;
	/** Pages found by their position, which a deleted entry shifts. */
	readonly shifting = new Set<string>();
	readonly read: Progress;
	private readonly sent = new Set<string>();

	/** @param address of the list, with its filters */
	constructor(
		private readonly address: string,
		query: string,
	) {
		this.read = { pages: 0, entries: 0, longest: 0, isLinked: false, query };
	}

	isSent(query: string): boolean {
		return this.sent.has(query);
	}

	/** @param isLinked whether the service gave the link or the token that led to it */
	follow(query: string, isLinked: boolean, { elements }: Page): void {
		if (elements.length > 0 && positionIn(query)) this.shifting.add(this.read.query);
		Object.assign(this.read, { isLinked, way: query.split('=')[0] });
	}

	/** @param isNew whether no page before had all of these entries */
	take(page: Page, query: string, isNew: boolean, lastKey: string | undefined): void {
		const { total, elements } = page;
		const { read } = this;
		if (total !== undefined && this.total !== undefined && total !== this.total) {
			this.isChanged = true;
		}
		if (total !== undefined) this.total = Math.min(total, this.total ?? total);
		if (isNew) read.entries += elements.length;
		if (elements.length > 0) read.query = query;
		read.pages += 1;
		read.longest = Math.max(read.longest, elements.length);
		read.lastKey = lastKey;
		this.sent.add(query);
		this.last = page;
		this.next = this.nextOf(page);
	}

	send(query: string): void {
		this.sent.add(query);
	}

	nextOf(page: Page): Next | undefined {
		return nextAfter(page, this.read, this.address);
	}
}
