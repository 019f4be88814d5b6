import type { IDataObject } from 'n8n-workflow';

import { hasStatus, ServiceError } from '../errors';
import type { ServiceClient } from '../http/client';
import { inOrder } from '../http/pool';
import { queryString, type QueryValue } from '../values/addresses';
import { nextAfter, pagesFrom, positionIn, type Next, type Progress } from './next';
import { Entries, fetchPage, misleading, refusalIn, type Page } from './page';

const MOST_PAGES = 10_000;
const MOST_PAGES_WITHOUT_NEWS = 20;

export interface Collected {
	/** Every entry once, in the order of the service. */
	elements: IDataObject[];
	/** Why entries may be missing. */
	incomplete?: string;
}

interface List {
	path: string;
	query?: Record<string, QueryValue>;
	/** Fields that may hold the key of an entry. */
	keys: string[];
}

/**
 * Reads a list with any kind of pages, because the API documentation shows none.
 * @param limit how many entries are wanted, Infinity for all
 * @throws ServiceError if the service says that there are more entries and gives no way to get them
 */
export async function collect(
	client: ServiceClient,
	list: List,
	limit: number,
): Promise<Collected> {
	const reading = new Reading(client, list, limit);
	await reading.run();
	const elements = [...reading.entries.values()].slice(0, limit);
	return { elements, incomplete: reading.problem };
}

class Reading {
	problem: string | undefined;
	readonly entries: Entries;
	private readonly address: string;
	private last: Page | undefined;
	private next: Next | undefined;
	/** The query of the last page that was not empty. */
	private current: string;
	private readonly read: Progress = { pages: 0, entries: 0, longest: 0, isLinked: false };
	private pagesWithoutNews = 0;
	/** The smallest one: entries that were added meanwhile may be on pages that were already read. */
	private total: number | undefined;
	private isPlanned = false;
	/** Pages found by their position, which a deleted entry shifts. */
	private readonly unsettled = new Set<string>();
	private readonly sent = new Set<string>();

	constructor(
		private readonly client: ServiceClient,
		private readonly list: List,
		private readonly limit: number,
	) {
		const { baseUrl, arrayFormat } = client.settings;
		this.current = queryString(list.query ?? {}, arrayFormat);
		this.address = `${baseUrl}${list.path}?${this.current}`;
		this.entries = new Entries(list.keys);
	}

	async run(): Promise<void> {
		this.take(await this.fetch(this.current), this.current);
		while (this.next && this.entries.size < this.limit) {
			if (this.read.pages >= MOST_PAGES) {
				return this.end(`The list has more than ${MOST_PAGES} pages: the others were not read`);
			}
			if (!(await this.readPlanned(this.next))) await this.readNext(this.next);
		}
		const { entries } = this.read;
		if (this.entries.size >= this.limit) return;
		if (await this.readUnsettled()) {
			this.problem = 'The list kept changing while it was read: entries may be missing';
		} else if (entries < (this.total ?? 0)) {
			this.problem = `The service reported ${this.total} entries but returned ${entries}: some may be missing`;
		}
	}

	/** Reads all pages at the same time, as soon as one shows where they are. */
	private async readPlanned({ queries, isProven }: Next): Promise<boolean> {
		const { elements = [], total = 0 } = this.last ?? {};
		const { pages: pagesBefore, entries } = this.read;
		const size = elements.length;
		const queryOf = pagesFrom(queries[0] ?? '', size);
		if (this.isPlanned || !isProven || !queryOf || size === 0 || total <= entries) return false;
		this.isPlanned = true;
		this.unsettled.add(this.current);
		const wanted = Math.ceil((Math.min(total, this.limit) - entries) / size);
		let end = Math.min(wanted, MOST_PAGES - pagesBefore);
		const pages = await inOrder(
			() => end,
			() => this.client.width,
			async (index) => {
				// If it fails, the page may not be needed.
				const page = await this.fetch(queryOf(index)).catch(() => undefined);
				const length = Math.min(size, total - entries - index * size);
				if (page?.elements.length === length && page.total === total) return page;
				// The list has changed, or the service counts differently.
				end = Math.min(end, index);
				return undefined;
			},
		);
		for (const [index, page] of pages.entries()) {
			if (!page || !this.next || page.elements.some(this.entries.isKnown)) break;
			this.take(page, queryOf(index));
		}
		return true;
	}

	/** Tries the ways to the next page until one brings news, or the list turns out to end. */
	private async readNext({ queries, isLinked, isProven, isSaid, refusals }: Next): Promise<void> {
		let failure = misleading('The list has more entries, but the service does not say where');
		for (const query of queries) {
			// Some services link to a next page forever, and end the list with empty ones.
			const isOver = positionIn(query) && this.pagesWithoutNews >= MOST_PAGES_WITHOUT_NEWS;
			const isEmpty = this.last?.elements.length === 0;
			if (isEmpty && (isOver || this.sent.has(query))) return this.end();
			const page = await this.tried(query, isProven);
			if (!(page instanceof ServiceError)) {
				if (positionIn(query) && page.elements.length > 0) this.unsettled.add(this.current);
				Object.assign(this.read, { isLinked, way: query.split('=')[0] });
				return this.take(page, query);
			}
			if (isProven) failure = page;
			if (!hasStatus(page, ...refusals)) continue;
			if (!isLinked) return this.end();
			this.unsettled.add(this.current);
			return this.end(
				`The service linked to a page after entry ${this.read.entries}, but it does not exist`,
			);
		}
		if (isSaid) throw failure;
		this.end('The list may have more entries, but the service does not say how to get them');
	}

	/** Without these checks, a service that ignores the page parameter would be asked forever. */
	private async tried(query: string, isProven: boolean): Promise<Page | ServiceError> {
		if (this.sent.has(query)) {
			return misleading('The list links back to a page that was already read');
		}
		this.sent.add(query);
		const page = await this.fetch(query).catch(refusalIn);
		if (page instanceof ServiceError) return page;
		const isNew = !page.elements.every(this.entries.isKnown);
		this.pagesWithoutNews = isNew ? 0 : this.pagesWithoutNews + 1;
		const idsOf = (elements: IDataObject[] = []) => elements.map(this.entries.idOf).sort().join();
		const isSame = !isProven || idsOf(page.elements) === idsOf(this.last?.elements);
		const isUseless = !isNew && page.elements.length > 0 && isSame;
		if (!isUseless && this.pagesWithoutNews <= MOST_PAGES_WITHOUT_NEWS) return page;
		return misleading('The service returned the same page of the list again');
	}

	private end(problem?: string): void {
		this.problem = problem;
		this.next = undefined;
	}

	/**
	 * A deleted entry shifts the others to the front, maybe to a page that was already read. So such
	 * pages are read again, all at the same time. Returns whether the list gets shorter meanwhile.
	 */
	private async readUnsettled(): Promise<boolean> {
		const queries = [...this.unsettled];
		const pages = await inOrder(
			queries.length,
			() => this.client.width,
			async (index) => await this.fetch(queries[index] ?? '').catch(refusalIn),
		);
		const found = pages.filter((page) => 'elements' in page);
		const last = found.at(-1);
		const isEnd = !last || !nextAfter(last, this.read, this.address);
		// The page that did not exist was the last one, and is not linked to any more.
		if (queries.at(-1) === this.current && isEnd) this.problem = undefined;
		const elements = found.flatMap((page) => page.elements);
		if (!elements.every(this.entries.isKnown)) {
			const others = [...this.entries.values()];
			this.entries.clear();
			this.entries.add([...elements, ...others]);
		}
		const totals = found.map(({ total = Infinity }) => total);
		return Math.min(...totals) < Math.min(Math.max(...totals), this.total ?? 0);
	}

	private async fetch(query: string): Promise<Page> {
		return await fetchPage(this.client, this.list.path, query);
	}

	private take(page: Page, query: string): void {
		const { elements, total } = page;
		const { read } = this;
		if (total !== undefined) this.total = Math.min(total, this.total ?? total);
		if (!elements.every(this.entries.isKnown)) read.entries += elements.length;
		this.sent.add(query);
		if (elements.length > 0) this.current = query;
		read.pages += 1;
		read.longest = Math.max(read.longest, elements.length);
		this.entries.add(elements);
		read.lastKey = this.entries.keyOf(elements.at(-1));
		this.last = page;
		this.next = nextAfter(page, read, this.address);
	}
}
