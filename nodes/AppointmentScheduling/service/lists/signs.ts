import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../values/bodies';
import { numberIn, numbersIn, type Field } from './fields';
import { isAboutNext, nextByLink } from './links';

export interface Page {
	elements: IDataObject[];
	signs: Signs;
}

/** What the fields beside a page say about the list. */
export interface Signs {
	/** Entries in the whole list, or at least on this page. */
	count: Field<number> | undefined;
	/** Entries in the whole list, and its pages. */
	total: Field<number> | undefined;
	pages: Field<number> | undefined;
	/** Whether there is a next page; undefined if the response does not say it. */
	more: boolean | undefined;
	/** A field that suggests more entries. */
	open: Field | undefined;
	/** Whether no field is about pages. */
	isNone: boolean;
	/** Queries for the next page, by a link or a token. */
	next: string[];
	/** The number and the first position of this page, and its size. */
	page: Field<number> | undefined;
	offset: Field<number> | undefined;
	size: Field<number> | undefined;
}

const TOTAL = /^(total\w*|found)$/;
/** Beside it: entries in the plural, or nothing. A total of what is unread counts something else. */
const OF_ENTRIES = /^(num|number|available|.*s)?$/;
/** Sizes of a page and totals of something else. */
const OTHER =
	/^(per|size|limit|max|page|time|ms|seconds?|minutes|hours|duration|took|bytes|price|amount)$/;
/** May count the entries of one page only. "of" is that of "20 of 45". */
const COUNT =
	/^(of|((all|full|filtered|matching|search|query|list|data|odata|num|number|numberof)*(hits|(item|entry|entrie|record|row|result|element|object|appointment|booking|webhook)s?(counts?)?|counts?)))$/;
const PAGES = /(pages(total|count)?|page(count|total)|lastpage|totalpage)$/;
/** `last` is the number of the last page only beside that of this one. */
const PAGES_OR_LAST = /(pages(total|count)?|page(count|total)|lastpage|totalpage|^last)$/;
const LAST_NUMBER = /lastpage$|^last$/;
const HAS_MORE = /^((has)?more(pages|results|items)?|(has)?next|hasnextpage)$/;
const IS_LAST = /^((is)?last(page)?|(is)?end)$/;
const MORE = /^(has|is)?(more|next|trunc|remain|incomplete|partial)/;
const COMPLETE = /^(is)?(complete|completed|last|lastpage|end|endoflist)$/;
/** Where a page ends, such as DynamoDB's `LastEvaluatedKey`. */
const END = /^(last|end)$/;
const KEY = /^(cursor|token|key|marker)$/;
const MOMENT = /^(at|in|on|time|date|sync|update|retry|reset)$/;
const PLACE = /^(cursor|token|key|link|ur[il]|href|page|marker|batch)$/;
/** Limits of the service, not of the list. */
const ELSEWHERE = /^(rate\w*|throttle\w*|quota|requests?|calls|credits|usage)$/;
export const PAGE = /^(current)?page(number|no|num|index)?$|^(current|number)$/;
/** Around numbers that are not about this page. */
const OTHER_PAGE = /^(next|prev|previous|first|last)$/;
const SIZE = /^(pagesize|(items|results|records)?perpage|(page)?limit|size|maxresults|take)$/;
export const OFFSET = /^(current)?(offset|skip|start(at|index)?|from)$/;

/** @param address of the list */
export function signsIn(fields: Field[], length: number, address: string): Signs {
	const sizes = numbersIn(fields, SIZE);
	const isFull = sizes.every(({ value }) => value <= length);
	const about = fields.filter(isAboutMore);
	const link = nextByLink(fields, address);
	const own = fields.filter(({ path }) => !path.some((name) => has(wordsIn(name), OTHER_PAGE)));
	const [page] = numbersIn(own, PAGE);
	const numbers = {
		total: countIn(fields, length),
		pages: largest(numbersIn(fields, page ? PAGES_OR_LAST : PAGES)),
		page,
		offset: numbersIn(own, OFFSET)[0],
		size: sizes[0],
	};
	const isNumberless = Object.values(numbers).every((number) => number === undefined);
	const more = moreIn(about) ?? link.more;
	const isSilent = isNumberless && link.queries.length === 0 && more === undefined;
	const end = isSilent && about.length === 0 ? fields.find(isEndOfPage) : undefined;
	return {
		...numbers,
		count: countIn(fields),
		more,
		// It is said in another way, if at all, that this page is the last one.
		open: end ?? about.find((field) => isOpen(field, isFull)),
		next: link.queries,
		isNone: isSilent && about.length === 0 && !end,
	};
}

/** Why entries may be missing if nothing leads to the next page. */
export const NO_WAY =
	'The list may have more entries, but the service does not say how to get them';

/** Why entries may be missing after so many pages and entries: what reading has not settled. */
export function unsettled(
	{ total, pages, page, open }: Signs,
	read: { pages: number; entries: number },
): string | undefined {
	if (total && total.value > read.entries) {
		return `The service reported ${total.value} entries but returned ${read.entries}: some may be missing ${shown(total)}`;
	}
	// Where pages count from 0, the number of the last one is less than how many there are.
	const reached = pages && LAST_NUMBER.test(pages.plain) ? page?.value : undefined;
	if (pages && pages.value > (reached ?? read.pages)) {
		return `The service reported ${pages.value} pages but returned ${read.pages}: entries may be missing ${shown(pages)}`;
	}
	return open && `${NO_WAY} ${shown(open)}`;
}

const shown = ({ path, name, value }: Field): string =>
	`(${[...path, name].join('.')}: ${String(value)})`;

/** A count of as many entries as came may be that of this page only. */
export const countIn = (fields: Field[], length?: number): Field<number> | undefined =>
	largest(
		numbersIn(fields, /./).filter((field) => {
			const words = wordsIn(field.name);
			const counted = field.plain.replace(/totals?|found/g, '');
			const isOfEntries = OF_ENTRIES.test(counted) || COUNT.test(counted);
			const isTotal = has(words, TOTAL) && isOfEntries && !has(words, OTHER);
			const isCount = COUNT.test(field.plain) && field.value !== length;
			return (isTotal || isCount) && !PAGES.test(field.plain) && !isElsewhere(field);
		}),
	);

const isAboutMore = (field: Field): boolean => {
	const words = wordsIn(field.name);
	const isMore = has(words, MORE) && !has(words, MOMENT) && !isElsewhere(field);
	const isComplete = has(words, COMPLETE) && !has(words, KEY);
	return typeof field.value !== 'object' && (isMore || isComplete);
};

const isEndOfPage = ({ name, value }: Field): boolean => {
	const words = wordsIn(name);
	const isGiven = isObject(value) ? Object.keys(value).length > 0 : value !== null && value !== '';
	return has(words, END) && has(words, KEY) && !has(words, MOMENT) && isGiven;
};

function moreIn(about: Field[]): boolean | undefined {
	const says = (names: RegExp, is: (value: unknown) => boolean) =>
		about.some(({ plain, value }) => names.test(plain) && is(value));
	const isOne = (value: unknown) => isYes(value) || Number(value) === 1;
	if (says(HAS_MORE, isOne) || says(IS_LAST, isNo)) return true;
	return says(HAS_MORE, isNo) || says(IS_LAST, isYes) ? false : undefined;
}

/** @param isFull false for a page that had room for more entries */
function isOpen(field: Field, isFull: boolean): boolean {
	const { name, value } = field;
	const words = wordsIn(name);
	if (!has(words, MORE)) return isNo(value);
	// Whatever is known to lead to the next page was followed.
	if (isYes(value) || isAboutNext(field)) return isYes(value);
	const isPlace = has(words, PLACE) && typeof value === 'string' && value !== '';
	return isPlace || (isFull && (numberIn(value) ?? 0) > 0);
}

const isYes = (value: unknown): boolean => value === true || value === 'true';

const isNo = (value: unknown): boolean => value === false || value === 'false';

/** `hasMore_items` has the words has, more and items. */
const wordsIn = (name: string): string[] =>
	name
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.split(/[^a-z]+/);

const has = (words: string[], wanted: RegExp): boolean => words.some((word) => wanted.test(word));

const isElsewhere = ({ name, path }: Field): boolean =>
	[...path, name].some((part) => has(wordsIn(part), ELSEWHERE));

const largest = (fields: Array<Field<number>>): Field<number> | undefined =>
	fields.toSorted((a, b) => b.value - a.value)[0];
