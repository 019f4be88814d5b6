import type { IDataObject } from 'n8n-workflow';

import { queryString, type QueryValue } from '../values/addresses';
import type { ServiceClient } from '../http/client';
import { inOrder } from '../http/pool';
import { hasStatus, ServiceError } from '../errors';
import { pageIn, REMEDY, type Page } from './page';
import { isAsPlanned, isPositional, planFrom } from './plan';
import { keyOf } from './response';

export interface List {
	path: string;
	query?: Record<string, QueryValue>;
	/** Fields that may hold the key of an entry. */
	keys: string[];
	/** Use the list even if the service reports more entries and gives no way to get them. */
	mayMiscount?: boolean;
}

const MOST_EMPTY_PAGES = 20;
const MOST_EMPTY_GUESSES = 3;
/** How services refuse a page after the last one. */
const NO_SUCH_PAGE = [400, 404, 416, 422];

/** One reading of a list, page by page, with all the guards against lists that mislead us. */
export class Reading {
	/** Every entry once. */
	readonly elements: IDataObject[] = [];
	/** Entries returned, duplicates included. */
	received = 0;
	total: number | undefined;
	last: Page | undefined;
	/** The service linked to a page that does not exist. */
	isBroken = false;
	/** The list became shorter: an entry may have moved to a page that was already read. */
	hasShrunk = false;
	private emptyPages = 0;
	private readonly seenKeys = new Set<string>();
	private readonly asked = new Set<string>();
	private readonly filters: string;

	constructor(
		private readonly client: ServiceClient,
		private readonly list: List,
		private readonly limit: number,
	) {
		this.filters = queryString(list.query ?? {}, client.settings.arrayFormat);
	}

	/** @param stopIfShrunk whether to stop as soon as a second reading is needed */
	async run({ stopIfShrunk }: { stopIfShrunk: boolean }): Promise<void> {
		const first = await this.fetch(this.filters, 0);
		this.take(first);
		await this.readPlanned(first);
		while (this.last?.next !== undefined && !this.hasEnough && !(this.hasShrunk && stopIfShrunk)) {
			await this.readNext(this.last, this.last.next);
		}
	}

	get hasEnough(): boolean {
		return this.elements.length >= this.limit;
	}

	/** Whether a second reading may find entries that this one missed. */
	get isDoubtful(): boolean {
		const isShort = !this.hasEnough && this.elements.length < (this.total ?? 0);
		return this.isBroken || this.hasShrunk || (isShort && this.asked.size > 0);
	}

	get content(): string {
		return this.contentOf(this.elements);
	}

	/** Fetches all the pages that the first one lets us foresee at once. */
	private async readPlanned(first: Page): Promise<void> {
		const plan = planFrom(first, this.limit);
		if (!plan) return;
		let end = plan.pages;
		const isNew = (page: Page) => !page.elements.some(this.isSeen);
		const fetchPlanned = async (index: number) => {
			const page = await this.fetch(plan.queryOf(index), (index + 1) * plan.size).catch(notRead);
			if (page && isAsPlanned(plan, index, page) && isNew(page)) return page;
			end = Math.min(end, index);
			return undefined;
		};
		const pages = await inOrder(() => end, this.client.settings.concurrency, fetchPlanned);
		for (const [index, page] of pages.slice(0, end).entries()) {
			if (!page || !isNew(page)) return;
			this.asked.add(plan.queryOf(index));
			this.take(page);
		}
	}

	private async readNext(last: Page, next: string): Promise<void> {
		if (this.asked.has(next) || next === this.filters) {
			throw new ServiceError('The list links back to a page that was already read', REMEDY);
		}
		this.asked.add(next);
		const page = await this.fetch(next, this.elements.length).catch((error: unknown) => {
			if (last.isGuess && hasStatus(error, ...NO_SUCH_PAGE)) return undefined;
			if (!hasStatus(error, 404)) throw error;
			this.isBroken = true;
			return undefined;
		});
		if (page && this.hasNews(page, last)) this.take(page);
		else this.last = { ...last, next: undefined };
	}

	private async fetch(query: string, before: number): Promise<Page> {
		const { path, keys } = this.list;
		const { body, headers } = await this.client
			.request({ method: 'GET', path, search: query })
			.catch(emptyList);
		const address = `${this.client.settings.baseUrl}${path}`;
		const base = this.last?.base;
		return pageIn(body, headers, { address, filters: this.filters, query, keys, before, base });
	}

	private take(page: Page): void {
		const isShorter = page.total !== undefined && page.total < (this.total ?? 0);
		this.hasShrunk ||= isShorter && isPositional(this.last?.next ?? '');
		this.total = page.total ?? this.total;
		this.last = page;
		this.received += page.elements.length;
		for (const entry of page.elements) {
			if (this.isSeen(entry)) continue;
			const key = keyOf(entry, this.list.keys);
			if (key !== undefined) this.seenKeys.add(key);
			this.elements.push(entry);
		}
	}

	/** A service that ignores which page we ask for would otherwise be asked forever. */
	private hasNews({ elements, next, isGuess }: Page, last: Page): boolean {
		this.emptyPages = elements.length === 0 ? this.emptyPages + 1 : 0;
		if (elements.length === 0) {
			if (isGuess && this.emptyPages > MOST_EMPTY_GUESSES) return false;
			if (next === undefined || this.emptyPages <= MOST_EMPTY_PAGES) return true;
			throw new ServiceError('The list continues with nothing but empty pages', REMEDY);
		}
		const isOld = next !== undefined && elements.every(this.isSeen);
		if (isOld || this.contentOf(elements) === this.contentOf(last.elements)) {
			if (last.isGuess && last.hasMore) return false;
			throw new ServiceError('The service returns the same page of the list again', REMEDY);
		}
		return true;
	}

	private readonly isSeen = (entry: IDataObject): boolean =>
		this.seenKeys.has(keyOf(entry, this.list.keys) ?? '');

	private readonly contentOf = (elements: IDataObject[]): string =>
		JSON.stringify(elements.map((entry) => keyOf(entry, this.list.keys) ?? entry));
}

/** A page that can't be read ahead may not be needed. */
function notRead(error: unknown): undefined {
	if (!(error instanceof ServiceError)) throw error;
}

/** A 204 says that the list is empty, which is no error. */
function emptyList(error: unknown): { body: unknown; headers: Record<string, unknown> } {
	if (hasStatus(error, 204)) return { body: [], headers: {} };
	throw error;
}
