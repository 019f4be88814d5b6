import { plainName } from '../values/bodies';
import { numbersIn, type Field } from './fields';
import { nextByLink, pair, withoutFirst } from './links';
import { NO_SUCH_PAGE, type Page } from './page';

export interface Progress {
	pages: number;
	/** Duplicates included, as services may count them. */
	entries: number;
	/** Entries in the longest page. */
	longest: number;
	lastKey?: string;
	/** The parameter that leads from page to page. */
	way?: string;
	/** Whether the service gave a link or a token for the latest page. */
	isLinked: boolean;
}

export interface Next {
	/** Queries that may lead to the next page, to be tried in this order. */
	queries: string[];
	isLinked: boolean;
	/** Whether it is no guess: the service linked to it, or others were found in this way. */
	isProven: boolean;
	/** Whether the service says that there is a next page. */
	isSaid: boolean;
	/** Statuses of a response to them that mean that there is none. */
	refusals: number[];
}

const PAGE = /^(current)?page(number|no|num|index)?$|^(current|number)$/;
const PAGES = /^((total|num(berof)?|max)?pages|(total)?pagecount|last(page)?)$/;
const SIZE = /^(pagesize|(items|results|records)?perpage|(page)?limit|size|maxresults|take)$/;
const OFFSET = /^(current)?(offset|skip|start(at|index)?|from)$/;
const REMAINING = /^remaining$/;

/** Undefined after the last page. @param address of the list, with its filters */
export function nextAfter(page: Page, read: Progress, address: string): Next | undefined {
	if (page.more === false) return undefined;
	const { queries: linked, isSaid, isEnd } = nextByLink(page.fields, address, read.way);
	const more = page.more === true || isSaid;
	const isLinked = linked.length > 0;
	if (!isLinked && !more && isEnd) return undefined;
	const refusals = isLinked ? [404] : refusalsAfter(page, read, more);
	if (!refusals) return undefined;
	const [, filters = ''] = address.split('?');
	const queries = (isLinked ? linked : positionsAfter(page, read, more)).map((query) =>
		merged(query, filters),
	);
	const isProven = isLinked || read.way !== undefined;
	return { queries, isLinked, isProven, isSaid: more, refusals };
}

/** The statuses that would mean that this page is the last one. Undefined if it is. */
function refusalsAfter({ elements, fields, total = 0 }: Page, read: Progress, more: boolean) {
	if (more) return [];
	const number = firstOf(fields);
	if (elements.length === 0) return undefined;
	const known = read.way === undefined ? [] : NO_SUCH_PAGE;
	const pages = number(PAGES)?.value;
	if (pages !== undefined) return read.pages < pages ? known : undefined;
	// A total below what was read counts something else.
	if (total >= read.entries) return read.entries < total ? known : undefined;
	const size = number(SIZE);
	// Where a link has led to this page, the next one has a link too.
	if (read.isLinked || elements.length < (size?.value || read.longest)) return undefined;
	if (number(PAGE) ?? number(OFFSET)) return NO_SUCH_PAGE;
	// Anything else that smells of pages.
	return (size ?? number(REMAINING)?.value) ? [404] : undefined;
}

/** The next page in the way that this one shows, and in the obvious ways. */
function positionsAfter({ elements, fields }: Page, read: Progress, more: boolean): string[] {
	const [page, offset, size] = [PAGE, OFFSET, SIZE].map(firstOf(fields));
	const step = elements.length || size?.value || 0;
	const shownPage = page && (withoutFirst(page.name, /^current[-_]?|^number$/i) || 'page');
	const obvious = [pair('page', read.pages + 1), pair('offset', read.entries)];
	const queries = [
		...(offset ? [pair(offset.name, offset.value + step)] : []),
		...(page && shownPage ? [pair(shownPage, page.value + 1)] : []),
		...(more && read.lastKey !== undefined ? [pair('starting_after', read.lastKey)] : []),
		...(/limit|max|take/.test(size?.plain ?? '') ? obvious.reverse() : obvious),
	];
	const known = queries.find((query) => query.startsWith(`${read.way}=`));
	return known === undefined ? queries : [known];
}

const firstOf =
	(fields: Field[]) =>
	(names: RegExp): Field<number> | undefined =>
		numbersIn(fields, names)[0];

/** The number or offset of a page, which new and deleted entries shift. */
export const positionIn = (query: string): [name: string, value: string] | undefined =>
	[...new URLSearchParams(query)].find(([name, value]) => {
		const plain = plainName(name);
		// In JSON:API, the parameter is `page[offset]`.
		const isPosition = PAGE.test(plain) || OFFSET.test(plain.replace(/^page(?=offset)/, ''));
		return isPosition && /^\d+$/.test(value);
	});

/** The query with those parameters of the other one that it leaves out. */
export function merged(query: string, other: string): string {
	const given = new URLSearchParams(query);
	const isLeftOut = (part: string) =>
		[...new URLSearchParams(part).keys()].some((name) => !given.has(name));
	return [query, ...other.split('&').filter(isLeftOut)].filter((part) => part !== '').join('&');
}

/** Undefined if the pages are not numbered. @param size entries in each page */
export function pagesFrom(query: string, size: number): ((index: number) => string) | undefined {
	const [name, first] = positionIn(query) ?? [];
	if (name === undefined) return undefined;
	const step = PAGE.test(plainName(name)) ? 1 : size;
	return (index) => merged(pair(name, Number(first) + index * step), query);
}
