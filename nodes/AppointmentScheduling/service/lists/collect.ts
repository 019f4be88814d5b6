import type { IDataObject } from 'n8n-workflow';

import { queryString, type QueryValue } from '../values/addresses';
import type { ServiceClient } from '../http/client';
import { hasStatus, ServiceError } from '../errors';
import { withoutSecret } from '../http/refusal';
import { pageIn, REMEDY, type Page } from './pageLinks';
import { isInStep, planFrom } from './pagePlan';
import { inOrder } from '../http/pool';

export interface Collected {
	/** Every element once, in the service's order. */
	elements: IDataObject[];
	/** Why entries may be missing. Undefined if the list is complete, as far as the service tells. */
	incomplete?: string;
}

interface List {
	path: string;
	query?: Record<string, QueryValue>;
}

const MOST_EMPTY_PAGES = 20;

/**
 * Reads a list over whatever pagination the service has; the document shows none. Only links
 * that the service gives are followed. A list that can't be read whole is an error, never a part.
 * @param limit how many elements are wanted, Infinity for all
 * @param identity the names under which an element may carry its key
 * @throws ServiceError
 */
export async function collect(
	client: ServiceClient,
	list: List,
	limit: number,
	identity: string[],
): Promise<Collected> {
	const reader = new ListReader(client, list, limit, identity);
	return await reader.read().catch((error: unknown) => {
		// A hostile link may hold the token, and stands in the message.
		throw error instanceof ServiceError ? withoutSecret(error, client.settings.accessToken) : error;
	});
}

class ListReader {
	private readonly elements: IDataObject[] = [];
	private readonly seenKeys = new Set<string>();
	private readonly asked = new Set<string>();
	private readonly firstSearch: string;
	private received = 0;
	private emptyPages = 0;
	private previousPage = '';
	/** A page that was linked to was not there. */
	private isBroken = false;

	constructor(
		private readonly client: ServiceClient,
		private readonly list: List,
		private readonly limit: number,
		private readonly identity: string[],
	) {
		this.firstSearch = queryString(list.query ?? {}, client.settings.arrayFormat);
	}

	async read(): Promise<Collected> {
		const first = await this.fetch(this.firstSearch);
		this.take(first);
		const last = await this.readOneByOne(await this.readPlanned(first));
		const elements =
			this.elements.length > this.limit ? this.elements.slice(0, this.limit) : this.elements;
		if (elements.length >= this.limit) return { elements };
		if (last.isCutOff) {
			throw new ServiceError('The list goes on, but the service does not say where', REMEDY);
		}
		const total = last.total ?? first.total;
		if (!this.isBroken && (total === undefined || this.received >= total)) return { elements };
		const problem =
			total !== undefined && total > this.received
				? `The service speaks of ${total} entries in the list but gave ${this.received}`
				: `The service gave ${this.received} entries, and then no next page where it had linked to one`;
		if (!last.speaksOfNext) {
			throw new ServiceError(`${problem}, and no way to the others`, REMEDY);
		}
		return { elements, incomplete: `${problem}: the list may have changed while it was read` };
	}

	/** Fetches what the first page lets foresee, all at once; returns the last page that was in step. */
	private async readPlanned(first: Page): Promise<Page> {
		const plan = planFrom(first, this.limit);
		if (!plan) return first;
		const { concurrency } = this.client.settings;
		let end = plan.pages;
		const fetchPlanned = async (index: number) => {
			const page = await this.fetch(plan.searchOf(index)).catch(notRead);
			if (page && isInStep(plan, index, page) && !this.repeats(page)) return page;
			end = Math.min(end, index);
			return undefined;
		};
		const pages = await inOrder(() => end, concurrency, fetchPlanned);
		let last = first;
		for (const [index, page] of pages.slice(0, end).entries()) {
			if (!page || this.repeats(page)) break;
			this.asked.add(plan.searchOf(index));
			this.take(page);
			last = page;
		}
		return last;
	}

	private async readOneByOne(from: Page): Promise<Page> {
		let page = from;
		this.previousPage = this.contentOf(from);
		while (page.next !== undefined && this.elements.length < this.limit) {
			const { next } = page;
			if (this.asked.has(next) || next === this.firstSearch) {
				throw new ServiceError('The list points back at a page that was read already', REMEDY);
			}
			this.asked.add(next);
			const following = await this.fetchIfThere(next);
			if (!following) return await this.endBefore(page);
			page = following;
			this.expectNews(page);
			this.take(page);
		}
		return page;
	}

	/**
	 * The page after this one is not there. A list may have lost its end since it was begun; its
	 * first page tells, asked once more.
	 */
	private async endBefore(page: Page): Promise<Page> {
		const end = { ...page, next: undefined };
		if (page.isGuess) return end;
		this.isBroken = true;
		const { total } = await this.fetch(this.firstSearch);
		if (total !== undefined && total > this.received) {
			throw new ServiceError(
				`The service speaks of ${total} entries in the list, but after ${this.received} a page is missing`,
				REMEDY,
			);
		}
		return { ...end, total };
	}

	private async fetch(search: string): Promise<Page> {
		const { path } = this.list;
		const { body, headers } = await this.client
			.request({ method: 'GET', path, search })
			.catch(emptyList);
		return pageIn(body, headers, `${this.client.settings.baseUrl}${path}`, this.firstSearch);
	}

	/** A list may have lost its last page since the first one was read. */
	private async fetchIfThere(search: string): Promise<Page | undefined> {
		return await this.fetch(search).catch((error: unknown) => {
			if (hasStatus(error, 404)) return undefined;
			throw error;
		});
	}

	private take(page: Page): void {
		this.received += page.elements.length;
		for (const element of page.elements) {
			const key = this.keyOf(element);
			if (key !== undefined) {
				if (this.seenKeys.has(key)) continue;
				this.seenKeys.add(key);
			}
			this.elements.push(element);
		}
	}

	/** A service that ignores the page asked for would otherwise be asked for ever. */
	private expectNews(page: Page): void {
		const content = this.contentOf(page);
		const isSame = content === this.previousPage;
		this.previousPage = content;
		if (page.elements.length === 0) {
			this.emptyPages += 1;
			if (page.next === undefined || this.emptyPages <= MOST_EMPTY_PAGES) return;
			throw new ServiceError('The list goes on with nothing but empty pages', REMEDY);
		}
		this.emptyPages = 0;
		const isOld = page.next !== undefined && page.elements.every((element) => this.isSeen(element));
		if (isSame || isOld) {
			throw new ServiceError('The service gives the same page of the list again and again', REMEDY);
		}
	}

	private contentOf(page: Page): string {
		return JSON.stringify(page.elements.map((element) => this.keyOf(element) ?? element));
	}

	private repeats(page: Page): boolean {
		return page.elements.some((element) => this.isSeen(element));
	}

	private isSeen(element: IDataObject): boolean {
		const key = this.keyOf(element);
		return key !== undefined && this.seenKeys.has(key);
	}

	private keyOf(element: IDataObject): string | undefined {
		const name = this.identity.find((candidate) => element[candidate] !== undefined);
		const key = name === undefined ? undefined : element[name];
		return typeof key === 'string' || typeof key === 'number' ? String(key) : undefined;
	}
}

/** What can't be read ahead may not be needed; the page before it tells. */
function notRead(error: unknown): undefined {
	if (!(error instanceof ServiceError)) throw error;
}

/** A 204 says that there is nothing, which of a list is not an error. */
function emptyList(error: unknown): { body: unknown; headers: Record<string, unknown> } {
	if (hasStatus(error, 204)) return { body: [], headers: {} };
	throw error;
}
