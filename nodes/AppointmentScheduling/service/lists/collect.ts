import type { IDataObject } from 'n8n-workflow';

import { hasStatus, ServiceError } from '../core/errors';
import type { ServiceClient } from '../http/client';
import { keyIn } from '../values/keys';
import { masked } from '../values/text';
import { misleading } from './fields';
import { guessedPages, isBare, isNumbered, nextAfter, positionIn, type Cursor } from './next';
import { fetchPage, GONE, INVALID, Pages, type List } from './pages';
import { NO_WAY, unsettled, type Page } from './signs';

const MOST_PAGES = 10_000;
const MOST_EMPTY_PAGES = 20;

export interface Collected {
	/** Every entry once, in the order of the service; those that only a second reading found come last. */
	elements: IDataObject[];
	/** Why entries may be missing. */
	incomplete?: string;
}

/** No limit. */
export const ALL_ENTRIES = Infinity;

/** A page without a total. */
const UNCOUNTED = Infinity;

/**
 * What the list is read for. To `record` what is in it, pages are read twice if nothing else shows
 * that the list has not changed meanwhile. To `decide`, a list that may be cut off is incomplete.
 */
export type Purpose = 'show' | 'record' | 'decide';

/**
 * Reads a list to its end, whatever its pages are like: the API documentation shows none.
 * 1. An entry counts once, by its key, or without one by its content.
 * 2. What stands beside the list says whether there is more (signs.ts). If nothing does, and the list
 *    is as long as pages usually are, page 2 is asked for.
 * 3. The next request follows a link or a token, otherwise the way that led to this page, otherwise
 *    the numbers that it shows, otherwise the obvious ones (next.ts). A page without new entries leads nowhere.
 * 4. The list is complete if reading has settled all that was said about its length. Otherwise
 *    `incomplete` says what is open.
 * @param filters the query of the list
 * @param limit how many entries are wanted
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
	const problem = await reading.run();
	const incomplete = problem && masked(problem, client.settings.secrets);
	return { elements: [...reading.entries.values()].slice(0, limit), incomplete };
}

class Reading {
	/** By key, or by content if they have none. */
	readonly entries = new Map<string, IDataObject>();
	private readonly pages: Pages;
	private readonly cursor: Cursor;
	/** Queries that may lead to the next page, to be tried in this order. */
	private next: string[] = [];
	/** Why entries may be missing, unless the service's own numbers say more. */
	private problem: string | undefined;
	/** Whether the list has changed while it was read. */
	private isChanged = false;
	private emptyPages = 0;
	private readonly sent: Set<string>;
	/** Queries of pages that a deleted entry shifts, because others follow them by position. */
	private readonly shifting = new Set<string>();

	constructor(
		client: ServiceClient,
		private readonly list: List,
		filters: string,
		private last: Page,
		private readonly limit: number,
		private readonly purpose: Purpose,
	) {
		this.pages = new Pages(client, list);
		this.cursor = { filters, pages: 0, entries: 0, longest: 0, query: filters };
		this.sent = new Set([filters]);
		this.take(last, filters);
	}

	/** Returns why entries may be missing. */
	async run(): Promise<string | undefined> {
		if (this.isWanted && this.next.length === 0 && isBare(this.last)) await this.checkBare();
		while (this.isWanted && this.next.length > 0) {
			if (this.cursor.pages >= MOST_PAGES) {
				return `The list has more than ${MOST_PAGES} pages: the others were not read`;
			}
			await this.readAhead(this.next);
			await this.readNext(this.next);
		}
		if (!this.isWanted) return undefined;
		const { total } = this.cursor;
		const isUncertain = total === undefined && this.purpose !== 'show';
		if ((this.isChanged || isUncertain) && (await this.readAgain())) {
			return 'The list kept changing while it was read: entries may be missing';
		}
		return unsettled({ ...this.last.signs, total }, this.cursor) ?? this.problem;
	}

	private get isWanted(): boolean {
		return this.entries.size < this.limit;
	}

	/** Whether the next request is no guess: other pages were found in this way, or the service linked to it. */
	private get isProven(): boolean {
		return this.last.signs.next.length > 0 || this.cursor.way !== undefined;
	}

	private async checkBare(): Promise<void> {
		const queries = guessedPages(this.cursor);
		const second = await this.pages.requestEarly(queries.at(-1) ?? '');
		const isAnswer =
			second instanceof ServiceError
				? hasStatus(second, ...GONE)
				: second.elements.length === 0 || this.newIn(second.elements).length > 0;
		if (isAnswer) {
			this.next = queries;
		} else if (this.purpose === 'decide' && this.last.signs.count === undefined) {
			this.problem = `The service returned exactly ${this.entries.size} entries and does not say whether there are more`;
		}
	}

	/** As soon as one page shows where the others are. */
	private async readAhead([query = '']: string[]): Promise<void> {
		const { total, entries, pages } = this.cursor;
		const size = this.last.elements.length;
		if (!this.isProven || size === 0 || !total || total.value <= entries) return;
		const wanted = Math.ceil((Math.min(total.value, this.limit) - entries) / size);
		await this.pages.requestAhead(query, Math.min(wanted, MOST_PAGES - pages), this.last);
	}

	/** Tries the queries for the next page until one brings news, or the list turns out to end. */
	private async readNext(queries: string[]): Promise<void> {
		const { cursor, last, isProven } = this;
		const isLinked = last.signs.next.length > 0;
		const isNumber = !isLinked && (isProven || isNumbered(last.signs));
		const failures: ServiceError[] = [];
		this.next = [];
		for (const query of queries) {
			// Some services link to a next page forever, and end the list with empty ones.
			const isOver = positionIn(query) && this.emptyPages >= MOST_EMPTY_PAGES;
			if (last.elements.length === 0 && (isOver || this.sent.has(query))) return;
			const page = await this.tryPage(query);
			if (!(page instanceof ServiceError)) return this.take(page, query);
			failures.push(page);
			// Where pages are not known to have numbers, another guess may be right.
			if (hasStatus(page, ...GONE) && (isLinked || isNumber)) break;
		}
		const isAny = (...statuses: number[]) => failures.some((one) => hasStatus(one, ...statuses));
		if (isLinked && isAny(...GONE)) {
			this.shifting.add(cursor.query);
			this.isChanged = true;
			this.problem = `The service linked to a page after entry ${cursor.entries}, but it does not exist`;
		} else if (last.signs.more) {
			const nowhere = misleading('The list has more entries, but the service does not say where');
			throw (isProven && failures.at(-1)) || nowhere;
		} else if (!isAny(...GONE) && !(isNumber && isAny(...INVALID))) {
			this.problem = NO_WAY;
		}
	}

	/** Without these checks, a service that ignores the page parameter would be asked forever. */
	private async tryPage(query: string): Promise<Page | ServiceError> {
		if (this.sent.has(query)) {
			return misleading('The list links back to a page that was already read');
		}
		this.sent.add(query);
		const page = await this.pages.request(query);
		if (page instanceof ServiceError) return page;
		const { length } = page.elements;
		const added = this.newIn(page.elements).length;
		this.emptyPages = added === 0 ? this.emptyPages + 1 : 0;
		// A guess may lead to the first page again, which has changed a little.
		const isAgain = this.isProven ? length > 0 && this.isSame(page.elements) : added < length / 2;
		if (!isAgain && this.emptyPages <= MOST_EMPTY_PAGES) return page;
		return misleading('The service returned the same page of the list again');
	}

	/**
	 * A deleted entry shifts the others to the front, maybe to a page that was already read. So such
	 * pages are read again, all at the same time. Returns whether the list gets shorter meanwhile.
	 */
	private async readAgain(): Promise<boolean> {
		const again = await this.pages.requestAgain([...this.shifting]);
		for (const { elements } of again) this.add(elements);
		// The page that did not exist was the last one, and is not linked to any more.
		const last = this.shifting.has(this.cursor.query) ? again.at(-1) : undefined;
		if (last && nextAfter(last, this.cursor).length === 0) this.problem = undefined;
		const totals = again.map(({ signs }) => signs.total?.value ?? UNCOUNTED);
		return Math.min(...totals) < Math.min(Math.max(...totals), this.cursor.total?.value ?? 0);
	}

	private take(page: Page, query: string): void {
		const { cursor } = this;
		const { elements, signs } = page;
		const former = cursor.total;
		const isOtherTotal = signs.total && former && signs.total.value !== former.value;
		const added = this.add(elements);
		if (isOtherTotal || (added > 0 && added < elements.length)) this.isChanged = true;
		if (elements.length > 0) {
			if (positionIn(query)) this.shifting.add(cursor.query);
			cursor.query = query;
		}
		if (!former || (signs.total && signs.total.value < former.value)) cursor.total = signs.total;
		if (cursor.pages > 0) cursor.way = query.split('=')[0];
		cursor.lastKey = this.keyOf(elements.at(-1));
		cursor.longest = Math.max(cursor.longest, elements.length);
		cursor.pages += 1;
		cursor.isLinked = cursor.pages > 1 && this.last.signs.next.length > 0;
		this.last = page;
		this.next = nextAfter(page, cursor);
	}

	/** Returns how many of them no page before had; twice on one page counts twice, as services may count so. */
	private add(elements: IDataObject[]): number {
		const found = this.newIn(elements);
		for (const entry of found) this.entries.set(this.idOf(entry), entry);
		this.cursor.entries += found.length;
		return found.length;
	}

	private newIn(elements: IDataObject[]): IDataObject[] {
		return elements.filter((entry) => !this.entries.has(this.idOf(entry)));
	}

	private isSame(elements: IDataObject[]): boolean {
		const ids = (entries: IDataObject[]) =>
			entries
				.map((entry) => this.idOf(entry))
				.sort()
				.join();
		return ids(elements) === ids(this.last.elements);
	}

	private idOf(entry: IDataObject): string {
		return this.keyOf(entry) ?? JSON.stringify(entry);
	}

	private keyOf(entry: IDataObject | undefined): string | undefined {
		return keyIn(this.list.keys.map((name) => entry?.[name]).find((value) => value !== undefined));
	}
}
