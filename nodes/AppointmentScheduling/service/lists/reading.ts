import type { IDataObject } from 'n8n-workflow';

import { queryString, type QueryValue } from '../values/addresses';
import { keyIn } from '../values/keys';
import type { ServiceClient } from '../http/client';
import { inOrder } from '../http/pool';
import { hasStatus, ServiceError } from '../errors';
import { pageIn, REMEDY, type Asked, type Next, type Page } from './page';
import { isPositional, planFrom } from './plan';

export interface List {
	path: string;
	query?: Record<string, QueryValue>;
	/** Fields that may hold the key of an entry. */
	keys: string[];
}

const MOST_PAGES = 10_000;
const MOST_PAGES_WITHOUT_NEWS = 20;
/** Services refuse a page after the last one, or an unknown parameter, with these. */
const NO_SUCH_PAGE = [404, 416, 400, 422];

/** Reads a list once, page by page, with all the guards against misleading lists. */
export class Reading {
	/** Every entry once. */
	elements: IDataObject[] = [];
	/** Entries returned, duplicates included. */
	received = 0;
	total: number | undefined;
	/** The smallest one: entries that were added meanwhile may be on pages that were already read. */
	smallestTotal: number | undefined;
	/** Why entries may be missing. */
	problem: string | undefined;
	/** Entries may have moved to a page that was already read, or are missing: read again. */
	isDoubtful = false;
	private pages = 0;
	private pagesWithoutNews = 0;
	private longest = 0;
	private last: Page | undefined;
	private way: string | undefined;
	private isPlanned = false;
	private isCounted = false;
	/** Queries of the pages that were read one after another, except the last. */
	private readonly alone: string[] = [];
	private readonly seen = new Set<string>();
	private readonly asked: Set<string>;
	/** The query of the page that was read last. */
	private current: string;
	private readonly filters: string;

	constructor(
		private readonly client: ServiceClient,
		private readonly list: List,
		private readonly limit: number,
	) {
		this.filters = queryString(list.query ?? {}, client.settings.arrayFormat);
		this.asked = new Set([this.filters]);
		this.current = this.filters;
	}

	/** @param stopIfDoubtful whether to stop as soon as a second reading is needed */
	async run({ stopIfDoubtful }: { stopIfDoubtful: boolean }): Promise<void> {
		this.take(await this.fetch(this.filters), '');
		while (this.last?.next && !this.hasEnough && !(this.isDoubtful && stopIfDoubtful)) {
			if (this.pages >= MOST_PAGES) {
				this.problem = `The list has more than ${MOST_PAGES} pages: the others were not read`;
				return;
			}
			await this.readPlanned(this.last);
			if (this.last.next && !this.hasEnough) await this.readNext(this.last.next);
		}
		if (this.isShort && this.pages > 1) this.isDoubtful = true;
		if (this.isCounted && !this.hasEnough && !this.isDoubtful) await this.checkShift();
	}

	get hasEnough(): boolean {
		return this.elements.length >= this.limit;
	}

	get isShort(): boolean {
		return !this.hasEnough && this.elements.length < (this.smallestTotal ?? 0);
	}

	/** Fetches all pages that are known at the same time, as soon as one shows how. */
	private async readPlanned(last: Page): Promise<void> {
		if (this.isPlanned || !(last.next?.isLinked || this.way !== undefined)) return;
		const plan = planFrom(last, this.received, this.limit, MOST_PAGES - this.pages);
		if (!plan) return;
		this.isPlanned = true;
		this.isCounted = true;
		this.alone.push(this.current);
		const { pages: pagesBefore, received } = this;
		let end = plan.pages;
		const fetchPlanned = async (index: number) => {
			const before = {
				pagesBefore: pagesBefore + index,
				entriesBefore: received + index * last.elements.length,
			};
			// If this fails, the page may not be needed.
			const page = await this.fetch(this.withFilters(plan.queryOf(index)), before).catch(
				() => undefined,
			);
			if (page && plan.isAsPlanned(index, page)) return page;
			end = Math.min(end, index);
			return undefined;
		};
		const pages = await inOrder(
			() => end,
			() => this.client.width,
			fetchPlanned,
		);
		for (const [index, page] of pages.entries()) {
			if (!page || page.elements.some(this.isSeen)) return;
			this.asked.add(this.withFilters(plan.queryOf(index)));
			this.take(page, plan.queryOf(index));
		}
	}

	/** Tries the ways to the next page until one brings news, or the list turns out to end. */
	private async readNext({ ways, basis, isLinked }: Next): Promise<void> {
		let failure: ServiceError | undefined;
		for (const { query: part, isNamed } of ways) {
			const query = this.withFilters(part);
			if (this.asked.has(query)) {
				failure ??= new ServiceError('The list links back to a page that was already read', REMEDY);
				continue;
			}
			this.asked.add(query);
			const way = part.split('=')[0];
			const page = await this.fetch(query, { isLinked, way }).catch(refusalIn);
			if (page instanceof ServiceError) {
				const isNoPage = hasStatus(page, 404);
				if (isLinked && isNoPage) {
					this.isDoubtful = true;
					return this.end(
						`The service linked to a page after entry ${this.received}, but it does not exist`,
					);
				}
				const isEnd = basis === 'fullPage' && (isNoPage || isNamed);
				if (!isLinked && basis !== 'said' && (isEnd || this.way)) return this.end();
				failure = page;
			} else if (this.hasNews(page, isLinked)) {
				if (page.elements.length > 0) {
					this.isCounted ||= isPositional(part);
					this.alone.push(this.current);
					this.current = query;
				}
				this.way = way;
				return this.take(page, part);
			} else {
				failure = new ServiceError('The service returned the same page of the list again', REMEDY);
			}
		}
		if (basis === 'said') {
			throw (
				failure ??
				new ServiceError('The list has more entries, but the service does not say where', REMEDY)
			);
		}
		this.end('The list may have more entries, but the service does not say how to get them');
	}

	private end(problem?: string): void {
		this.problem = problem;
		this.last = undefined;
	}

	/**
	 * A deleted entry shifts the others to the front, maybe to a page that was already read. So those
	 * that were read one after another are requested again, at the same time.
	 */
	private async checkShift(): Promise<void> {
		const pages = await inOrder(
			this.alone.length,
			() => this.client.width,
			async (index) => await this.fetch(this.alone[index] ?? '').catch(refusalIn),
		);
		const fresh = pages.flatMap((page) => (page instanceof ServiceError ? [] : page.elements));
		if (fresh.every(this.isSeen)) return;
		const ids = new Set(fresh.map(this.idOf));
		const others = this.elements.filter((entry) => !ids.has(this.idOf(entry)));
		this.elements = [
			...new Map(fresh.map((entry) => [this.idOf(entry), entry])).values(),
			...others,
		];
	}

	private async fetch(query: string, before: Partial<Asked> = {}): Promise<Page> {
		const { path, keys } = this.list;
		const { body, headers } = await this.client
			.request({ method: 'GET', path, search: query })
			.catch(emptyList);
		return pageIn(body, headers, {
			address: `${this.client.settings.baseUrl}${path}`,
			keyOf: (entry) => keyOf(entry, keys),
			pagesBefore: this.pages,
			entriesBefore: this.received,
			longest: this.longest,
			way: this.way,
			...before,
		});
	}

	private take(page: Page, query: string): void {
		const { elements, total } = page;
		if (isPositional(query) && (total ?? Infinity) < (this.total ?? 0)) this.isDoubtful = true;
		this.total = total ?? this.total;
		if (total !== undefined) this.smallestTotal = Math.min(total, this.smallestTotal ?? total);
		this.last = page;
		this.pages += 1;
		this.received += elements.length;
		this.longest = Math.max(this.longest, elements.length);
		const news = elements.filter((entry) => !this.isSeen(entry));
		for (const entry of news) this.elements.push(entry);
		for (const entry of elements) this.seen.add(this.idOf(entry));
	}

	/** Without this check, a service that ignores the page parameter would be asked forever. */
	private hasNews({ elements }: Page, isProven: boolean): boolean {
		if (!elements.every(this.isSeen)) {
			this.pagesWithoutNews = 0;
			return true;
		}
		this.pagesWithoutNews += 1;
		if (elements.length === 0) return this.pagesWithoutNews <= MOST_PAGES_WITHOUT_NEWS;
		const before = new Set(this.last?.elements.map(this.idOf));
		const isSame = elements.every((entry) => before.has(this.idOf(entry)));
		return isProven && !isSame && this.pagesWithoutNews <= MOST_PAGES_WITHOUT_NEWS;
	}

	/** Entries without a key are known by their content. */
	private readonly idOf = (entry: IDataObject) =>
		keyOf(entry, this.list.keys) ?? JSON.stringify(entry);
	private readonly isSeen = (entry: IDataObject) => this.seen.has(this.idOf(entry));
	get content(): string {
		return JSON.stringify(this.elements.map(this.idOf));
	}

	/** The filters too, if the service's link leaves them out. */
	private withFilters(query: string): string {
		const given = new URLSearchParams(query);
		const kept = this.filters
			.split('&')
			.filter((pair) => ![...new URLSearchParams(pair).keys()].every((name) => given.has(name)));
		return [query, ...kept].join('&');
	}
}

function keyOf(entry: IDataObject | undefined, names: string[]): string | undefined {
	return keyIn(names.map((name) => entry?.[name]).find((value) => value !== undefined));
}

function refusalIn(error: unknown): ServiceError {
	if (error instanceof ServiceError && hasStatus(error, ...NO_SUCH_PAGE)) return error;
	throw error;
}

/** A 204 means that the list is empty. */
function emptyList(error: unknown): { body: unknown; headers: Record<string, unknown> } {
	if (hasStatus(error, 204)) return { body: [], headers: {} };
	throw error;
}
