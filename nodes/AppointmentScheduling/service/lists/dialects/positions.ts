import { keyOf, numbersOf, type ListResponse } from '../response';
import { LAST_PAGE, type Dialect, type Next } from './next';

const PAGE = /^(current)?page(number|no|index)?$/;
const PAGES = /^((total|num)?pages|pagecount|lastpage)$/;
const SIZE = /^(pagesize|(items)?perpage|limit|size|maxresults)$/;

/** `{ "count": 45, "limit": 20, "offset": 0, "results": […] }` */
export const limitOffset: Dialect = {
	name: 'Limit and offset',
	next(response) {
		const { elements, total } = response;
		const [offset] = numbersOf(response, /^(offset|skip|start(at)?)$/);
		if (!offset) return undefined;
		const step = elements.length || numbersOf(response, SIZE)[0]?.value;
		if (!step) return LAST_PAGE;
		const end = offset.value + step;
		return guess(response, `?${offset.name}=${end}`, total === undefined ? undefined : end < total);
	},
};

/** `{ "meta": { "current_page": 1, "per_page": 20, "total": 45, "last_page": 3 }, "data": […] }` */
export const pageNumber: Dialect = {
	name: 'Page number',
	next(response) {
		const [page] = numbersOf(response, PAGE);
		const parameter = page?.name.replace(/^current_?page$/i, 'page');
		return page && pageAfter(response, page.value, parameter);
	},
};

/** `{ "page": { "number": 0, "size": 20, "totalElements": 45, "totalPages": 3 }, "content": […] }` */
export const spring: Dialect = {
	name: 'Spring',
	next(response) {
		const [number] = numbersOf(response, /^number$/);
		const isSpring = [PAGES, SIZE].some((field) => numbersOf(response, field).length > 0);
		return number && isSpring ? pageAfter(response, number.value) : undefined;
	},
};

/** `Content-Range: items 0-19/45` */
export const contentRange: Dialect = {
	name: 'Content-Range header',
	next(response) {
		const range = /(\d+)\/(\d+)$/.exec(String(response.headers['content-range']));
		if (!range) return undefined;
		const end = Number(range[1]) + 1;
		return guess(response, `?offset=${end}`, end < Number(range[2]));
	},
};

/** `X-Total: 45` or `X-WP-TotalPages: 3`, and nothing says which page this is. */
export const totalHeaders: Dialect = {
	name: 'X-Total headers',
	next(response) {
		const { headers, asked } = response;
		if (!Object.keys(headers).some((name) => /^x-.*total/.test(name))) return undefined;
		return pageAfter(response, Number(new URLSearchParams(asked.query).get('page') ?? 1));
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

/** Pages are numbered from zero if the first one says so. */
export function baseOf(response: ListResponse): number {
	const [first] = [...numbersOf(response, PAGE), ...numbersOf(response, /^number$/)];
	return response.asked.base ?? (first?.value === 0 ? 0 : 1);
}

function pageAfter(response: ListResponse, page: number, parameter = 'page'): Next | undefined {
	const { total, elements, asked } = response;
	const size = numbersOf(response, SIZE)[0]?.value;
	const counted = size && total !== undefined ? Math.ceil(total / size) : undefined;
	const pages = numbersOf(response, PAGES)[0]?.value ?? counted;
	const isMoreByTotal =
		total === undefined ? undefined : elements.length > 0 && asked.before + elements.length < total;
	const isMore = pages === undefined ? isMoreByTotal : page - baseOf(response) + 1 < pages;
	return guess(response, `?${parameter}=${page + 1}`, isMore);
}

/** By what the response says outright, by its counts, or because the page is full. */
function guess(
	response: ListResponse,
	link: string,
	isMoreByCount: boolean | undefined,
): Next | undefined {
	const size = numbersOf(response, SIZE)[0]?.value;
	const isFull = size ? response.elements.length >= size : undefined;
	const isMore = response.more ?? isMoreByCount ?? isFull;
	if (isMore === undefined) return undefined;
	return isMore ? { link, isGuess: true } : LAST_PAGE;
}
