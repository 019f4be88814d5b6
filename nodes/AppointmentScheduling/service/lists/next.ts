import { plainName } from '../values/bodies';
import { numbersIn } from './fields';
import { nextByLink, pair, withoutFirst } from './links';
import { NO_SUCH_PAGE, type Page } from './page';
import { isAboutPages, pagesIn, unsettled, type Read } from './unsettled';

export interface Progress extends Read {
	/** Entries in the longest page. */
	longest: number;
	/** The query of the last page that was not empty. */
	query: string;
	lastKey?: string;
	/** The parameter that leads from page to page. */
	way?: string;
	/** Whether the service gave a link or a token for the latest page. */
	isLinked: boolean;
}

export interface Next {
	/** Queries that may lead to the next page, to be tried in this order. */
	queries: string[];
	/** Statuses of a response to them that mean that there is none. */
	ends: number[];
	isLinked: boolean;
	/** Whether it is no guess: the service linked to it, or others were found in this way. */
	isProven: boolean;
	/** Whether the service says that there is a next page. */
	isSaid: boolean;
	/** Whether nothing but the length of the list suggests a next page. */
	isBare: boolean;
}

const PAGE = /^(current)?page(number|no|num|index)?$|^(current|number)$/;
const SIZE = /^(pagesize|(items|results|records)?perpage|(page)?limit|size|maxresults|take)$/;
const OFFSET = /^(current)?(offset|skip|start(at|index)?|from)$/;
/** Usual sizes of a page. A list of one of these may be the first page only. */
const USUAL_SIZES = [10, 20, 25, 30, 50, 100, 200, 250, 500, 1_000];

/** Undefined after the last page. @param address of the list, with its filters */
export function nextAfter(page: Page, read: Progress, address: string): Next | undefined {
	if (page.more === false) return undefined;
	const link = nextByLink(page.fields, address, read.way);
	const isLinked = link.queries.length > 0;
	const isSaid = page.more === true || link.isSaid;
	if (!isLinked && !isSaid && link.isEnd) return undefined;
	const isBare = !isLinked && isBareList(page, read, link.isEnd);
	const ends = isLinked || isBare ? [404] : endsAfter(page, read, isSaid);
	if (ends === 'last') return undefined;
	const [, filters = ''] = address.split('?');
	const found = isLinked ? link.queries : positionsAfter(page, read, isSaid);
	const queries = (isBare ? ['page=2'] : found).map((query) => merged(query, filters));
	const isProven = isLinked || read.way !== undefined;
	return { queries, ends, isLinked, isProven, isSaid, isBare };
}

/** Nothing beside the list says whether it is whole, but its length is usual for a page. */
const isBareList = ({ elements, fields }: Page, { pages }: Read, isEnd: boolean): boolean =>
	pages === 1 &&
	!isEnd &&
	USUAL_SIZES.includes(elements.length) &&
	pagesIn(fields) === undefined &&
	!fields.some(isAboutPages) &&
	[PAGE, SIZE, OFFSET].every((names) => numbersIn(fields, names).length === 0);

/** The statuses of a response to a request for the next page that make this one the last. */
function endsAfter(page: Page, read: Progress, isSaid: boolean): number[] | 'last' {
	const { elements, fields, total } = page;
	if (isSaid) return [];
	if (elements.length === 0) return 'last';
	const known = read.way === undefined ? [] : NO_SUCH_PAGE;
	if (unsettled(fields, read, total, isFull(page)) !== undefined) return known;
	// A total below what was read counts something else.
	const isWhole = pagesIn(fields) !== undefined || total === read.entries;
	const [size] = numbersIn(fields, SIZE);
	const isShort = elements.length < (size?.value || read.longest);
	// Where a link has led to this page, the next one has a link too.
	if (isWhole || isShort || read.isLinked) return 'last';
	const isNumbered = [PAGE, OFFSET].some((names) => numbersIn(fields, names).length > 0);
	if (isNumbered || read.way !== undefined) return NO_SUCH_PAGE;
	return size ? [404] : 'last';
}

/** False if the page has fewer entries than it could. */
export const isFull = ({ elements, fields }: Page): boolean =>
	numbersIn(fields, SIZE).every(({ value }) => value <= elements.length);

/** The next page in the way that has led to this one, or else in the ways that it shows, and in the obvious ones. */
function positionsAfter({ elements, fields }: Page, read: Progress, isSaid: boolean): string[] {
	const [page] = numbersIn(fields, PAGE);
	const [offset] = numbersIn(fields, OFFSET);
	const [size] = numbersIn(fields, SIZE);
	const step = elements.length || size?.value || 0;
	const known = read.way === undefined ? undefined : pagesFrom(read.query, step)?.(1);
	if (known !== undefined) return [known];
	const shownPage = page && (withoutFirst(page.name, /^current[-_]?|^number$/i) || 'page');
	const obvious = [pair('page', read.pages + 1), pair('offset', read.entries)];
	const queries = [
		...(offset ? [pair(offset.name, offset.value + step)] : []),
		...(page && shownPage ? [pair(shownPage, page.value + 1)] : []),
		...(isSaid && read.lastKey !== undefined ? [pair('starting_after', read.lastKey)] : []),
		...(/limit|max|take/.test(size?.plain ?? '') ? obvious.reverse() : obvious),
	];
	const sameWay = queries.find((query) => query.startsWith(`${read.way}=`));
	return sameWay === undefined ? queries : [sameWay];
}

/** The number or offset of a page, which new and deleted entries shift. */
export const positionIn = (query: string): [name: string, value: string] | undefined =>
	[...new URLSearchParams(query)].find(([name, value]) => {
		const plain = plainName(name);
		// In JSON:API, the parameter is `page[offset]`.
		const isPosition = PAGE.test(plain) || OFFSET.test(plain.replace(/^page(?=offset)/, ''));
		return isPosition && /^\d{1,16}$/.test(value);
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
