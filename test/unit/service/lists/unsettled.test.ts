import type { Purpose } from '../../../../nodes/AppointmentScheduling/service/lists/collect';
import { json, talkTo } from '../support';
import { numbered, read, rowsOf, type Row } from './lists';

type Info = Record<string, unknown>;
interface Answer {
	body: unknown;
	headers?: Record<string, string>;
}

const within =
	(...names: string[]) =>
	(rows: Row[], info: Info): Answer => {
		const inner = names.reduceRight<Info>((value, name) => ({ [name]: value }), info);
		return { body: { results: rows, ...inner } };
	};
const listIn =
	(name: string) =>
	(rows: Row[], info: Info): Answer => ({ body: { [name]: rows, info } });
const headers =
	(prefix: string) =>
	(rows: Row[], info: Info): Answer => ({
		body: rows,
		headers: Object.fromEntries(
			Object.entries(info).map(([name, value]) => [
				`${prefix}${name.replace(/(?<=[a-z])(?=[A-Z])|_/g, '-').toLowerCase()}`,
				String(value),
			]),
		),
	});

/** Where services put what they say about the pages of a list. */
const PLACES: Record<string, (rows: Row[], info: Info) => Answer> = {
	top: within(),
	...Object.fromEntries(
		[
			...['meta', 'metadata', 'paginator', 'pagination', 'paging', 'page', 'pager', 'info'],
			...['list_info', 'page_context', 'page_meta', 'pageInfo', 'summary', '_meta'],
			...['response_metadata', 'result_set', 'stats'],
		].map((name) => [name, within(name)]),
	),
	'meta.pagination': within('meta', 'pagination'),
	'meta.page.info': within('meta', 'page', 'info'),
	'beside data': listIn('data'),
	'beside appointments': listIn('appointments'),
	'beside a list of another name': listIn('bookings'),
	headers: headers(''),
	'headers with X-': headers('x-'),
};

/** What they say there about the first 20 of 45, in a way that leads nowhere. */
const STYLES: Info[] = [
	...['total', 'total_count', 'totalItems', 'total_results', 'totalElements', 'totalRecords'],
	...['count', 'recordCount', 'item_count', 'numFound', 'found', 'records', 'rows', 'hits'],
	...['results_total', 'of', 'totalDocs', 'items_found', 'total_available'],
].map((name) => ({ [name]: 45 }));
const FLAGS: Info[] = [
	...['total_pages', 'pageCount', 'last_page', 'num_pages'].map((name) => ({ [name]: 3 })),
	...[
		'has_more',
		'hasMoreItems',
		'more_available',
		'truncated',
		'isTruncated',
		'has_next_page',
	].map((name) => ({ [name]: true })),
	...['is_last', 'complete'].map((name) => ({ [name]: false })),
	{ remaining: 25 },
	{ next_page: 2 },
	{ next_cursor: 'abc' },
	{ list_next_token: 'abc' },
	{ last_key: 'abc' },
	{ LastEvaluatedKey: { id: { S: 'abc' } } },
];
const styles = [...STYLES, ...FLAGS];
const inHeader = /total|count|page|more|next|cursor/;

const outcomeOf = async (answer: Answer, purpose?: Purpose) =>
	await read(
		talkTo(() => json(answer.body, 200, answer.headers)),
		Infinity,
		{},
		purpose,
	).catch((error: Error) => ({ incomplete: error.message }));

describe.each(Object.keys(PLACES))('page information at %s', (place) => {
	it.each(styles)('%j: a part of a list is never silent', async (info) => {
		const [name = ''] = Object.keys(info);
		// Of headers, only some names count, because many have numbers.
		if (place.startsWith('headers') && !inHeader.test(name.toLowerCase())) return;
		const answer = PLACES[place]!(rowsOf(20), info);
		expect((await outcomeOf(answer)).incomplete).toBeDefined();
	});
});

it('there are 25 places and 37 styles', () => {
	expect([Object.keys(PLACES).length, styles.length]).toEqual([25, 37]);
});

/** What frameworks write beside a whole list of seven, more than test/stand-in/lists/pageStyles.ts has. */
const WHOLE: Record<string, Info> = {
	Laravel: {
		links: [
			{ url: null, label: '&laquo; Previous', active: false },
			{ url: 'http://backend/api/v3/appointments?page=1', label: '1', active: true },
			{ url: null, label: 'Next &raquo;', active: false },
		],
		first_page_url: '/a?page=1',
		last_page_url: '/a?page=1',
		meta: { current_page: 1, from: 1, last_page: 1, path: '/a', per_page: 15, to: 7, total: 7 },
	},
	Spring: {
		pageable: { pageNumber: 0, pageSize: 20, offset: 0, paged: true, sort: { sorted: false } },
		last: true,
		first: true,
		numberOfElements: 7,
		empty: false,
	},
	'Spring HAL': {
		_links: { self: { href: '/a?page=0&size=20' }, profile: { href: '/profile/a' } },
	},
	'JSON:API': {
		jsonapi: { version: '1.1' },
		included: [{ id: 'c1', type: 'calendar' }],
		links: { self: '/a', first: '/a?page[number]=1', last: '/a?page[number]=1', next: null },
		meta: { page: { currentPage: 1, lastPage: 1, perPage: 15, total: 7 }, warnings: [] },
	},
	GraphQL: {
		pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: 'c0', endCursor: 'c6' },
		extensions: { cost: { requestedQueryCost: 52, throttleStatus: { restoreRate: 50 } } },
	},
	'with rate limits, sizes and times': {
		took: 35,
		server_time: 1_790_000_000,
		page_size: 100,
		max_results: 500,
		results_per_page: 100,
		generated_in_ms: 12,
		rate_limit: { limit: 5000, remaining: 4999, reset: 1_790_000_000 },
		next_update_at: '2026-05-01T10:00:00Z',
		last_key: 'abc',
		last_sync_token: 'abc',
		total_unread: 99,
	},
};
const OTHER_HEADERS = {
	'x-ratelimit-limit': '60',
	'x-ratelimit-remaining': '59',
	'content-length': '4000',
	'per-page': '25',
	'x-request-count': '7',
};

it.each(Object.keys(WHOLE))('a whole list of %s is read with one request', async (name) => {
	const body = { results: rowsOf(7), total: 7, ...WHOLE[name] };
	const talk = talkTo(() => json(body, 200, OTHER_HEADERS));
	expect(await read(talk, Infinity, {}, 'decide')).toEqual({
		elements: rowsOf(7),
		incomplete: undefined,
	});
	expect(talk.requests).toHaveLength(1);
});

it('a list of HAL without entries is empty', async () => {
	const page = { size: 20, totalElements: 0, totalPages: 0, number: 0 };
	const talk = talkTo(() => json({ _links: { self: { href: '/a' } }, page }));
	expect(await read(talk)).toEqual({ elements: [], incomplete: undefined });
	expect(talk.requests).toHaveLength(1);
});

it.each<[string, (next: number | undefined, count: number, base: number, page: number) => Info]>([
	['nothing', () => ({})],
	['a total', (_next, total) => ({ total })],
	['has_more', (next) => ({ has_more: next !== undefined })],
	['the number of pages', (_next, count) => ({ total_pages: Math.ceil(count / 20) })],
	[
		'the numbers of this page and of the last one',
		(_next, count, base, page) => ({ page, last_page: base + Math.ceil(count / 20) - 1 }),
	],
	['the number of the next page', (next) => ({ next: next && { page: { number: next } } })],
	['the number of the last page in an object', (next) => ({ has_more: !!next, last: { page: 9 } })],
])('with %s beside it, a list is read whole where pages count from 0 or 1', async (_what, info) => {
	for (const [base, count] of [45, 35, 20].flatMap((rows) => [
		[0, rows] as const,
		[1, rows] as const,
	])) {
		const rows = rowsOf(count);
		const talk = talkTo(({ url }) => {
			const page = Number(new URL(url).searchParams.get('page') ?? base);
			const end = (page - base + 1) * 20;
			const next = end < count ? page + 1 : undefined;
			return json({ results: rows.slice(end - 20, end), ...info(next, count, base, page) });
		});
		const list = await read(talk, Infinity, {}, 'decide');
		expect(list.elements).toHaveLength(count);
		expect(list.incomplete).toBeUndefined();
	}
});

describe('a list with nothing beside it', () => {
	const SIZES = [10, 20, 25, 30, 50, 100, 200, 250, 500, 1_000];
	const slice = (rows: Row[], size: number, page: number) =>
		rows.slice((page - 1) * size, page * size);

	it.each(SIZES)('of %i entries may be the first page: the others are read', async (size) => {
		const rows = rowsOf(2 * size + 3);
		for (const bare of [true, false]) {
			const talk = numbered((page) => {
				const results = slice(rows, size, page);
				return bare ? results : { status: 'ok', results };
			});
			expect(await read(talk)).toEqual({ elements: rows, incomplete: undefined });
		}
	});

	it.each([
		['an empty page 2', () => json([])],
		['no page 2', () => json({ detail: 'Invalid page.' }, 404)],
	])('and %s is whole', async (_what, second) => {
		const talk = talkTo(({ url }) => (url.includes('page=2') ? second() : json(rowsOf(20))));
		expect(await read(talk, Infinity, {}, 'decide')).toEqual({
			elements: rowsOf(20),
			incomplete: undefined,
		});
	});

	it.each([
		['the same entries', () => json(rowsOf(20))],
		['a refusal', () => json({ detail: 'Unknown parameter.' }, 400)],
		['a crash', () => json({}, 501)],
	])(
		'and %s for page 2 has a reason only where a part does harm, after one more request',
		async (_what, second) => {
			const outcome = async (purpose: Purpose) => {
				const talk = talkTo(({ url }) => (url.includes('page=2') ? second() : json(rowsOf(20))));
				const { elements, incomplete } = await read(talk, Infinity, {}, purpose);
				expect(elements).toHaveLength(20);
				expect(talk.requests).toHaveLength(2);
				return incomplete;
			};
			expect(await outcome('show')).toBeUndefined();
			expect(await outcome('record')).toBeUndefined();
			expect(await outcome('decide')).toContain('exactly 20 entries');
		},
	);

	it('of another length, or as many as wanted, takes one request', async () => {
		for (const [count, limit] of [
			[21, Infinity],
			[20, 20],
			[0, Infinity],
		] as const) {
			const talk = talkTo(() => json(rowsOf(count)));
			await read(talk, limit, {}, 'decide');
			expect(talk.requests).toHaveLength(1);
		}
	});
});

it('a count of as many entries as came may be that of the first page: the others are read', async () => {
	const rows = rowsOf(45);
	const talk = numbered((page) => {
		const results = rows.slice((page - 1) * 20, page * 20);
		return { results, count: results.length };
	});
	expect(await read(talk)).toEqual({ elements: rows, incomplete: undefined });
	const ignored = talkTo(() => json({ results: rowsOf(20), count: 20 }));
	expect((await read(ignored, Infinity, {}, 'decide')).incomplete).toBeUndefined();
});

it.each([
	{ unread_count: 99 },
	{ total_unread: 99 },
	{ counts: { totalActive: 99 } },
	{ user: { notification_count: 99 } },
	{ 'retry-count': 99 },
])('%j counts something else', async (fields) => {
	const talk = talkTo(() => json({ results: rowsOf(7), ...fields }));
	expect((await read(talk)).incomplete).toBeUndefined();
});

it('the reason names the field, wherever it is', async () => {
	const incomplete = async (fields: object) =>
		(await read(talkTo(() => json({ results: rowsOf(7), ...fields })))).incomplete;
	expect(await incomplete({ counts: { total: 45 } })).toContain('(counts.total: 45)');
	expect(await incomplete({ info: { total_pages: 3 } })).toContain('(info.total_pages: 3)');
	expect(await incomplete({ truncated: true })).toContain('(truncated: true)');
});

it.each<[Purpose | undefined, total: boolean, requests: number]>([
	[undefined, false, 20],
	[undefined, true, 20],
	['record', true, 20],
	['record', false, 39],
	['decide', false, 39],
])(
	'20 numbered pages for %p, with a total: %p, take %i requests',
	async (purpose, total, count) => {
		const rows = rowsOf(395);
		const talk = numbered((page) => ({
			...(total && { total: 395 }),
			results: rows.slice((page - 1) * 20, page * 20),
			next: page < 20 ? `?page=${page + 1}` : null,
		}));
		expect(await read(talk, Infinity, {}, purpose)).toEqual({
			elements: rows,
			incomplete: undefined,
		});
		expect(talk.requests).toHaveLength(count);
	},
);
