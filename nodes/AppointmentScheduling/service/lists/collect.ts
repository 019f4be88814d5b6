import type { IDataObject } from 'n8n-workflow';

import { hasStatus, ServiceError } from '../core/errors';
import type { ServiceClient } from '../http/client';
import { inOrder } from '../http/pool';
import { queryString, type QueryValue } from '../values/addresses';
import { withArrayFormat } from './arrayRefusal';
import { pagesAtOnce } from './atOnce';
import { pagesAfterBare } from './bare';
import { Cursor } from './cursor';
import { Entries } from './entries';
import { misleading } from './misleading';
import { isFull, pagesFrom, positionIn, type Next } from './next';
import { fetchPage, refusalIn, type List, type Page } from './page';
import { unsettled } from './unsettled';

const MOST_PAGES = 10_000;
const MOST_PAGES_WITHOUT_NEWS = 20;

export interface Collected {
	/** Every entry once, in the order of the service. */
	elements: IDataObject[];
	/** Why entries may be missing. */
	incomplete?: string;
}

/**
 * What the list is read for. To `record` what is in it, pages are read twice if nothing else shows
 * that the list has not changed meanwhile. To `decide`, a list that may be cut off is incomplete.
 */
export type Purpose = 'show' | 'record' | 'decide';

/**
 * Reads a list with any kind of pages, because the API documentation shows none.
 * @param limit how many entries are wanted, Infinity for all
 * @throws ServiceError if the service says that there are more entries and gives no way to get them
 */
export async function collect(
	client: ServiceClient,
	list: List & { query?: Record<string, QueryValue> },
	limit: number,
	purpose: Purpose = 'show',
): Promise<Collected> {
	const { query = {} } = list;
	const written = queryString(query, client.settings.arrayFormat);
	const reading = new Reading(client, list, written, limit, purpose);
	await reading.run(written).catch((error: unknown) => {
		throw withArrayFormat(error, query);
	});
	const elements = [...reading.entries.values()].slice(0, limit);
	return { elements, incomplete: reading.problem };
}

class Reading {
	problem: string | undefined;
	readonly entries: Entries;
	private readonly cursor: Cursor;
	private pagesWithoutNews = 0;
	private isPlanned = false;

	constructor(
		private readonly client: ServiceClient,
		private readonly list: List,
		query: string,
		private readonly limit: number,
		private readonly purpose: Purpose,
	) {
		this.cursor = new Cursor(`${client.settings.baseUrl}${list.path}?${query}`, query);
		this.entries = new Entries(list.keys);
	}

	async run(query: string): Promise<void> {
		const { cursor } = this;
		this.take(await this.fetch(query), query);
		while (cursor.next && this.entries.size < this.limit) {
			if (cursor.read.pages >= MOST_PAGES) {
				return this.end(`The list has more than ${MOST_PAGES} pages: the others were not read`);
			}
			if (cursor.next.isBare) await this.readBare(cursor.next);
			else if (!(await this.readPlanned(cursor.next))) await this.readNext(cursor.next);
		}
		if (this.entries.size >= this.limit) return;
		const isUncertain = cursor.total === undefined && this.purpose !== 'show';
		if ((cursor.isChanged || isUncertain) && (await this.hasShrunkAgain())) {
			this.problem = 'The list kept changing while it was read: entries may be missing';
			return;
		}
		const { last, read, total } = cursor;
		if (last) this.problem = unsettled(last.fields, read, total, isFull(last)) ?? this.problem;
	}

	/** Reads all pages at the same time, as soon as one shows where they are. */
	private async readPlanned({ queries, isProven }: Next): Promise<boolean> {
		const { elements = [], total = 0 } = this.cursor.last ?? {};
		const { pages, entries, query } = this.cursor.read;
		const size = elements.length;
		const queryOf = pagesFrom(queries[0] ?? '', size);
		if (this.isPlanned || !isProven || !queryOf || size === 0 || total <= entries) return false;
		this.isPlanned = true;
		this.cursor.shifting.add(query);
		const wanted = Math.ceil((Math.min(total, this.limit) - entries) / size);
		const plan = { total, size, first: entries, count: Math.min(wanted, MOST_PAGES - pages) };
		const found = await pagesAtOnce(this.client, this.list, queryOf, plan);
		for (const [index, page] of found.entries()) {
			if (!page || !this.cursor.next || page.elements.some(this.entries.isKnown)) break;
			this.take(page, queryOf(index));
		}
		return true;
	}

	/** Tries the ways to the next page until one brings news, or the list turns out to end. */
	private async readNext({ queries, ends, isLinked, isProven, isSaid }: Next): Promise<void> {
		const { cursor } = this;
		let failure = misleading('The list has more entries, but the service does not say where');
		for (const query of queries) {
			// Some services link to a next page forever, and end the list with empty ones.
			const isOver = positionIn(query) && this.pagesWithoutNews >= MOST_PAGES_WITHOUT_NEWS;
			const isEmpty = cursor.last?.elements.length === 0;
			if (isEmpty && (isOver || cursor.isSent(query))) return this.end();
			const page = await this.tried(query, isProven);
			if (!(page instanceof ServiceError)) {
				cursor.follow(query, isLinked, page);
				return this.take(page, query);
			}
			if (isProven) failure = page;
			if (!hasStatus(page, ...ends)) continue;
			if (!isLinked) return this.end();
			cursor.shifting.add(cursor.read.query);
			cursor.isChanged = true;
			return this.end(
				`The service linked to a page after entry ${cursor.read.entries}, but it does not exist`,
			);
		}
		if (isSaid) throw failure;
		this.end('The list may have more entries, but the service does not say how to get them');
	}

	/** Without these checks, a service that ignores the page parameter would be asked forever. */
	private async tried(query: string, isProven: boolean): Promise<Page | ServiceError> {
		if (this.cursor.isSent(query)) {
			return misleading('The list links back to a page that was already read');
		}
		this.cursor.send(query);
		const page = await this.fetch(query).catch(refusalIn);
		if (page instanceof ServiceError) return page;
		const isNew = this.isNew(page);
		this.pagesWithoutNews = isNew ? 0 : this.pagesWithoutNews + 1;
		const last = this.cursor.last?.elements ?? [];
		const isSame = !isProven || this.entries.isSame(page.elements, last);
		const isUseless = !isNew && page.elements.length > 0 && isSame;
		if (!isUseless && this.pagesWithoutNews <= MOST_PAGES_WITHOUT_NEWS) return page;
		return misleading('The service returned the same page of the list again');
	}

	private async readBare({ queries: [second = ''] }: Next): Promise<void> {
		this.end();
		const pages = await pagesAfterBare(this.client, this.list, second, (page) => this.isNew(page));
		if (!pages && this.purpose === 'decide') {
			this.end(
				`The service returned exactly ${this.entries.size} entries and does not say whether there are more`,
			);
		}
		for (const [query, page] of pages ?? []) {
			if (!this.isNew(page)) continue;
			this.cursor.follow(query, false, page);
			this.take(page, query);
		}
	}

	private end(problem?: string): void {
		this.problem = problem;
		this.cursor.next = undefined;
	}

	/**
	 * A deleted entry shifts the others to the front, maybe to a page that was already read. So such
	 * pages are read again, all at the same time. Returns whether the list gets shorter meanwhile.
	 */
	private async hasShrunkAgain(): Promise<boolean> {
		const { cursor } = this;
		const queries = [...cursor.shifting];
		const pages = await inOrder(
			queries.length,
			() => this.client.width,
			async (index) => await this.fetch(queries[index] ?? '').catch(refusalIn),
		);
		const found = pages.filter((page) => 'elements' in page);
		const last = found.at(-1);
		// The page that did not exist was the last one, and is not linked to any more.
		const isEnd = !last || !cursor.nextOf(last);
		if (queries.at(-1) === cursor.read.query && isEnd) this.problem = undefined;
		const elements = found.flatMap((page) => page.elements);
		if (!elements.every(this.entries.isKnown)) {
			const others = [...this.entries.values()];
			this.entries.clear();
			this.entries.add([...elements, ...others]);
		}
		const totals = found.map(({ total = Infinity }) => total);
		return Math.min(...totals) < Math.min(Math.max(...totals), cursor.total ?? 0);
	}

	private async fetch(query: string): Promise<Page> {
		return await fetchPage(this.client, this.list, query);
	}

	private isNew({ elements }: Page): boolean {
		return !elements.every(this.entries.isKnown);
	}

	private take(page: Page, query: string): void {
		const isNew = this.isNew(page);
		this.entries.add(page.elements);
		this.cursor.take(page, query, isNew, this.entries.keyOf(page.elements.at(-1)));
	}
}
