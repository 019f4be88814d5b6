import { keyOf, numberOf, type ListResponse } from '../response';
import { LAST_PAGE, type Dialect, type Next } from './dialect';

const PAGE = /^(current)?page(number|no|index)?$/;
const PAGES = /^((total|num)?pages|pagecount|lastpage)$/;
const SIZE = /^(pagesize|(items)?perpage|limit|size|maxresults)$/;

/** `{ "count": 45, "limit": 20, "offset": 0, "results": […] }` */
export const limitOffset: Dialect = {
	name: 'Limit and offset',
	next(response) {
		const { elements, total } = response;
		const offset = numberOf(response, /^(offset|skip|start(at)?)$/);
		const step = elements.length || numberOf(response, SIZE)?.value;
		if (!offset || !step) return offset && LAST_PAGE;
		const end = offset.value + step;
		return guess(response, offset.name, end, total === undefined ? undefined : end < total);
	},
};

/** `{ "meta": { "current_page": 1, "per_page": 20, "total": 45, "last_page": 3 }, "data": […] }` */
export const pageNumber: Dialect = {
	name: 'Page number',
	next(response) {
		const page = numberOf(response, PAGE);
		return page && pageAfter(response, page.value, page.name.replace(/^current_?page/i, 'page'));
	},
};

/** `{ "page": { "number": 0, "size": 20, "totalElements": 45, "totalPages": 3 }, "content": […] }` */
export const spring: Dialect = {
	name: 'Spring',
	next(response) {
		const number = numberOf(response, /^number$/);
		const isSpring = numberOf(response, PAGES) ?? numberOf(response, SIZE);
		return number && isSpring && pageAfter(response, number.value, 'page');
	},
};

/** `Content-Range: items 0-19/45` */
export const contentRange: Dialect = {
	name: 'Content-Range header',
	next(response) {
		const range = /(\d+)\/(\d+)$/.exec(String(response.headers['content-range']));
		const end = Number(range?.[1]) + 1;
		return range ? guess(response, 'offset', end, end < Number(range[2])) : undefined;
	},
};

/** `X-Total: 45` or `X-WP-TotalPages: 3`, and nothing says which page this is. */
export const totalHeaders: Dialect = {
	name: 'X-Total headers',
	next(response) {
		const page = new URLSearchParams(response.asked.query).get('page') ?? 1;
		const hasTotal = Object.keys(response.headers).some((name) => /^x-.*total/.test(name));
		return hasTotal ? pageAfter(response, Number(page), 'page') : undefined;
	},
};

/** `{ "has_more": true, "data": […] }`: the next page starts after the last entry. */
export const stripe: Dialect = {
	name: 'Stripe',
	next({ more, elements, asked }) {
		const last = keyOf(elements.at(-1), asked.keys);
		if (!more || last === undefined) return undefined;
		return { link: `?starting_after=${encodeURIComponent(last)}`, isGuess: true };
	},
};

function pageAfter(response: ListResponse, page: number, parameter: string): Next | undefined {
	const { total, elements, asked } = response;
	const pages = numberOf(response, PAGES)?.value;
	const byTotal = total === undefined ? undefined : asked.entriesBefore + elements.length < total;
	const byPages = pages === undefined ? undefined : Math.max(page, asked.pagesBefore + 1) < pages;
	return guess(response, parameter, page + 1, byPages ?? byTotal);
}

/** There is another page if the response says so, by its counts, or because this one is full. */
function guess(
	response: ListResponse,
	parameter: string,
	value: number,
	byCounts: boolean | undefined,
): Next | undefined {
	const size = numberOf(response, SIZE)?.value;
	const isMore = response.more ?? byCounts ?? (size ? response.elements.length >= size : undefined);
	if (isMore === undefined) return undefined;
	return isMore ? { link: `?${parameter}=${value}`, isGuess: true } : LAST_PAGE;
}
