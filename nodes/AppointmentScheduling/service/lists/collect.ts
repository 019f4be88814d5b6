import type { IDataObject } from 'n8n-workflow';

import { hasStatus, ServiceError } from '../core/errors';
import type { ServiceClient } from '../http/client';
import { Entries } from './entries';
import { misleading } from './fields';
import { isBare, isNumbered, merged, nextAfter, positionIn, type Cursor, type Next } from './next';
import { fetchPage, GONE, INVALID, Pages, type List, type Page } from './pages';
import { unsettled } from './signs';

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
 * Reads a list with any kind of pages, because the API documentation shows none
 * (docs/internals/service-behavior.md, Lists and pages).
 * @param filters the query of the list
 * @param limit how many entries are wanted, Infinity for all
 * @throws ServiceError if the service says that there are more entries and gives no way to get them
 */
export async function collect(
	client: ServiceClient,
	list: List,
	filters: string,
	limit: number,
	purpose: Purpose = 'show',
): Promise<Collected> {
	const first = await fetchPage(client, list, filters);
	const reading = new Reading(client, list, filters, first, limit, purpose);
	const incomplete = await reading.run();
	return { elements: [...reading.entries.values()].slice(0, limit), incomplete };
}

class Reading {
	readonly entries: Entries;
	private readonly pages: Pages;
	private cursor: Cursor;
	private next: Next | undefined;
	/** Why entries may be missing, unless the service's own numbers say more. */
	private problem: string | undefined;
	/** Whether the list has changed while it was read. */
	private isChanged = false;
	private pagesWithoutNews = 0;
	private readonly sent: Set<string>;
	/** Queries of pages that a deleted entry shifts, because others follow them by position. */
	private readonly shifting = new Set<string>();

	constructor(
		client: ServiceClient,
		list: List,
		private readonly filters: string,
		private last: Page,
		private readonly limit: number,
		private readonly purpose: Purpose,
	) {
		this.entries = new Entries(list.keys);
		this.pages = new Pages(client, list);
		this.cursor = { pages: 0, entries: 0, longest: 0, query: filters, isLinked: false };
		this.sent = new Set([filters]);
	}

	/** Returns why entries may be missing. */
	async run(): Promise<string | undefined> {
		this.take(this.last, this.filters, false);
		if (this.isWanted && !this.next && isBare(this.last)) await this.checkBare();
		while (this.isWanted && this.next) {
			if (this.cursor.pages >= MOST_PAGES) {
				return `The list has more than ${MOST_PAGES} pages: the others were not read`;
			}
			await this.readAhead(this.next);
			await this.readNext(this.next);
		}
		if (!this.isWanted) return undefined;
		const isUncertain = this.cursor.total === undefined && this.purpose !== 'show';
		if ((this.isChanged || isUncertain) && (await this.hasShrunkAgain())) {
			return 'The list kept changing while it was read: entries may be missing';
		}
		const { total } = this.cursor;
		return unsettled({ ...this.last.signs, total }, this.cursor) ?? this.problem;
	}

	private get isWanted(): boolean {
		return this.entries.size < this.limit;
	}

	/** Asks once for page 2. Where pages are counted from 0, page 1 comes before it. */
	private async checkBare(): Promise<void> {
		const second = await this.pages.requestEarly(merged('page=2', this.filters));
		const isAnswer =
			second instanceof ServiceError
				? hasStatus(second, ...GONE)
				: second.elements.length === 0 || this.isNew(second);
		if (isAnswer) {
			this.next = { queries: ['page=1', 'page=2'], isLinked: false, isSaid: false };
		} else if (this.purpose === 'decide' && this.last.signs.count === undefined) {
			this.problem = `The service returned exactly ${this.entries.size} entries and does not say whether there are more`;
		}
	}

	/** As soon as one page shows where the others are. */
	private async readAhead({ queries: [query = ''], isLinked }: Next): Promise<void> {
		const { total, entries, pages, way } = this.cursor;
		const size = this.last.elements.length;
		const isProven = isLinked || way !== undefined;
		if (!isProven || size === 0 || !total || total.value <= entries) return;
		const wanted = Math.ceil((Math.min(total.value, this.limit) - entries) / size);
		const most = Math.min(wanted, MOST_PAGES - pages);
		await this.pages.requestAhead(merged(query, this.filters), most, this.last);
	}

	/** Tries the queries for the next page until one brings news, or the list turns out to end. */
	private async readNext({ queries, isLinked, isSaid }: Next): Promise<void> {
		const { cursor, last } = this;
		const isProven = isLinked || cursor.way !== undefined;
		const failures: ServiceError[] = [];
		this.next = undefined;
		for (const query of queries.map((one) => merged(one, this.filters))) {
			// Some services link to a next page forever, and end the list with empty ones.
			const isOver = positionIn(query) && this.pagesWithoutNews >= MOST_PAGES_WITHOUT_NEWS;
			if (last.elements.length === 0 && (isOver || this.sent.has(query))) return;
			const page = await this.tried(query, isProven);
			if (!(page instanceof ServiceError)) return this.take(page, query, isLinked);
			failures.push(page);
			if (hasStatus(page, ...GONE) && (isLinked || !isSaid)) break;
		}
		const has = (...statuses: number[]) => failures.some((one) => hasStatus(one, ...statuses));
		if (isLinked && has(...GONE)) {
			this.shifting.add(cursor.query);
			this.isChanged = true;
			this.problem = `The service linked to a page after entry ${cursor.entries}, but it does not exist`;
			return;
		}
		if (isSaid) {
			const unknown = misleading('The list has more entries, but the service does not say where');
			throw (isProven && failures.at(-1)) || unknown;
		}
		const isKnown = cursor.way !== undefined || isNumbered(last.signs);
		if (has(...GONE) || (isKnown && !isLinked && has(...INVALID))) return;
		this.problem = 'The list may have more entries, but the service does not say how to get them';
	}

	/** Without these checks, a service that ignores the page parameter would be asked forever. */
	private async tried(query: string, isProven: boolean): Promise<Page | ServiceError> {
		if (this.sent.has(query)) {
			return misleading('The list links back to a page that was already read');
		}
		this.sent.add(query);
		const page = await this.pages.request(query);
		if (page instanceof ServiceError) {
			if (hasStatus(page, ...GONE, ...INVALID)) return page;
			throw page;
		}
		const isNew = this.isNew(page);
		this.pagesWithoutNews = isNew ? 0 : this.pagesWithoutNews + 1;
		const isSame = !isProven || this.entries.isSame(page.elements, this.last.elements);
		const isUseless = !isNew && page.elements.length > 0 && isSame;
		if (!isUseless && this.pagesWithoutNews <= MOST_PAGES_WITHOUT_NEWS) return page;
		return misleading('The service returned the same page of the list again');
	}

	/**
	 * A deleted entry shifts the others to the front, maybe to a page that was already read. So such
	 * pages are read again, all at the same time. Returns whether the list gets shorter meanwhile.
	 */
	private async hasShrunkAgain(): Promise<boolean> {
		const queries = [...this.shifting];
		const again = await this.pages.requestAgain(queries);
		const found = again.flatMap((page) => (page instanceof ServiceError ? [] : [page]));
		// The page that did not exist was the last one, and is not linked to any more.
		const last = again.at(-1);
		const isLinked = last && !(last instanceof ServiceError) && nextAfter(last, this.cursor);
		if (queries.at(-1) === this.cursor.query && !isLinked) this.problem = undefined;
		const elements = found.flatMap((page) => page.elements);
		if (!elements.every(this.entries.isKnown)) {
			const others = [...this.entries.values()];
			this.entries.clear();
			this.entries.add([...elements, ...others]);
		}
		const totals = found.map(({ signs }) => signs.total?.value ?? Infinity);
		return Math.min(...totals) < Math.min(Math.max(...totals), this.cursor.total?.value ?? 0);
	}

	private isNew({ elements }: Page): boolean {
		return !elements.every(this.entries.isKnown);
	}

	private take(page: Page, query: string, isLinked: boolean): void {
		const { elements, signs } = page;
		const { cursor } = this;
		const { value: known = Infinity } = cursor.total ?? {};
		const { value: total = known } = signs.total ?? {};
		if (cursor.total && total !== known) this.isChanged = true;
		if (elements.length > 0 && positionIn(query)) this.shifting.add(cursor.query);
		this.cursor = {
			pages: cursor.pages + 1,
			entries: cursor.entries + (this.isNew(page) ? elements.length : 0),
			longest: Math.max(cursor.longest, elements.length),
			query: elements.length > 0 ? query : cursor.query,
			total: total < known ? signs.total : cursor.total,
			lastKey: this.entries.keyIn(elements.at(-1)),
			way: cursor.pages > 0 ? query.split('=')[0] : undefined,
			isLinked,
		};
		this.entries.add(elements);
		this.last = page;
		this.next = nextAfter(page, this.cursor);
	}
}
