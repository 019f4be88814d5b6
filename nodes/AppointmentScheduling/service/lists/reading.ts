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
/** Services refuse a page after the last one with these. */
const NO_SUCH_PAGE = [400, 404, 416, 422];

/** Reads a list once, page by page, with all the guards against misleading lists. */
export class Reading {
	/** Entries returned, duplicates included. */
	received = 0;
	total: number | undefined;
	last: Page | undefined;
	/** The service linked to a page that does not exist. */
	isBroken = false;
	/** The list got shorter, so an entry may have moved to a page that we had already read. */
	hasShrunk = false;
	private pages = 0;
	private emptyPages = 0;
	private readonly entries = new Map<unknown, IDataObject>();
	private readonly asked: Set<string>;
	private readonly filters: string;

	constructor(
		private readonly client: ServiceClient,
		private readonly list: List,
		private readonly limit: number,
	) {
		this.filters = queryString(list.query ?? {}, client.settings.arrayFormat);
		this.asked = new Set([this.filters]);
	}

	/** @param stopIfShrunk whether to stop as soon as a second reading is needed */
	async run({ stopIfShrunk }: { stopIfShrunk: boolean }): Promise<void> {
		const first = await this.fetch(this.filters, 0, 0);
		this.take(first);
		await this.readPlanned(first);
		while (this.last?.next !== undefined && !this.hasEnough && !(this.hasShrunk && stopIfShrunk)) {
			await this.readNext(this.last, this.last.next);
		}
	}

	/** Every entry once. */
	get elements(): IDataObject[] {
		return [...this.entries.values()];
	}

	get hasEnough(): boolean {
		return this.entries.size >= this.limit;
	}

	/** Whether a second reading may find entries that this one missed. */
	get isDoubtful(): boolean {
		const isShort = !this.hasEnough && this.entries.size < (this.total ?? 0);
		return this.isBroken || this.hasShrunk || (isShort && this.asked.size > 1);
	}

	/** Fetches all pages that are known from the first one, at the same time. */
	private async readPlanned(first: Page): Promise<void> {
		const plan = planFrom(first, this.limit);
		if (!plan) return;
		let end = plan.pages;
		const isNew = (page: Page) => !page.elements.some(this.isSeen);
		const fetchPlanned = async (index: number) => {
			const before = index + 1;
			const asked = this.fetch(plan.queryOf(index), before, before * plan.size);
			// If this fails, the page may not be needed.
			const page = await asked.catch(() => undefined);
			if (page && isAsPlanned(plan, index, page)) return page;
			end = Math.min(end, index);
			return undefined;
		};
		const pages = await inOrder(
			() => end,
			() => this.client.width,
			fetchPlanned,
		);
		for (const [index, page] of pages.entries()) {
			if (!page || !isNew(page)) return;
			this.asked.add(plan.queryOf(index));
			this.take(page);
		}
	}

	private async readNext(last: Page, next: string): Promise<void> {
		if (this.asked.has(next)) {
			throw new ServiceError('The list links back to a page that was already read', REMEDY);
		}
		this.asked.add(next);
		const page = await this.fetch(next, this.pages, this.entries.size).catch((error: unknown) => {
			if (last.isGuess && hasStatus(error, ...NO_SUCH_PAGE)) return undefined;
			if (!hasStatus(error, 404)) throw error;
			this.isBroken = true;
			return undefined;
		});
		if (page && this.hasNews(page, last)) this.take(page);
		else this.last = { ...last, next: undefined };
	}

	private async fetch(query: string, pagesBefore: number, entriesBefore: number): Promise<Page> {
		const { path, keys } = this.list;
		const { body, headers } = await this.client
			.request({ method: 'GET', path, search: query })
			.catch(emptyList);
		const address = `${this.client.settings.baseUrl}${path}`;
		const asked = { address, filters: this.filters, query, keys, pagesBefore, entriesBefore };
		return pageIn(body, headers, asked);
	}

	private take(page: Page): void {
		const isShorter = (page.total ?? Infinity) < (this.total ?? 0);
		this.hasShrunk ||= isShorter && isPositional(this.last?.next ?? '');
		this.total = page.total ?? this.total;
		this.last = page;
		this.pages += 1;
		this.received += page.elements.length;
		for (const entry of page.elements) {
			if (!this.isSeen(entry)) this.entries.set(this.idOf(entry), entry);
		}
	}

	/** Without this check, a service that ignores the page parameter would be asked forever. */
	private hasNews({ elements, next, isGuess }: Page, last: Page): boolean {
		this.emptyPages = elements.length === 0 ? this.emptyPages + 1 : 0;
		if (elements.length === 0) {
			if (isGuess && this.emptyPages > MOST_EMPTY_GUESSES) return false;
			if (next === undefined || this.emptyPages <= MOST_EMPTY_PAGES) return true;
			throw new ServiceError('The list continues with empty pages only', REMEDY);
		}
		const isOld = next !== undefined && elements.every(this.isSeen);
		if (!isOld && this.contentOf(elements) !== this.contentOf(last.elements)) return true;
		if (last.isGuess && last.hasMore) return false;
		throw new ServiceError('The service returned the same page of the list again', REMEDY);
	}

	/** Entries without a key are all different. */
	private readonly idOf = (entry: IDataObject) => keyOf(entry, this.list.keys) ?? entry;
	private readonly isSeen = (entry: IDataObject) => this.entries.has(this.idOf(entry));
	readonly contentOf = (elements: IDataObject[]) => JSON.stringify(elements.map(this.idOf));
}

/** A 204 means that the list is empty. */
function emptyList(error: unknown): { body: unknown; headers: Record<string, unknown> } {
	if (hasStatus(error, 204)) return { body: [], headers: {} };
	throw error;
}
