import { numberIn, numbersIn, type Field } from './fields';
import { isAboutNext } from './links';

/** What reading has found so far. */
export interface Read {
	pages: number;
	/** Duplicates included, as services may count them. */
	entries: number;
}

const TOTAL = /^(total\w*|found|of)$/;
/** May count the entries of a page only. */
const COUNT =
	/^((item|entry|record|row|result|element|object)?counts?|records|rows|hits|(num)?results)$/;
/** Sizes of a page and counts of something else. */
const OTHER =
	/^(per|size|limit|max|page|time|ms|seconds?|minutes|hours|duration|took|bytes|price|amount)$/;
const ELSEWHERE = /^(rate\w*|throttle\w*|quota|requests?|calls|credits|usage)$/;
const PAGES = /(pages(total|count)?|page(count|total)|lastpage|totalpage)$/;
const MORE = /^(has|is)?(more|next|trunc|remain|incomplete|partial)/;
const COMPLETE = /^(is)?(complete|completed|last|lastpage|end|endoflist)$/;
const PLACE = /^(cursor|token|key|link|ur[il]|href|page|marker|batch)$/;
const MOMENT = /^(at|in|on|time|date|sync|update|retry|reset)$/;
const NUMBER_OF_LAST_PAGE = /^(current|last)$/;

/** `hasMore_items` has the words has, more and items. */
const wordsIn = (name: string): string[] =>
	name
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.split(/[^a-z]+/);

const has = (words: string[], wanted: RegExp): boolean => words.some((word) => wanted.test(word));

const isElsewhere = ({ name, path }: Field): boolean =>
	[...path, name].some((part) => has(wordsIn(part), ELSEWHERE));

/** How many entries the list has. A count of as many as came may be that of this page only. */
export function totalIn(fields: Field[], length: number): number | undefined {
	const counts = fields.flatMap((field) => {
		const count = numberIn(field.value);
		const words = wordsIn(field.name);
		if (count === undefined || PAGES.test(field.plain)) return [];
		if (has(words, OTHER) || isElsewhere(field)) return [];
		const isCount = has(words, COUNT) && (count !== length || count === 0);
		// "number of rooms" is about something else than "20 of 45".
		const isTotal = has(words, TOTAL) && (words.length === 1 || !words.includes('of'));
		return isCount || isTotal ? [count] : [];
	});
	return counts.length > 0 ? Math.max(...counts) : undefined;
}

export function pagesIn(fields: Field[]): number | undefined {
	const numbers = numbersIn(fields, NUMBER_OF_LAST_PAGE);
	const isCounted = numbers.some(({ plain }) => plain === 'current');
	const last = numbers.filter(({ plain }) => plain === 'last' && isCounted);
	const pages = [...numbersIn(fields, PAGES), ...last].map(({ value }) => value);
	return pages.length > 0 ? Math.max(...pages) : undefined;
}

/**
 * Why entries may be missing: what the values beside a list say that reading has not settled. All
 * other numbers, such as rate limits, sizes and times, do not count.
 * @param isFull false for a page that had room for more entries
 */
export function unsettled(
	fields: Field[],
	read: Read,
	total: number | undefined,
	isFull: boolean,
): string | undefined {
	if (total !== undefined && total > read.entries) {
		return `The service reported ${total} entries but returned ${read.entries}: some may be missing`;
	}
	const pages = pagesIn(fields);
	if (pages !== undefined && pages > read.pages) {
		return `The service reported ${pages} pages but returned ${read.pages}: entries may be missing`;
	}
	const open = fields.find((field) => isOpen(field, isFull));
	return (
		open &&
		`The list may have more entries, but the service does not say how to get them (${open.name}: ${String(open.value)})`
	);
}

function isOpen(field: Field, isFull: boolean): boolean {
	const { name, value } = field;
	if (has(wordsIn(name), COMPLETE) && isNo(value)) return true;
	if (!isAboutMore(field)) return false;
	// Whatever is known to lead to the next page was followed.
	if (isAboutNext(field)) return isYes(value);
	const isPlace = has(wordsIn(name), PLACE) && typeof value === 'string' && value !== '';
	return isYes(value) || isPlace || (isFull && (numberIn(value) ?? 0) > 0);
}

const isAboutMore = (field: Field): boolean => {
	const words = wordsIn(field.name);
	return has(words, MORE) && !has(words, MOMENT) && !isElsewhere(field);
};

export const isYes = (value: unknown): boolean => value === true || value === 'true';

export const isNo = (value: unknown): boolean => value === false || value === 'false';

/** Whether a value says anything about the pages or the length of the list. */
export const isAboutPages = (field: Field): boolean =>
	typeof field.value !== 'object' &&
	!isElsewhere(field) &&
	(isAboutMore(field) ||
		[TOTAL, COUNT, COMPLETE].some((wanted) => has(wordsIn(field.name), wanted)));
