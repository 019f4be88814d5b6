import type { IDataObject } from 'n8n-workflow';

import { hasStatus, ServiceError } from '../errors';
import type { ServiceClient } from '../http/client';
import { inOrder } from '../http/pool';
import { keyIn } from '../values/keys';
import { nextAfter, type Next, type Progress } from './next';
import { fetchPage, refusalIn, type Page } from './page';
import { isPositional, merged, pagesFrom } from './positions';

const MOST_PAGES = 10_000;
const MOST_PAGES_WITHOUT_NEWS = 20;

/** Reads a list page by page, with all the guards against misleading lists. */
export class Reading {
	/** Why entries may be missing. */
	problem: string | undefined;
	/** By key. Entries without a key are known by their content. */
	entries = new Map<string, IDataObject>();
	private last: Page | undefined;
	private next: Next | undefined;
	/** The query of the last page that was not empty. */
	private current: string;
	private readonly read: Progress = { pages: 0, entries: 0, longest: 0, isLinked: false };
	private pagesWithoutNews = 0;
	/** The smallest one: entries that were added meanwhile may be on pages that were already read. */
	private total: number | undefined;
	private isPlanned = false;
	/** Pages before the last one that were read one after another and are found by their position. */
	private readonly unsettled = new Set<string>();
	private readonly sent = new Set<string>();

	/** @param keys fields that may hold the key of an entry */
	constructor(
		private readonly client: ServiceClient,
		private readonly path: string,
		private readonly filters: string,
		private readonly keys: string[],
		private readonly limit: number,
	) {
		this.current = filters;
	}

	async run(): Promise<void> {
		this.take(await this.fetch(this.filters), this.filters);
		while (this.next && !this.hasEnough) {
			if (this.read.pages >= MOST_PAGES) {
				return this.end(`The list has more than ${MOST_PAGES} pages: the others were not read`);
			}
			await this.readPlanned(this.next);
			if (this.next && !this.hasEnough) await this.readNext(this.next);
		}
		if (this.hasEnough) return;
		const { entries } = this.read;
		if (await this.readUnsettled()) {
			this.problem = 'The list kept changing while it was read: entries may be missing';
		} else if (entries < (this.total ?? 0)) {
			this.problem = `The service reported ${this.total} entries but returned ${entries}: some may be missing`;
		}
	}

	private get hasEnough(): boolean {
		return this.entries.size >= this.limit;
	}

	/** Fetches all pages that are known at the same time, as soon as one shows how. */
	private async readPlanned({ queries, isLinked }: Next): Promise<void> {
		const { elements = [], total = 0 } = this.last ?? {};
		const { pages: pagesBefore, entries, way } = this.read;
		const size = elements.length;
		const queryOf = pagesFrom(merged(queries[0] ?? '', this.filters), size);
		const isProven = isLinked || way !== undefined;
		if (this.isPlanned || !isProven || !queryOf || size === 0 || total <= entries) return;
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
			if (!page || !this.next || page.elements.some(this.isKnown)) return;
			this.take(page, queryOf(index));
		}
	}

	/** Tries the ways to the next page until one brings news, or the list turns out to end. */
	private async readNext({ queries, isLinked, isSaid, refusals }: Next): Promise<void> {
		let failure = misleading('The list has more entries, but the service does not say where');
		for (const part of queries) {
			const query = merged(part, this.filters);
			// Some services link to a next page forever, and end the list with empty ones.
			const isOver = isPositional(query) && this.pagesWithoutNews >= MOST_PAGES_WITHOUT_NEWS;
			const isEmpty = this.last?.elements.length === 0;
			if (isEmpty && (isOver || this.sent.has(query))) return this.end();
			const page = await this.tried(query, isLinked);
			if (!(page instanceof ServiceError)) {
				if (isPositional(query) && page.elements.length > 0) this.unsettled.add(this.current);
				Object.assign(this.read, { isLinked, way: part.split('=')[0] });
				return this.take(page, query);
			}
			if (isLinked || this.read.way !== undefined) failure = page;
			if (isLinked && hasStatus(page, 404)) {
				this.unsettled.add(this.current);
				return this.end(
					`The service linked to a page after entry ${this.read.entries}, but it does not exist`,
				);
			}
			if (hasStatus(page, ...refusals)) return this.end();
		}
		if (isSaid) throw failure;
		this.end('The list may have more entries, but the service does not say how to get them');
	}

	/** The page, or why it is none. */
	private async tried(query: string, isLinked: boolean): Promise<Page | ServiceError> {
		if (this.sent.has(query)) {
			return misleading('The list links back to a page that was already read');
		}
		this.sent.add(query);
		const page = await this.fetch(query).catch(refusalIn);
		if (page instanceof ServiceError || this.isUseful(page, isLinked)) return page;
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
		// The page that did not exist was the last one, and is not linked to any more.
		if (queries.at(-1) === this.current && !(last && this.nextOf(last))) this.problem = undefined;
		const elements = found.flatMap((page) => page.elements);
		if (!elements.every(this.isKnown)) {
			const others = this.entries.values();
			this.entries = new Map();
			this.add([...elements, ...others]);
		}
		const totals = found.map(({ total = Infinity }) => total);
		return Math.min(...totals) < Math.min(Math.max(...totals), this.total ?? 0);
	}

	private async fetch(query: string): Promise<Page> {
		return await fetchPage(this.client, this.path, query);
	}

	private take(page: Page, query: string): void {
		const { elements, total } = page;
		const { read } = this;
		if (total !== undefined) this.total = Math.min(total, this.total ?? total);
		if (!elements.every(this.isKnown)) read.entries += elements.length;
		this.sent.add(query);
		if (elements.length > 0) this.current = query;
		read.pages += 1;
		read.longest = Math.max(read.longest, elements.length);
		this.add(elements);
		this.last = page;
		this.next = this.nextOf(page);
	}

	private nextOf(page: Page): Next | undefined {
		const lastKey = this.keyOf(page.elements.at(-1));
		const address = `${this.client.settings.baseUrl}${this.path}`;
		return nextAfter(page, { ...this.read, lastKey }, address);
	}

	private add(elements: IDataObject[]): void {
		for (const entry of elements) {
			if (!this.isKnown(entry)) this.entries.set(this.idOf(entry), entry);
		}
	}

	private readonly isKnown = (entry: IDataObject) => this.entries.has(this.idOf(entry));

	private readonly idOf = (entry: IDataObject) => this.keyOf(entry) ?? JSON.stringify(entry);

	private keyOf(entry: IDataObject | undefined): string | undefined {
		return keyIn(this.keys.map((name) => entry?.[name]).find((value) => value !== undefined));
	}

	/** Without this check, a service that ignores the page parameter would be asked forever. */
	private isUseful({ elements }: Page, isLinked: boolean): boolean {
		const isNew = !elements.every(this.isKnown);
		this.pagesWithoutNews = isNew ? 0 : this.pagesWithoutNews + 1;
		const idsOf = (page: IDataObject[] = []) => page.map(this.idOf).sort().join();
		const isKnownWay = isLinked || this.read.way !== undefined;
		const isSame = !isKnownWay || idsOf(elements) === idsOf(this.last?.elements);
		if (!isNew && elements.length > 0 && isSame) return false;
		return this.pagesWithoutNews <= MOST_PAGES_WITHOUT_NEWS;
	}
}

const misleading = (message: string): ServiceError =>
	new ServiceError(
		message,
		"Narrow the list with filters or 'Limit', and report this to the support of the service",
	);
