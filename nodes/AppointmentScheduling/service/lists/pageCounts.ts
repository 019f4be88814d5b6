import { numberIn, type Place } from './pagePlaces';

const TOTALS = [
	'count',
	'total',
	'totalcount',
	'totalresults',
	'totalitems',
	'totalelements',
	'totalrecords',
	'numresults',
];
const MORE = ['hasmore', 'hasnext', 'hasnextpage', 'hasmorepages', 'more', 'morepages'];
const ENDS = ['last', 'islast', 'islastpage', 'lastpage', 'end', 'isend'];
const PAGES = ['page', 'currentpage', 'pagenumber'];
/** As some count their pages, from 0 on. */
const PAGES_FROM_ZERO = ['number', 'pageindex'];
const PAGE_COUNTS = ['pages', 'totalpages', 'numpages', 'pagecount', 'lastpage'];
const PAGE_SIZES = ['pagesize', 'perpage', 'limit', 'size'];
const OFFSETS = ['offset', 'skip'];
/** Fields that tell where an answer stands, but under another name than the parameter. */
const PARAMETERS: Record<string, string> = {
	current_page: 'page',
	currentPage: 'page',
	number: 'page',
};

/** How many elements the whole list has: the largest number that is told, since `count` may be the page's. */
export function totalIn(places: Place[]): number | undefined {
	const totals = places
		.flatMap((place) => TOTALS.map((name) => numberIn(place, [name])?.value))
		.filter((total) => total !== undefined);
	return totals.length > 0 ? Math.max(...totals) : undefined;
}

/** True when the answer says that there are further pages. */
export function goesOn(places: Place[]): boolean {
	return places.some(
		(place) =>
			MORE.some((name) => [true, 'true', 1, '1'].some((yes) => place.get(name)?.value === yes)) ||
			ENDS.some((name) => place.get(name)?.value === false) ||
			(numberIn(place, ['remaining'])?.value ?? 0) > 0,
	);
}

interface Position {
	/** The query string of the next page, in the service's own words; undefined on the last one. */
	link: string | undefined;
	/** True when nothing but a full page speaks for a next one. */
	isGuess: boolean;
}

/** Where a list goes on whose service gives no link, but tells the number of the page or its offset. */
export function positionIn(
	places: Place[],
	length: number,
	total: number | undefined,
	isMore: boolean,
): Position | undefined {
	for (const place of places) {
		const size = numberIn(place, PAGE_SIZES)?.value;
		const isFull = size !== undefined && size > 0 && length >= size;
		const offset = numberIn(place, OFFSETS);
		if (offset) {
			const end = offset.value + length;
			if (total === undefined && !isMore && size === undefined) continue;
			const goes = length > 0 && (isMore || (total === undefined ? isFull : total > end));
			const isGuess = !isMore && total === undefined;
			return { link: goes ? `?${offset.name}=${end}` : undefined, isGuess };
		}
		const fromZero = numberIn(place, PAGES_FROM_ZERO);
		const page = numberIn(place, PAGES) ?? fromZero;
		if (page) {
			const counted = total !== undefined && size ? Math.ceil(total / size) : undefined;
			const pages = numberIn(place, PAGE_COUNTS)?.value ?? counted;
			if (pages === undefined && !isMore && size === undefined) continue;
			const last = pages !== undefined && page === fromZero ? pages - 1 : pages;
			const goes = isMore || (last === undefined ? isFull : page.value < last);
			const parameter = PARAMETERS[page.name] ?? page.name;
			return {
				link: goes ? `?${parameter}=${page.value + 1}` : undefined,
				isGuess: !isMore && pages === undefined,
			};
		}
	}
	return undefined;
}
