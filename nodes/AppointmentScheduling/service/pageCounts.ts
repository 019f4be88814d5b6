import type { IDataObject } from 'n8n-workflow';

const TOTALS = ['count', 'total', 'total_count', 'totalCount', 'total_results', 'total_items'];
const MORE = ['has_more', 'has_next', 'has_next_page', 'hasMore', 'hasNext', 'hasNextPage'];
/** Names of the present page's number, and the parameter that asks for another. */
const PAGES: Record<string, string> = {
	page: 'page',
	current_page: 'page',
	currentPage: 'page',
	page_number: 'page_number',
};
const PAGE_COUNTS = ['pages', 'total_pages', 'totalPages', 'num_pages', 'page_count', 'last_page'];
const PAGE_SIZES = ['page_size', 'per_page', 'pageSize', 'perPage', 'limit'];
const OFFSETS = ['offset', 'skip'];

/** How many elements the whole list has: the largest number that is told, since `count` may be the page's. */
export function totalIn(
	places: IDataObject[],
	headers: Record<string, unknown>,
): number | undefined {
	const told = places.flatMap((place) => TOTALS.map((name) => place[name]));
	const header = /^\d+$/.exec(String(headers['x-total-count'] ?? ''))?.[0];
	if (header !== undefined) told.push(Number(header));
	const totals = told.filter(isWhole);
	return totals.length > 0 ? Math.max(...totals) : undefined;
}

/** True when the answer says that there are further pages. */
export function goesOn(places: IDataObject[]): boolean {
	return places.some((place) => MORE.some((name) => place[name] === true));
}

/**
 * The next page of a service that gives no link but tells the number of this page, or its offset,
 * and where the list ends: a query string in its own words, undefined on the last page; an empty
 * list where nothing of that is told.
 */
export function positionLink(
	places: IDataObject[],
	length: number,
	total: number | undefined,
): Array<string | undefined> {
	const isMore = goesOn(places);
	return places.flatMap((place) => {
		const offset = numberIn(place, OFFSETS);
		if (offset && (isMore || total !== undefined)) {
			const end = offset.value + length;
			return [length > 0 && (isMore || (total ?? 0) > end) ? `?${offset.name}=${end}` : undefined];
		}
		const page = numberIn(place, Object.keys(PAGES));
		const pages = pagesIn(place, total);
		if (page && (isMore || pages !== undefined)) {
			const isLast = !isMore && (pages ?? 0) <= page.value;
			return [isLast ? undefined : `?${PAGES[page.name]}=${page.value + 1}`];
		}
		return [];
	});
}

function pagesIn(place: IDataObject, total: number | undefined): number | undefined {
	const size = numberIn(place, PAGE_SIZES)?.value;
	const counted = total !== undefined && size ? Math.ceil(total / size) : undefined;
	return numberIn(place, PAGE_COUNTS)?.value ?? counted;
}

function numberIn(
	place: IDataObject,
	names: string[],
): { name: string; value: number } | undefined {
	for (const name of names) {
		const value = place[name];
		if (isWhole(value)) return { name, value };
	}
	return undefined;
}

function isWhole(value: unknown): value is number {
	return Number.isSafeInteger(value) && Number(value) >= 0;
}
