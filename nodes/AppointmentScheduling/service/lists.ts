import type { IDataObject } from 'n8n-workflow';

import { inOrder } from '../concurrency/order';
import { searchOf, type Query } from './addresses';
import type { Client } from './client';
import { hasStatus, ServiceError } from './errors';
import { isObject } from './values/objects';

/** As many entries as there are. */
export const ALL_ENTRIES = Infinity;
const PAGE_SIZE = 100;
/** Many responses at once would keep n8n from other work. */
const PAGES_AT_ONCE = 8;
const MOST_PAGES = 1_000;

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
	next?: string;
	/** Of the whole list. */
	count?: number;
}

/**
 * Reads a list to its end, or to the limit: pages of Django REST framework, `{ count, next, results }`.
 * What comes twice is there once.
 * @param key the field with the key of an entry. Undefined if entries have none
 */
export async function readList(
	client: Client,
	path: string,
	key: string | undefined,
	query: Query,
	limit = ALL_ENTRIES,
): Promise<List> {
	const entries = new Map<unknown, IDataObject>();
	const idOf = (entry: IDataObject) => (key !== undefined && entry[key]) || JSON.stringify(entry);
	const isKnown = (entry: IDataObject) => entries.has(idOf(entry));
	const first = await readPage(client, path, { ...query, page_size: Math.min(limit, PAGE_SIZE) });
	let last: Page = { results: [] };
	let [counted, hasMoved, hasCopies, divided] = [0, false, false, 0];
	// A page is one query of the service: copies in it are one for each attendee that a filter matches,
	// and `count` has them too. A page may end between them. Any other entry on two pages has moved, so
	// another one may be on none.
	const add = (page: Page): boolean => {
		const size = entries.size;
		const added = page.results.filter((entry) => !isKnown(entry)).length;
		divided += copiesAtStart(page, last, idOf);
		for (const entry of page.results) entries.set(idOf(entry), entry);
		hasCopies ||= entries.size - size < added;
		counted += added;
		hasMoved ||= page.count !== first.count;
		last = page;
		return added > 0;
	};
	let isNew = add(first);
	for (const page of await otherPages(client, path, first, limit, isKnown)) isNew = add(page);
	let pages = 1;
	while (isNew && entries.size < limit && last.next !== undefined && pages < MOST_PAGES) {
		isNew = add(await nextPage(client, path, last.next));
		pages += 1;
	}
	if (hasCopies) counted += divided;
	const incomplete = entries.size < limit ? flawIn(last, counted, hasMoved) : undefined;
	return { entries: [...entries.values()].slice(0, limit), incomplete, hasMoved };
}

/** How many entries of a page are the one with which the page before has ended. */
function copiesAtStart(
	{ results }: Page,
	before: Page,
	idOf: (entry: IDataObject) => unknown,
): number {
	const end = before.results.at(-1);
	const others = results.findIndex((entry) => !end || idOf(entry) !== idOf(end));
	return others < 0 ? results.length : others;
}

function flawIn({ count, next }: Page, counted: number, hasMoved: boolean): string | undefined {
	if (hasMoved) return 'The list changed while it was read, so entries may be missing';
	if (count === undefined) {
		return next === undefined ? undefined : 'The list does not end, so entries may be missing';
	}
	return count === counted
		? undefined
		: `The service reported ${count} entries but returned ${counted}`;
}

/** Several lists as one. */
export const joined = (lists: List[]): List => ({
	entries: lists.flatMap(({ entries }) => entries),
	incomplete: lists.find(({ incomplete }) => incomplete !== undefined)?.incomplete,
	hasMoved: lists.some(({ hasMoved }) => hasMoved),
});

/** For what must not miss any. @throws ServiceError if entries may be missing */
export function whole({ entries, incomplete }: List): IDataObject[] {
	if (incomplete === undefined) return entries;
	const modelAdvice = 'Try it once more. If it fails again, tell the user';
	throw new ServiceError(incomplete, 'Try again later', { status: 200, modelAdvice });
}

export const readPage = async (client: Client, path: string, query: Query): Promise<Page> =>
	pageIn(await client.read(path, searchOf(query)), path);

/** All after the first one at once, if pages have numbers. After one that is no other page, none. */
async function otherPages(
	client: Client,
	path: string,
	{ results, count, next }: Page,
	limit: number,
	isKnown: (entry: IDataObject) => boolean,
): Promise<Page[]> {
	const query = new URLSearchParams(next);
	if (count === undefined || query.get('page') !== '2') return [];
	const pages = Math.min(Math.ceil(Math.min(count, limit) / results.length), MOST_PAGES);
	const searches = Array.from({ length: pages - 1 }, (_, index) => {
		query.set('page', String(index + 2));
		return query.toString();
	});
	let isOver = false;
	const read = await inOrder(searches, PAGES_AT_ONCE, async (search) => {
		if (isOver) return [];
		const page = await nextPage(client, path, search);
		isOver ||= page.results.every(isKnown);
		return [page];
	});
	return read.flat();
}

/** Django responds with 404 if there is no such page any more. */
const nextPage = async (client: Client, path: string, search: string): Promise<Page> =>
	await client.read(path, search).then(
		(body) => pageIn(body, path),
		(error: unknown) => {
			if (!hasStatus(error, 404)) throw error;
			return { results: [] };
		},
	);

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
function queryIn(link: unknown): string | undefined {
	const base = 'https://service';
	if (typeof link !== 'string' || !URL.canParse(link, base)) return undefined;
	return new URL(link, base).search.slice(1);
}
