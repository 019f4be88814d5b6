/** One page of a list, for a style to write down. */
export interface StyledPage {
	results: unknown[];
	/** Position of its first row. */
	at: number;
	total: number;
	size: number;
	/** Number of the page, from the style's `base` on. */
	number: number;
	pages: number;
	hasNext: boolean;
	/** The link to the next page; null on the last. */
	next: string | null;
	/** What `next` has in the parameter; empty on the last page, unless it is a number. */
	value: string;
	/** `count`, `next` and `previous`, as the dialect has them. */
	around: object;
}

type Body = (page: StyledPage) => unknown;
type Headers = (page: StyledPage) => Record<string, string | number>;

/** How a family of services splits lists into pages. */
export interface Style {
	/** The query parameter that chooses a page. */
	parameter: string;
	/** What it holds: the number of a page, a position, the key of the row before, or a token with slashes. */
	holds: 'page' | 'offset' | 'after' | 'token';
	/** Number of the first page. */
	base: number;
	body: Body;
	headers: Headers;
}

const style = (
	parameter: string,
	holds: Style['holds'],
	body: Body,
	{ headers = () => ({}), base = 1 }: Partial<Pick<Style, 'headers' | 'base'>> = {},
): Style => ({ parameter, holds, base, body, headers });
const page = (body: Body) => style('page', 'page', body);
const pageFromZero = (body: Body) => style('page', 'page', body, { base: 0 });
const offset = (body: Body) => style('offset', 'offset', body);
const inHeaders = (headers: Headers, way: 'page' | 'offset' = 'page') =>
	style(way, way, ({ results }) => results, { headers });

const withLinks: Body = ({ results, around }) => ({ results, ...around });
export const STYLES = {
	/** The documented shape: nothing but the list, and a parameter that nobody knows. */
	bare: page(({ results }) => ({ results })),
	bareFromZero: pageFromZero(({ results }) => ({ results })),
	bareOffset: offset(({ results }) => ({ results })),
	pages: page(withLinks),
	offset: offset(withLinks),
	cursor: style('cursor', 'token', withLinks),
	limitOffset: offset(({ results, size, total, at }) => ({
		count: total,
		limit: size,
		offset: at,
		results,
	})),
	/** Only a full page suggests another one. */
	limitOffsetOnly: offset(({ results, size, at }) => ({ limit: size, offset: at, results })),
	pageNumber: page(({ results, number, size, total }) => ({
		results,
		page: number,
		page_size: size,
		total: String(total),
	})),
	jsonApi: style('page[number]', 'page', ({ results, total, next }) => ({
		jsonapi: { version: '1.1' },
		data: results,
		included: [{ id: 'c1', type: 'calendar' }],
		links: { self: '/a', first: '/a?page[number]=1', last: '/a?page[number]=1', next },
		meta: { total, warnings: [] },
	})),
	/** Without entries, nothing is embedded. */
	hal: pageFromZero(({ results, number, size, total, pages, next }) => ({
		...(results.length > 0 && { _embedded: { results } }),
		_links: { self: { href: '/a?page=0&size=20' }, ...(next !== null && { next: { href: next } }) },
		page: { number, size, totalElements: total, totalPages: pages },
	})),
	laravel: page(({ results, number, pages, size, total, next }) => ({
		current_page: number,
		from: 1,
		to: size,
		links: [{ url: '/a?page=1', label: 'Next &raquo;', active: true }],
		last_page_url: `/a?page=${pages}`,
		last_page: pages,
		per_page: size,
		total,
		next_page_url: next,
		data: results,
	})),
	spring: pageFromZero(({ results, number, size, total, pages, hasNext }) => ({
		content: results,
		pageable: { pageNumber: number, pageSize: size, paged: true, sort: { sorted: false } },
		numberOfElements: results.length,
		first: number === 0,
		number,
		size,
		totalElements: total,
		totalPages: pages,
		last: !hasNext,
	})),
	stripe: style('starting_after', 'after', ({ results, hasNext }) => ({
		object: 'list',
		data: results,
		has_more: hasNext,
	})),
	slack: style('cursor', 'token', ({ results, hasNext, value }) => ({
		results,
		has_more: hasNext,
		response_metadata: { next_cursor: value },
	})),
	google: style('pageToken', 'token', ({ results, hasNext, value }) => ({
		items: results,
		...(hasNext && { nextPageToken: value }),
	})),
	oData: style('$skip', 'offset', ({ results, total, next }) => ({
		'@odata.count': total,
		value: results,
		...(next !== null && { '@odata.nextLink': next }),
	})),
	graphQl: style('after', 'token', ({ results, hasNext, value }) => ({
		results,
		pageInfo: { hasNextPage: hasNext, endCursor: value, hasPreviousPage: false, startCursor: 'c0' },
		extensions: { cost: { requestedQueryCost: 52, throttleStatus: { restoreRate: 50 } } },
	})),
	hubSpot: style('after', 'token', ({ results, hasNext, value }) => ({
		results,
		...(hasNext && { paging: { next: { after: value, link: `?after=${value}` } } }),
	})),
	linkHeader: inHeaders(({ next }) => ({
		link: next === null ? '<?page=1>; rel="first"' : `<${next}>; rel="next"`,
	})),
	gitLab: inHeaders(({ number, pages, total, hasNext }) => ({
		'x-page': number,
		'x-total': total,
		'x-total-pages': pages,
		'x-next-page': hasNext ? number + 1 : '',
	})),
	wordPress: inHeaders(({ pages, total }) => ({ 'x-wp-total': total, 'x-wp-totalpages': pages })),
	contentRange: inHeaders(
		({ results: { length }, at, total }) => ({
			'content-range': `items ${length > 0 ? `${at}-${at + length - 1}` : '*'}/${total}`,
		}),
		'offset',
	),
	numPages: page(({ results, pages, size }) => ({ num_pages: pages, page_size: size, results })),
	currentOfPages: page(({ results, number, pages }) => ({ current: number, pages, results })),
	currentAndLast: page(({ results, number, pages }) => ({
		data: results,
		meta: { pagination: { current: number, last: pages } },
	})),
	/** Nothing says how long a page is. */
	pageAlone: page(({ results, number }) => ({ page: number, results })),
	limitAlone: offset(({ results, size }) => ({ limit: size, results })),
	limitOfPage: page(({ results, size }) => ({ limit: size, results })),
	totalAlone: page(({ results, total }) => ({ total, results })),
	totalOfOffset: offset(({ results, total }) => ({ total, results })),
	/** Page numbers, but the parameter has another name. */
	numbered: page(({ results, number, total }) => ({ pageNumber: number, total, results })),
	moreAlone: page(({ results, hasNext }) => ({ has_more: hasNext, results })),
	aspNet: inHeaders(({ number, pages, size, total }) => ({
		'x-pagination': JSON.stringify({
			CurrentPage: number,
			TotalPages: pages,
			PageSize: size,
			TotalCount: total,
		}),
	})),
	linksByRelation: page(({ results, next }) => ({
		results,
		links: [
			{ rel: 'self', href: '?page=1' },
			{ rel: 'first', href: '?page=1' },
			...(next === null ? [] : [{ rel: 'next', href: next }]),
		],
	})),
	cursorAlone: style('cursor', 'token', ({ results, hasNext, value }) => ({
		cursor: hasNext ? value : null,
		results,
	})),
	airtable: style('offset', 'token', ({ results, hasNext, value }) => ({
		records: results,
		...(hasNext && { offset: value }),
	})),
} satisfies Record<string, Style>;

export type StyleName = keyof typeof STYLES;
