import type { IDataObject } from 'n8n-workflow';

import type { Query } from './addresses';
import type { Client } from './client';
import { ifShown, ServiceError } from './errors';
import { MOST_PAGES, nextPage, otherPages, readPage, type Page } from './pages';

/** As many entries as there are. */
export const ALL_ENTRIES = Infinity;
const PAGE_SIZE = 100;
/** Of the first page, for a second reading: hardly a page begins where one did before. */
const OTHER_SIZE = 0.9;

export interface List {
	entries: IDataObject[];
	/** Why entries may be missing. Who compares concludes nothing from what is not there. */
	incomplete?: string;
	/** It is incomplete because entries came or went while it was read. */
	hasMoved: boolean;
}

interface Reading extends List {
	/** As the service counts them. */
	count?: number;
	/** Of the first page. */
	size: number;
	/** Whether an entry is on two pages. */
	hasRepeats: boolean;
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
	const idOf = (entry: IDataObject) => (key !== undefined && entry[key]) || JSON.stringify(entry);
	const read = async (size: number) =>
		await readPages(client, path, { ...query, page_size: Math.min(limit, size) }, limit, idOf);
	const list = await read(PAGE_SIZE);
	const { count, size, hasRepeats, hasMoved, incomplete } = list;
	if (incomplete === undefined || hasMoved || !hasRepeats || count === undefined) return list;
	// PostgreSQL orders those that start at the same time anew for each page, the same way each time, so
	// some are on two pages and others on none. On pages of another size it is others.
	const again = await ifShown(read(Math.max(Math.floor(size * OTHER_SIZE), 1)));
	if (!again) return list;
	if (again.incomplete === undefined || again.hasMoved) return again;
	const both = [...list.entries, ...again.entries];
	const entries = [...new Map(both.map((entry) => [idOf(entry), entry])).values()];
	const isWhole = again.count === count && entries.length === count;
	const stillLacking = isWhole ? undefined : again.incomplete;
	return { entries: entries.slice(0, limit), incomplete: stillLacking, hasMoved: false };
}

async function readPages(
	client: Client,
	path: string,
	query: Query,
	limit: number,
	idOf: (entry: IDataObject) => unknown,
): Promise<Reading> {
	const entries = new Map<unknown, IDataObject>();
	const isKnown = (entry: IDataObject) => entries.has(idOf(entry));
	const first = await readPage(client, path, query);
	let last: Page = { results: [] };
	let [counted, hasMoved, hasCopies, divided, hasRepeats] = [0, false, false, 0, false];
	// A page is one query of the service: copies in it are one for each attendee that a filter matches,
	// and `count` has them too. A page may end between them. Any other entry on two pages has moved, so
	// another one may be on none.
	const add = (page: Page): boolean => {
		const size = entries.size;
		const added = page.results.filter((entry) => !isKnown(entry)).length;
		divided += copiesAtStart(page, last, idOf);
		for (const entry of page.results) entries.set(idOf(entry), entry);
		hasCopies ||= entries.size - size < added;
		hasRepeats ||= added < page.results.length;
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
	return {
		entries: [...entries.values()].slice(0, limit),
		incomplete,
		hasMoved,
		hasRepeats,
		count: first.count,
		size: first.results.length,
	};
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
