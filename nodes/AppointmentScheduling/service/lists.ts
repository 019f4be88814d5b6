import type { IDataObject } from 'n8n-workflow';

import { inOrder } from '../concurrency/order';
import type { Query } from './addresses';
import type { Client } from './client';
import { hasStatus, ServiceError } from './errors';
import { isObject } from './values/objects';

/** As many entries as there are. */
export const ALL_ENTRIES = Infinity;
const PAGE_SIZE = 100;
/** Many responses at once would keep n8n from other work. */
const PAGES_AT_ONCE = 8;
const MOST_PAGES = 1_000;
const CHANGED = 'The list changed while it was read, so entries may be missing';

export interface List {
	entries: IDataObject[];
	/** Why entries may be missing. Who compares concludes nothing from what is not there. */
	incomplete?: string;
	/** It is incomplete because entries came or went while it was read. */
	hasMoved: boolean;
}

interface Page {
	results: IDataObject[];
	/** The query of the link to the next page. Undefined at the end. */
	next?: URLSearchParams;
	/** Of the whole list. */
	count?: number;
}

/**
 * Reads a list to its end, or to the limit: pages of Django REST framework, `{ count, next, results }`.
 * What comes twice is there once.
 * @param key the field with the key of an entry. Undefined if entries have none
 * @throws ServiceError, CanceledError
 */
export async function readList(
	client: Client,
	path: string,
	key: string | undefined,
	query: Query,
	limit = ALL_ENTRIES,
): Promise<List> {
	const reading = new Reading(key, limit);
	const first = await readPage(client, path, {
		...query,
		page_size: Math.min(limit, PAGE_SIZE),
	});
	reading.add(first);
	for (const page of await otherPages(client, path, first, reading)) reading.add(page);
	for (let pages = 0; pages < MOST_PAGES && reading.goesOn; pages += 1) {
		reading.add(await nextPage(client, path, reading.last.next));
	}
	return reading.list();
}

/** What has been read of a list so far. */
class Reading {
	last: Page = { results: [] };
	private first?: Page;
	private readonly entries = new Map<unknown, IDataObject>();
	private counted = 0;
	private isNew = false;
	private hasMoved = false;

	constructor(
		private readonly key: string | undefined,
		readonly limit: number,
	) {}

	/**
	 * A page is one query of the service: copies in it are one for each attendee that a filter matches,
	 * and `count` has them too. An entry on two pages has moved, so another one may be on none.
	 */
	add(page: Page): void {
		const { results } = page;
		const added = results.filter((entry) => !this.knows(entry)).length;
		for (const entry of results) this.entries.set(this.idOf(entry), entry);
		this.counted += added;
		this.isNew = added > 0;
		this.first ??= page;
		this.hasMoved ||= page.count !== this.first.count;
		this.last = page;
	}

	knows = (entry: IDataObject): boolean => this.entries.has(this.idOf(entry));

	get goesOn(): boolean {
		return this.isNew && this.entries.size < this.limit && this.last.next !== undefined;
	}

	list(): List {
		const isCut = this.entries.size >= this.limit;
		return {
			entries: [...this.entries.values()].slice(0, this.limit),
			incomplete: isCut ? undefined : this.flaw(),
			hasMoved: this.hasMoved,
		};
	}

	private flaw(): string | undefined {
		const { count, next } = this.last;
		if (this.hasMoved) return CHANGED;
		if (count === undefined) {
			return next === undefined ? undefined : 'The list does not end, so entries may be missing';
		}
		return count === this.counted
			? undefined
			: `The service reported ${count} entries but returned ${this.counted}`;
	}

	private idOf = (entry: IDataObject): unknown =>
		(this.key !== undefined && entry[this.key]) || JSON.stringify(entry);
}

/** For what must not miss any. @throws ServiceError */
export function whole({ entries, incomplete }: List): IDataObject[] {
	if (incomplete === undefined) return entries;
	const modelAdvice = 'Try it once more. If it fails again, tell the user';
	throw new ServiceError(incomplete, 'Try again later', { status: 200, modelAdvice });
}

/** @throws ServiceError, CanceledError */
export const readPage = async (client: Client, path: string, query: Query): Promise<Page> =>
	pageIn(await client.read(path, query), path);

/** All after the first one at once, if pages have numbers. After one that is no other page, none. */
async function otherPages(
	client: Client,
	path: string,
	{ results, count, next }: Page,
	{ limit, knows }: Reading,
): Promise<Page[]> {
	if (count === undefined || next?.get('page') !== '2' || results.length === 0) return [];
	const pages = Math.min(Math.ceil(Math.min(count, limit) / results.length), MOST_PAGES);
	const numbers = Array.from({ length: pages - 1 }, (_, index) => index + 2);
	let isOver = false;
	const read = await inOrder(numbers, PAGES_AT_ONCE, async (number) => {
		if (isOver) return [];
		const query = new URLSearchParams(next);
		query.set('page', String(number));
		const page = await nextPage(client, path, query);
		isOver ||= page.results.every(knows);
		return [page];
	});
	return read.flat();
}

/** Django responds with 404 if there is no such page any more. */
async function nextPage(client: Client, path: string, query?: URLSearchParams): Promise<Page> {
	const pairs = [...(query ?? [])];
	const names = new Set(pairs.map(([name]) => name));
	const all = Object.fromEntries([...names].map((name) => [name, query?.getAll(name)]));
	return await readPage(client, path, all).catch((error: unknown) => {
		if (!hasStatus(error, 404)) throw error;
		return { results: [] };
	});
}

/** @throws ServiceError */
function pageIn(body: unknown, path: string): Page {
	const page = isObject(body) ? body : {};
	const results: unknown = Array.isArray(body) ? body : page.results;
	if (Array.isArray(results) && results.every(isObject)) {
		const count = typeof page.count === 'number' ? page.count : undefined;
		return { results, next: queryIn(page.next), count };
	}
	throw new ServiceError(
		`The response to ${path} is no list`,
		"Check 'Base URL' in the credential: another service or version may respond there",
		{ status: 200 },
	);
}

/** Never its host: behind a proxy it may be another one, and the token must not go there. */
function queryIn(link: unknown): URLSearchParams | undefined {
	const base = 'https://service';
	if (typeof link !== 'string' || !URL.canParse(link, base)) return undefined;
	return new URL(link, base).searchParams;
}
