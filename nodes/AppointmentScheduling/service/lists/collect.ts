import type { IDataObject } from 'n8n-workflow';

import { hasStatus, ServiceError } from '../core/errors';
import type { ServiceClient } from '../http/client';
import { masked } from '../values/text';
import { Entries } from './entries';
import { misleading } from './fields';
import { advanced, firstCursor, type Cursor } from './cursor';
import { isBare, isNumbered, nextAfter, nextAfterBare, positionIn, type Next } from './next';
import { fetchPage, GONE, INVALID, Pages, type List } from './pages';
import { NO_WAY, unsettled, type Page } from './signs';

const MOST_PAGES = 10_000;
const MOST_PAGES_WITHOUT_NEWS = 20;

export interface Collected {
	/** Every entry once, in the order of the service. */
	elements: IDataObject[];
	/** Why entries may be missing. */
	incomplete?: string;
}

/** No limit. */
export const ALL_ENTRIES = Infinity;
/** Entries of a list that is not counted. */
const UNCOUNTED = Infinity;

/**
 * What the list is read for. To `record` what is in it, pages are read twice if nothing else shows
 * that the list has not changed meanwhile. To `decide`, a list that may be cut off is incomplete.
 */
export type Purpose = 'show' | 'record' | 'decide';

/**
 * Reads a list to its end, whatever its pages are like: the API documentation shows none.
 * 1. An entry counts once, by its key, or without one by its content (entries.ts, list.ts).
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
	const incomplete = problem && masked(problem, client.settings.accessToken);
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
		filters: string,
		private last: Page,
		private readonly limit: number,
		private readonly purpose: Purpose,
	) {
		this.entries = new Entries(list.keys);
		this.pages = new Pages(client, list);
		this.cursor = firstCursor(filters);
		this.sent = new Set([filters]);
		this.take(last, filters, false);
	}

	/** Returns why entries may be missing. */
	async run(): Promise<string | undefined> {
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
		if ((this.isChanged || isUncertain) && (await this.readAgain())) {
			return 'The list kept changing while it was read: entries may be missing';
		}
		const { total } = this.cursor;
		return unsettled({ ...this.last.signs, total }, this.cursor) ?? this.problem;
	}

	private get isWanted(): boolean {
		return this.entries.size < this.limit;
	}

	private async checkBare(): Promise<void> {
		const next = nextAfterBare(this.cursor);
		const second = await this.pages.requestEarly(next.queries.at(-1) ?? '');
		const isAnswer =
			second instanceof ServiceError
				? hasStatus(second, ...GONE)
				: second.elements.length === 0 || this.entries.countNew(second.elements) > 0;
		if (isAnswer) {
			this.next = next;
		} else if (this.purpose === 'decide' && this.last.signs.count === undefined) {
			this.problem = `The service returned exactly ${this.entries.size} entries and does not say whether there are more`;
		}
	}

	/** As soon as one page shows where the others are. */
	private async readAhead({ queries: [query = ''], isProven }: Next): Promise<void> {
		const { total, entries, pages } = this.cursor;
		const size = this.last.elements.length;
		if (!isProven || size === 0 || !total || total.value <= entries) return;
		const wanted = Math.ceil((Math.min(total.value, this.limit) - entries) / size);
		await this.pages.requestAhead(query, Math.min(wanted, MOST_PAGES - pages), this.last);
	}

	/** Tries the queries for the next page until one brings news, or the list turns out to end. */
	private async readNext({ queries, isLinked, isProven, isSaid }: Next): Promise<void> {
		const { cursor, last } = this;
		const failures: ServiceError[] = [];
		this.next = undefined;
		for (const query of queries) {
			// Some services link to a next page forever, and end the list with empty ones.
			const isOver = positionIn(query) && this.pagesWithoutNews >= MOST_PAGES_WITHOUT_NEWS;
			if (last.elements.length === 0 && (isOver || this.sent.has(query))) return;
			const page = await this.tryPage(query, isProven);
			if (!(page instanceof ServiceError)) return this.take(page, query, isLinked);
			failures.push(page);
			if (hasStatus(page, ...GONE) && (isLinked || !isSaid)) break;
		}
		const isAny = (...statuses: number[]) => failures.some((one) => hasStatus(one, ...statuses));
		const isNumber = !isLinked && (isProven || isNumbered(last.signs));
		if (isLinked && isAny(...GONE)) {
			this.shifting.add(cursor.query);
			this.isChanged = true;
			this.problem = `The service linked to a page after entry ${cursor.entries}, but it does not exist`;
		} else if (isSaid) {
			const nowhere = misleading('The list has more entries, but the service does not say where');
			throw (isProven && failures.at(-1)) || nowhere;
		} else if (!isAny(...GONE) && !(isNumber && isAny(...INVALID))) {
			this.problem = NO_WAY;
		}
	}

	/** Without these checks, a service that ignores the page parameter would be asked forever. */
	private async tryPage(query: string, isProven: boolean): Promise<Page | ServiceError> {
		if (this.sent.has(query)) {
			return misleading('The list links back to a page that was already read');
		}
		this.sent.add(query);
		const page = await this.pages.request(query);
		if (page instanceof ServiceError) return page;
		const { elements } = page;
		const added = this.entries.countNew(elements);
		this.pagesWithoutNews = added > 0 ? 0 : this.pagesWithoutNews + 1;
		// A guess may lead to the first page again, which has changed a little.
		const isAgain = isProven
			? elements.length > 0 && this.entries.isSame(elements, this.last.elements)
			: added < elements.length / 2;
		if (!isAgain && this.pagesWithoutNews <= MOST_PAGES_WITHOUT_NEWS) return page;
		return misleading('The service returned the same page of the list again');
	}

	/**
	 * A deleted entry shifts the others to the front, maybe to a page that was already read. So such
	 * pages are read again, all at the same time. Returns whether the list gets shorter meanwhile.
	 */
	private async readAgain(): Promise<boolean> {
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
			this.cursor.entries += this.entries.size - others.length;
		}
		const totals = found.map(({ signs }) => signs.total?.value ?? UNCOUNTED);
		return Math.min(...totals) < Math.min(Math.max(...totals), this.cursor.total?.value ?? 0);
	}

	private take(page: Page, query: string, isLinked: boolean): void {
		const { total } = page.signs;
		const { total: known, query: former } = this.cursor;
		const added = this.entries.countNew(page.elements);
		const isShifted = added > 0 && added < page.elements.length;
		if (isShifted || (total && known && total.value !== known.value)) this.isChanged = true;
		if (page.elements.length > 0 && positionIn(query)) this.shifting.add(former);
		const lastKey = this.entries.keyIn(page.elements.at(-1));
		this.cursor = advanced(this.cursor, page, { query, isLinked, added, lastKey });
		this.entries.add(page.elements);
		this.last = page;
		this.next = nextAfter(page, this.cursor);
	}
}
