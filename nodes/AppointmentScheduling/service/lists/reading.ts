import { queryString, type QueryValue } from '../values/addresses';
import type { ServiceClient } from '../http/client';
import { inOrder } from '../http/pool';
import { hasStatus, ServiceError } from '../errors';
import { Entries } from './entries';
import { pageIn } from './page';
import { isPositional, merged, planFrom } from './plan';
import type { Asked, Next, Page } from './response';

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
const REMEDY =
	"Narrow the list with filters or 'Limit', and report this to the support of the service";
const UNREACHABLE = 'The list has more entries, but the service does not say where';
const LOOP = new ServiceError('The list links back to a page that was already read', REMEDY);
const SAME_PAGE = new ServiceError('The service returned the same page of the list again', REMEDY);

/** Reads a list page by page, with all the guards against misleading lists. */
export class Reading {
	readonly entries: Entries;
	/** Why entries may be missing. */
	problem: string | undefined;
	private last: Page | undefined;
	/** The query of the last page. */
	private current: string;
	private pages = 0;
	private pagesWithoutNews = 0;
	private longest = 0;
	/** Entries returned, duplicates included, as services may count them. */
	private received = 0;
	/** The smallest one: entries that were added meanwhile may be on pages that were already read. */
	private total: number | undefined;
	private way: string | undefined;
	private isPlanned = false;
	/** Pages before the last one that were read one after another and are found by their position. */
	private readonly unsettled: string[] = [];
	private readonly sent: Set<string>;
	private readonly filters: string;

	constructor(
		private readonly client: ServiceClient,
		private readonly list: List,
		private readonly limit: number,
	) {
		this.entries = new Entries(list.keys);
		this.filters = queryString(list.query ?? {}, client.settings.arrayFormat);
		this.sent = new Set([this.filters]);
		this.current = this.filters;
	}

	async run(): Promise<void> {
		this.take(await this.fetch(this.filters), this.filters);
		while (this.last?.next && !this.hasEnough) {
			if (this.pages >= MOST_PAGES) {
				return this.end(`The list has more than ${MOST_PAGES} pages: the others were not read`);
			}
			await this.readPlanned(this.last);
			if (this.last.next && !this.hasEnough) await this.readNext(this.last.next);
		}
		if (this.hasEnough) return;
		if (await this.readUnsettled()) {
			this.problem = 'The list kept changing while it was read: entries may be missing';
		} else if (this.received < (this.total ?? 0)) {
			this.problem = `The service reported ${this.total} entries but returned ${this.received}: some may be missing`;
		}
	}

	private get hasEnough(): boolean {
		return this.entries.list.length >= this.limit;
	}

	/** Fetches all pages that are known at the same time, as soon as one shows how. */
	private async readPlanned(last: Page): Promise<void> {
		const isProven = last.next?.isLinked === true || this.way !== undefined;
		const plan =
			this.isPlanned || !isProven ? undefined : planFrom(last, this.received, this.limit);
		if (!plan) return;
		this.isPlanned = true;
		this.unsettled.push(this.current);
		const { pages: pagesBefore, received } = this;
		const queryOf = (index: number) => merged(plan.queryOf(index), this.filters);
		let end = Math.min(plan.pages, MOST_PAGES - pagesBefore);
		const pages = await inOrder(
			() => end,
			() => this.client.width,
			async (index) => {
				const entriesBefore = received + index * last.elements.length;
				const before = { pagesBefore: pagesBefore + index, entriesBefore };
				// If this fails, the page may not be needed.
				const page = await this.fetch(queryOf(index), before).catch(() => undefined);
				if (page && plan.isAsPlanned(index, page)) return page;
				end = Math.min(end, index);
				return undefined;
			},
		);
		for (const [index, page] of pages.entries()) {
			if (!page || page.elements.some(this.entries.has)) return;
			this.take(page, queryOf(index));
		}
	}

	/** Tries the ways to the next page until one brings news, or the list turns out to end. */
	private async readNext({ queries, basis, isLinked }: Next): Promise<void> {
		let failure = new ServiceError(UNREACHABLE, REMEDY);
		for (const part of queries) {
			const query = merged(part, this.filters);
			const way = part.split('=')[0];
			const isLoop = this.sent.has(query);
			// Some services link to a next page forever, and end the list with empty ones.
			const isOver = isPositional(query) && this.pagesWithoutNews >= MOST_PAGES_WITHOUT_NEWS;
			if ((isLoop || isOver) && this.last?.elements.length === 0) return this.end();
			const page = isLoop ? LOOP : await this.tried(query, { isLinked, way });
			if (!(page instanceof ServiceError)) {
				if (isPositional(query) && page.elements.length > 0) this.unsettled.push(this.current);
				this.way = way;
				return this.take(page, query);
			}
			if (isLinked || this.way !== undefined) failure = page;
			if (isLinked && hasStatus(page, 404)) {
				this.unsettled.push(this.current);
				return this.end(
					`The service linked to a page after entry ${this.received}, but it does not exist`,
				);
			}
			const isRefused = basis === 'smell' ? hasStatus(page, 404) : page.status !== undefined;
			const isKnown = basis === 'counts' ? this.way !== undefined : basis !== 'said';
			if (!isLinked && isRefused && isKnown) return this.end();
		}
		if (basis === 'said') throw failure;
		this.end('The list may have more entries, but the service does not say how to get them');
	}

	/** The page, or why it is none. */
	private async tried(query: string, before: Partial<Asked>): Promise<Page | ServiceError> {
		this.sent.add(query);
		const page = await this.fetch(query, before).catch(refusalIn);
		return page instanceof ServiceError || this.isUseful(page, before.isLinked) ? page : SAME_PAGE;
	}

	private end(problem?: string): void {
		this.problem = problem;
		this.last = undefined;
	}

	/**
	 * A deleted entry shifts the others to the front, maybe to a page that was already read. So such
	 * pages are read again, all at the same time. Returns whether the list gets shorter meanwhile.
	 */
	private async readUnsettled(): Promise<boolean> {
		const queries = [...new Set(this.unsettled)];
		const pages = await inOrder(
			queries.length,
			() => this.client.width,
			async (index) => await this.fetch(queries[index] ?? '').catch(refusalIn),
		);
		const found = pages.filter((page) => 'elements' in page);
		// The page that did not exist was the last one, and is not linked to any more.
		if (queries.at(-1) === this.current && !found.at(-1)?.next) this.problem = undefined;
		const totals = found.map(({ total = Infinity }) => total);
		this.entries.addInFront(found.flatMap(({ elements }) => elements));
		return Math.min(...totals) < Math.min(Math.max(...totals), this.total ?? 0);
	}

	private async fetch(query: string, before: Partial<Asked> = {}): Promise<Page> {
		const { body, headers } = await this.client
			.request({ method: 'GET', path: this.list.path, search: query })
			.catch(emptyList);
		return pageIn(body, headers, {
			address: `${this.client.settings.baseUrl}${this.list.path}`,
			keyOf: this.entries.keyOf,
			pagesBefore: this.pages,
			entriesBefore: this.received,
			longest: this.longest,
			way: this.way,
			...before,
		});
	}

	private take(page: Page, query: string): void {
		const { elements, total } = page;
		if (total !== undefined) this.total = Math.min(total, this.total ?? total);
		if (!elements.every(this.entries.has)) this.received += elements.length;
		this.last = page;
		this.sent.add(query);
		if (elements.length > 0) this.current = query;
		this.pages += 1;
		this.longest = Math.max(this.longest, elements.length);
		this.entries.add(elements);
	}

	/** Without this check, a service that ignores the page parameter would be asked forever. */
	private isUseful({ elements }: Page, isLinked = false): boolean {
		const isNew = !elements.every(this.entries.has);
		this.pagesWithoutNews = isNew ? 0 : this.pagesWithoutNews + 1;
		if (isNew || elements.length === 0) return this.pagesWithoutNews <= MOST_PAGES_WITHOUT_NEWS;
		const before = new Set(this.last?.elements.map(this.entries.idOf));
		const isAsLong = elements.length === this.last?.elements.length;
		const isSame = isAsLong && elements.every((entry) => before.has(this.entries.idOf(entry)));
		const isKnownWay = isLinked || this.way !== undefined;
		return isKnownWay && !isSame && this.pagesWithoutNews <= MOST_PAGES_WITHOUT_NEWS;
	}
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
