import { plainName } from '../values/bodies';
import type { Field } from './fields';
import { pair, withoutFirst } from './links';
import { OFFSET, PAGE, unsettled, type Page, type Signs } from './signs';

/** How far a list was read. */
export interface Cursor {
	/** The query of the whole list. */
	filters: string;
	pages: number;
	/** Without those of earlier pages. */
	entries: number;
	/** Entries on the longest page. */
	longest: number;
	/** The query of the last page that was not empty. */
	query: string;
	/** The smallest one: entries that were added meanwhile may be on pages that were already read. */
	total?: Field<number>;
	/** The key of the last entry. */
	lastKey?: string;
	/** The parameter that led from page to page. */
	way?: string;
	/** Whether the service gave a link or a token for the latest page. */
	isLinked?: boolean;
}

/** Usual sizes of a page. A list of one of these may be the first page only. */
const USUAL_SIZES = [10, 20, 25, 30, 50, 100, 200, 250, 500, 1_000];

/** Queries that may lead to the next page, to be tried in this order; none after the last page. */
export function nextAfter(page: Page, cursor: Cursor): string[] {
	const { more, next } = page.signs;
	const isEnd = next.length === 0 && !more && !mayHaveMore(page, cursor);
	if (more === false || isEnd) return [];
	const found = next.length > 0 ? next : positionsAfter(page, cursor);
	const known = found.filter((query) => query.startsWith(`${cursor.way}=`));
	return [...new Set([...known, ...found])].map((query) => merged(query, cursor.filters));
}

/** Whether nothing but its usual length suggests that this is only the first page of a list. */
export const isBare = ({ elements, signs }: Page): boolean =>
	signs.isNone && USUAL_SIZES.includes(elements.length);

/** Where pages are counted from 0, page 1 comes before page 2. */
export const guessedPages = ({ pages, filters }: Cursor): string[] =>
	[1, pages + 1].map((number) => merged(pair('page', number), filters));

/** Whether the page is followed by another one, although the service neither says so nor denies it. */
function mayHaveMore({ elements: { length }, signs }: Page, cursor: Cursor): boolean {
	if (length === 0) return false;
	if (unsettled(signs, cursor) !== undefined) return true;
	// A total below what was read counts something else.
	const isWhole = signs.pages !== undefined || signs.total?.value === cursor.entries;
	const isShort = length < (signs.size?.value || cursor.longest);
	// Where a link led to this page, the next one has a link too.
	if (isWhole || isShort || cursor.isLinked) return false;
	return cursor.way !== undefined || isNumbered(signs) || signs.size !== undefined;
}

export const isNumbered = ({ page, offset }: Signs): boolean =>
	page !== undefined || offset !== undefined;

/** The next page in the way that led to this one, or else in the ways that it shows, and in the obvious ones. */
function positionsAfter({ elements, signs }: Page, cursor: Cursor): string[] {
	const { page, offset, size } = signs;
	const step = elements.length || size?.value || 0;
	const known = cursor.way === undefined ? undefined : pagesFrom(cursor.query, step)?.(1);
	if (known !== undefined) return [known];
	const shownPage = withoutFirst(page?.name ?? '', /^current[-_]?|^number$/i) || 'page';
	const numbers = page ? [page.value + 1] : [1, cursor.pages + 1];
	return [
		...(offset ? [pair(offset.name, offset.value + step)] : []),
		...(page ? [pair(shownPage, page.value + 1)] : []),
		...(signs.more && cursor.lastKey !== undefined ? [pair('starting_after', cursor.lastKey)] : []),
		...numbers.map((number) => pair('page', number)),
		pair('offset', cursor.entries),
	];
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
