import type { Answer } from '../server/refusal';

/** One page of a list, for a style to write down. */
export interface StyledPage {
	results: unknown[];
	/** Position of its first row. */
	offset: number;
	total: number;
	size: number;
	/** Number of the page, from the style's `base` on. */
	number: number;
	pages: number;
	hasNext: boolean;
	/** The link to the next page; null on the last. */
	next: string | null;
	/** What `next` has in the parameter. */
	value: string;
}

/** How a family of services splits lists into pages. */
export interface Style {
	/** The query parameter that chooses a page. */
	parameter: string;
	/** What it holds: the number of a page, a position, the key of the row before, or a token, maybe with slashes. */
	holds: 'page' | 'offset' | 'after' | 'token' | 'slashed';
	/** Number of the first page, 1 by default. */
	base?: number;
	write(page: StyledPage): Omit<Answer, 'status'>;
}

const page = { parameter: 'page', holds: 'page' } as const;
const offset = { parameter: 'offset', holds: 'offset' } as const;

export const STYLES = {
	limitOffset: {
		...offset,
		write: ({ results, size, total, offset: at }) => ({
			body: { count: total, limit: size, offset: at, results },
		}),
	},
	/** Only a full page suggests another one. */
	limitOffsetOnly: {
		...offset,
		write: ({ results, size, offset: at }) => ({ body: { limit: size, offset: at, results } }),
	},
	pageNumber: {
		...page,
		write: ({ results, number, size, total }) => ({
			body: { results, page: number, page_size: size, total: String(total) },
		}),
	},
	camelCase: {
		...page,
		write: ({ results, number, pages, hasNext }) => ({
			body: {
				data: { items: results },
				pagination: { currentPage: number, totalPages: pages, hasNextPage: hasNext },
			},
		}),
	},
	jsonApi: {
		parameter: 'page[number]',
		holds: 'page',
		write: ({ results, total, next }) => ({
			body: { data: results, links: { next }, meta: { total } },
		}),
	},
	hal: {
		...page,
		base: 0,
		write: ({ results, number, size, total, pages, next }) => ({
			body: {
				_embedded: { results },
				_links: next === null ? {} : { next: { href: next } },
				page: { number, size, totalElements: total, totalPages: pages },
			},
		}),
	},
	laravel: {
		...page,
		write: ({ results, number, pages, size, total, next }) => ({
			body: {
				...{ current_page: number, last_page: pages, per_page: size, total },
				...{ next_page_url: next, data: results },
			},
		}),
	},
	laravelResource: {
		...page,
		write: ({ results, number, pages, size, total, next }) => ({
			body: {
				data: results,
				links: { first: null, last: null, prev: null, next },
				meta: { current_page: number, last_page: pages, per_page: size, total },
			},
		}),
	},
	spring: {
		...page,
		base: 0,
		write: ({ results, number, size, total, pages, hasNext }) => ({
			body: {
				content: results,
				...{ number, size, totalElements: total, totalPages: pages, last: !hasNext },
			},
		}),
	},
	springFromZero: { ...page, base: 0, write: springPage },
	springFromOne: { ...page, base: 1, write: springPage },
	stripe: {
		parameter: 'starting_after',
		holds: 'after',
		write: ({ results, hasNext }) => ({
			body: { object: 'list', data: results, has_more: hasNext },
		}),
	},
	/** The last page has a cursor as well. */
	slack: {
		parameter: 'cursor',
		holds: 'token',
		write: ({ results, hasNext, value }) => ({
			body: { results, has_more: hasNext, response_metadata: { next_cursor: value } },
		}),
	},
	google: {
		parameter: 'pageToken',
		holds: 'token',
		write: ({ results, hasNext, value }) => ({
			body: { items: results, ...(hasNext && { nextPageToken: value }) },
		}),
	},
	oData: {
		parameter: '$skip',
		holds: 'offset',
		write: ({ results, total, next }) => ({
			body: {
				'@odata.count': total,
				value: results,
				...(next !== null && { '@odata.nextLink': next }),
			},
		}),
	},
	graphQl: {
		parameter: 'after',
		holds: 'token',
		write: ({ results, hasNext, value }) => ({
			body: { results, pageInfo: { hasNextPage: hasNext, endCursor: value } },
		}),
	},
	hubSpot: {
		parameter: 'after',
		holds: 'token',
		write: ({ results, hasNext, value }) => ({
			body: {
				results,
				...(hasNext && { paging: { next: { after: value, link: `?after=${value}` } } }),
			},
		}),
	},
	zendesk: {
		...page,
		write: ({ results, total, next }) => ({ body: { results, count: total, next_page: next } }),
	},
	rateLimited: {
		...page,
		write: ({ results, number, pages }) => ({
			body: { results, page: number, pages, meta: { limit: 5000, remaining: 4999 } },
		}),
	},
	linkHeader: {
		...page,
		write: ({ results, next }) => ({
			body: results,
			headers: { link: next === null ? '<?page=1>; rel="first"' : `<${next}>; rel="next"` },
		}),
	},
	gitLab: {
		...page,
		write: ({ results, number, pages, total, hasNext }) => ({
			body: results,
			headers: {
				'x-page': String(number),
				'x-total': String(total),
				'x-total-pages': String(pages),
				'x-next-page': hasNext ? String(number + 1) : '',
			},
		}),
	},
	wordPress: {
		...page,
		write: ({ results, pages, total }) => ({
			body: results,
			headers: { 'x-wp-total': String(total), 'x-wp-totalpages': String(pages) },
		}),
	},
	contentRange: {
		...offset,
		write: ({ results, offset: at, total }) => ({
			body: results,
			headers: {
				'content-range': `items ${results.length > 0 ? `${at}-${at + results.length - 1}` : '*'}/${total}`,
			},
		}),
	},
	totalPages: {
		...page,
		write: ({ results, pages }) => ({ body: { total_pages: pages, results } }),
	},
	numPages: {
		...page,
		write: ({ results, pages, size }) => ({ body: { num_pages: pages, page_size: size, results } }),
	},
	currentOfPages: {
		...page,
		write: ({ results, number, pages }) => ({ body: { current: number, pages, results } }),
	},
	currentAndLast: {
		...page,
		write: ({ results, number, pages }) => ({
			body: { data: results, meta: { pagination: { current: number, last: pages } } },
		}),
	},
	/** Nothing says how long a page is. */
	pageAlone: { ...page, write: ({ results, number }) => ({ body: { page: number, results } }) },
	limitAlone: { ...offset, write: ({ results, size }) => ({ body: { limit: size, results } }) },
	limitOfPage: { ...page, write: ({ results, size }) => ({ body: { limit: size, results } }) },
	totalAlone: { ...page, write: ({ results, total }) => ({ body: { total, results } }) },
	totalOfOffset: { ...offset, write: ({ results, total }) => ({ body: { total, results } }) },
	/** Page numbers, but the parameter has another name. */
	numbered: {
		...page,
		write: ({ results, number, total }) => ({ body: { pageNumber: number, total, results } }),
	},
	moreAlone: {
		...page,
		write: ({ results, hasNext }) => ({ body: { has_more: hasNext, results } }),
	},
	aspNet: {
		...page,
		write: ({ results, number, pages, size, total }) => ({
			body: results,
			headers: {
				'x-pagination': JSON.stringify({
					...{ CurrentPage: number, TotalPages: pages, PageSize: size, TotalCount: total },
				}),
			},
		}),
	},
	linksByRelation: {
		...page,
		write: ({ results, next }) => ({
			body: {
				results,
				links: [
					{ rel: 'self', href: '?page=1' },
					{ rel: 'first', href: '?page=1' },
					...(next === null ? [] : [{ rel: 'next', href: next }]),
				],
			},
		}),
	},
	/** Tokens in base64, which look like paths: `/9j/4A==`. */
	cursorAlone: {
		parameter: 'cursor',
		holds: 'slashed',
		write: ({ results, hasNext, value }) => ({ body: { cursor: hasNext ? value : null, results } }),
	},
	pageToken: {
		parameter: 'page_token',
		holds: 'slashed',
		write: ({ results, value }) => ({ body: { results, meta: { next_page_token: value } } }),
	},
	airtable: {
		parameter: 'offset',
		holds: 'token',
		write: ({ results, hasNext, value }) => ({
			body: { records: results, ...(hasNext && { offset: value }) },
		}),
	},
	aws: {
		parameter: 'nextToken',
		holds: 'token',
		write: ({ results, hasNext, value }) => ({
			body: { items: results, nextToken: hasNext ? value : null },
		}),
	},
} satisfies Record<string, Style>;

export type StyleName = keyof typeof STYLES;

function springPage({ results, number, size, total, pages }: StyledPage): Omit<Answer, 'status'> {
	return {
		body: { results, page: { number, size, totalElements: total, totalPages: pages } },
	};
}

export const isStyle = (name: string): name is StyleName => Object.hasOwn(STYLES, name);
