import type { IDataObject } from 'n8n-workflow';

import { hasStatus, ServiceError } from '../core/errors';
import type { ServiceClient } from '../http/client';
import { inOrder } from '../http/pool';
import { plainName } from '../values/bodies';
import { isRounded, keyIn } from '../values/keys';
import { pair } from './links';
import { pageOrFailure, type List, type Page } from './page';
import { OFFSET, PAGE } from './signs';

/** Every entry once, by its key, or without one by its content. */
export type Entries = Map<string, IDataObject>;

/** Returns how many of them are new. */
export function addTo(entries: Entries, elements: IDataObject[], list: List): number {
	const before = entries.size;
	for (const entry of elements) {
		const id = idOf(entry, list);
		if (!entries.has(id)) entries.set(id, entry);
	}
	return entries.size - before;
}

function idOf(entry: IDataObject, { keys }: List): string {
	const key = keys.map((name) => entry[name]).find((value) => value !== undefined);
	return (isRounded(key) ? undefined : keyIn(key)) ?? JSON.stringify(entry);
}

/** What was requested and read of a list so far. Each page is requested once, some before their turn. */
export class Reading {
	readonly entries: Entries = new Map();
	pages = 0;
	/** Entries as sent, with copies and those that are null. */
	sent = 0;
	/** Pages in a row without a new entry. */
	barren = 0;
	/** Whether a page has shown another total than the first one. */
	hasChanged = false;
	/** By position: a link may write the same query in another way. */
	private readonly requested = new Map<string, Page | ServiceError>();

	/** @param of the list, with its query */
	constructor(
		readonly of: { client: ServiceClient; list: List; filters: string },
		readonly first: Page,
	) {
		this.add(first);
	}

	add(page: Page): void {
		const added = addTo(this.entries, page.elements, this.of.list);
		this.pages += 1;
		this.sent += page.sent;
		this.barren = added > 0 ? 0 : this.barren + 1;
		const { signs, sent } = this.first;
		const total = signs.total?.value ?? 0;
		// A total of the first page alone may be one of each page.
		this.hasChanged ||= total > sent && (page.signs.total?.value ?? total) !== total;
	}

	/** Whether this is another page, not the first one with a few entries that were booked meanwhile. */
	isNew(page: Page | ServiceError): boolean {
		if (page instanceof ServiceError) return false;
		const news = page.elements.filter((entry) => !this.entries.has(idOf(entry, this.of.list)));
		return news.length > 0 && news.length >= page.sent / 2;
	}

	/** @returns the refusal if there may be no such page */
	async request(query: string): Promise<Page | ServiceError> {
		const page = await this.outcomeOf(query);
		if (page instanceof ServiceError && !hasStatus(page, 200, 400, 404, 416, 422)) throw page;
		return page;
	}

	/** Requests so many pages at the same time, from this one on, if they are numbered. */
	async requestAhead(query: string, most: number): Promise<void> {
		const [name, from] = positionIn(query) ?? [];
		if (name === undefined) return;
		const { sent } = this.first;
		const step = PAGE.test(plainName(name)) ? 1 : sent;
		let count = most;
		await inOrder(
			() => count,
			this.of.client.width,
			async (index) => {
				const page = await this.outcomeOf(merged(pair(name, Number(from) + index * step), query));
				if (page instanceof ServiceError || page.sent < sent) count = Math.min(count, index);
			},
		);
	}

	private async outcomeOf(query: string): Promise<Page | ServiceError> {
		const { client, list, filters } = this.of;
		const position = positionIn(query)?.join('=') ?? query;
		const page =
			this.requested.get(position) ?? (await pageOrFailure(client, list, merged(query, filters)));
		this.requested.set(position, page);
		return page;
	}
}

/** The number or offset of a page in a query. */
const positionIn = (query: string): [name: string, value: string] | undefined =>
	[...new URLSearchParams(query)].find(([name, value]) => {
		const plain = plainName(name);
		// In JSON:API, the parameter is `page[offset]`.
		const isPosition = PAGE.test(plain) || OFFSET.test(plain.replace(/^page(?=offset)/, ''));
		return isPosition && /^\d{1,16}$/.test(value);
	});

/** The query with those parameters of the other one that it leaves out. */
function merged(query: string, other: string): string {
	const given = new URLSearchParams(query);
	const isLeftOut = (part: string) =>
		[...new URLSearchParams(part).keys()].some((name) => !given.has(name));
	return [query, ...other.split('&').filter(isLeftOut)].filter((part) => part !== '').join('&');
}
