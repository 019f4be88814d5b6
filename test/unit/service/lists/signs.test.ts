import { json, talkTo } from '../support';
import { read, rowsOf } from './lists';

type Info = Record<string, unknown>;
type Answer = [body: unknown, headers?: Record<string, string>];

/** Where services put what they say about the pages of a list. */
const PLACES: Record<string, (info: Info) => Answer> = {
	'beside the list': (info) => [{ results: rowsOf(17), ...info }],
	'in an object': (info) => [{ data: rowsOf(17), list_info: info }],
	'in nested objects': (info) => [{ results: rowsOf(17), meta: { page: { info } } }],
	'in a header': (info) => {
		const named = ([name, value]: [string, unknown]) => [
			`x-${name.replace(/(?<=[a-z])(?=[A-Z])|_/g, '-').toLowerCase()}`,
			String(value),
		];
		return [rowsOf(17), Object.fromEntries(Object.entries(info).map(named)) as Answer[1]];
	},
};

/** What they say there about the first 17 of 45, where nothing leads to the others. */
const SIGNS: Info[] = [
	...[
		...['total', 'total_count', 'totalItems', 'total_results', 'totalElements', 'totalRecords'],
		...['count', 'recordCount', 'item_count', 'numFound', 'found', 'records', 'rows', 'hits'],
		...['results_total', 'of', 'totalDocs', 'items_found', 'total_available', 'totalSize'],
	].map((name) => ({ [name]: 45 })),
	...['total_pages', 'pageCount', 'last_page', 'num_pages'].map((name) => ({ [name]: 3 })),
	...['has_more', 'hasMoreItems', 'has_next_page'].map((name) => ({ [name]: true })),
	...['more_available', 'truncated', 'isTruncated'].map((name) => ({ [name]: true })),
	...['is_last', 'complete', 'last', 'done'].map((name) => ({ [name]: false })),
	...[{ next_cursor: 'abc' }, { remaining: 28 }, { next_page: 2 }],
];
const inHeader = /total|count|page|more|next|cursor/;

it.each(SIGNS)('a part of a list with %j is never silent', async (info) => {
	const [name = ''] = Object.keys(info);
	for (const [place, answerWith] of Object.entries(PLACES)) {
		// Of headers, only some names count, because many have numbers.
		if (place === 'in a header' && !inHeader.test(name.toLowerCase())) continue;
		const [body, headers] = answerWith(info);
		const talk = talkTo(() => json(body, 200, headers));
		const list = await read(talk);
		expect([place, list.elements.length, list.incomplete]).toEqual([place, 17, expect.any(String)]);
		expect(talk.requests.length).toBeLessThanOrEqual(25);
	}
});

it('the reason names the field, wherever it is', async () => {
	const incomplete = async (fields: object) =>
		(await read(talkTo(() => json({ results: rowsOf(7), ...fields })))).incomplete;
	expect(await incomplete({ counts: { total: 45 } })).toContain('(counts.total: 45)');
	expect(await incomplete({ info: { total_pages: 3 } })).toContain('(info.total_pages: 3)');
});

const OTHER_HEADERS = {
	'x-ratelimit-limit': '60',
	'x-ratelimit-remaining': '59',
	'content-length': '4000',
	'x-request-count': '7',
	link: '</style.css>; rel=preload; as=style, </docs>; rel="service-doc", </old>; rel="deprecation"',
};

it.each<[count: number, fields: object]>([
	[0, {}],
	[9, {}],
	[9, { count: 9 }],
	[20, { total: 20, page: 1 }],
	[20, { total_pages: 1 }],
	[20, { next: null }],
	[20, { has_more: false, limit: 20 }],
	[20, { total: 20, limit: 20 }],
	[12, { count: 12, limit: 20 }],
	[9, { count: 9, page: 1, items: 20, pages: 1 }],
	[9, { status: 'ok', message: 'OK', code: 0, size: 'M', from: '2026-05-01' }],
	[9, { errors: [], error: null, success: true, generated_at: '2026-05-01' }],
	[9, { utc_offset: 60, phone_number: 5, number_of_rooms: 19, requests_remaining: 5 }],
	[9, { next_available_at: '2026-05-01T10:00:00Z', nextSlot: { key: 'a' }, previous: null }],
	[9, { links: [{ rel: 'self', href: '?page=1' }] }],
	[9, { took: 35, server_time: 1_790_000_000, generated_in_ms: 12, discount: 50 }],
	[9, { rate_limit: { limit: 5000, remaining: 4999, reset: 1_790_000_000 } }],
	[9, { next_update_at: '2026-05-01T10:00:00Z', last_key: 'abc', last_sync_token: 'abc' }],
	[9, { search: '600123456', query: { name: 'Ana', search: 99 }, available: 99 }],
	[9, { unread_count: 99, total_unread: 99, counts: { totalActive: 99 }, 'retry-count': 99 }],
])('a list of %i with %j is whole, after one request', async (count, fields) => {
	const talk = talkTo(() => json({ results: rowsOf(count), ...fields }, 200, OTHER_HEADERS));
	expect(await read(talk)).toEqual({ elements: rowsOf(count) });
	expect(talk.requests).toHaveLength(1);
});

it.each([
	...[{ page: 1 }, { offset: 0 }, { limit: 5 }, { total_pages: 3 }, { total: 12 }],
	...[{ cursor: 'b' }, { page: 1, total_pages: 3 }, { offset: 0, limit: 5 }],
])('a page of five with %j beside it does not end the list', async (info) => {
	const talk = talkTo(({ url }) => {
		const isFirst = new URL(url).search === '';
		return json(isFirst ? { results: rowsOf(5), ...info } : { results: rowsOf(7, 5) });
	});
	expect((await read(talk)).elements).toEqual(rowsOf(12));
});

it.each<[name: string, first: number, step: number]>([
	['pageNumber', 1, 1],
	['page_no', 1, 1],
	['pageIndex', 0, 1],
	['skip', 0, 20],
	['startAt', 0, 20],
	['start_index', 0, 20],
])('a list that shows %s is read by the parameter of this name', async (name, first, step) => {
	const talk = talkTo(({ url }) => {
		const at = Number(new URL(url).searchParams.get(name) ?? first);
		const from = ((at - first) / step) * 20;
		return json({ [name]: at, results: rowsOf(60).slice(from, from + 20) });
	});
	expect(await read(talk)).toEqual({ elements: rowsOf(60) });
});

it.each<[parameter: string, shown: (number: number) => Answer]>([
	['page[number]', (number) => [{ meta: { page: { number, size: 20, total: 60 } } }]],
	['pagination[page]', (page) => [{ meta: { pagination: { page, pageSize: 20, total: 60 } } }]],
	['pageNumber', (page) => [{}, { 'x-pagination': JSON.stringify({ CurrentPage: page }) }]],
])('a list is read by %s, as in JSON:API, Strapi and ASP.NET', async (parameter, shown) => {
	const talk = talkTo(({ url }) => {
		const { searchParams, search } = new URL(url);
		const number = Number(searchParams.get(parameter) ?? 1);
		if (search !== '' && !searchParams.has(parameter)) return json({ errors: ['No.'] }, 400);
		const [beside, headers] = shown(number);
		const data = rowsOf(60).slice((number - 1) * 20, number * 20);
		return json({ data, ...(beside as object) }, 200, headers);
	});
	expect(await read(talk)).toEqual({ elements: rowsOf(60) });
});

it('a range of an unknown number of entries is read on from its position', async () => {
	const talk = talkTo(({ url }) => {
		const from = Number(new URL(url).searchParams.get('offset') ?? 0);
		const results = rowsOf(17).slice(from, from + 7);
		const range = results.length > 0 ? `${from}-${from + results.length - 1}/*` : '*/*';
		return json(results, 206, { 'content-range': range });
	});
	expect(await read(talk)).toEqual({ elements: rowsOf(17) });
});

type Place = Record<'count' | 'page' | 'last', number> & { next: number | undefined };

it.each<[string, (at: Place) => Info]>([
	['nothing', () => ({})],
	['a total', ({ count }) => ({ total: count })],
	['has_more', ({ next }) => ({ has_more: next !== undefined })],
	['the number of pages', ({ count }) => ({ total_pages: Math.ceil(count / 20) })],
	['the numbers of this page and the last', ({ page, last }) => ({ page, last_page: last })],
	['the number of the last page', ({ last }) => ({ last_page: last })],
	['the number of the next page', ({ next }) => ({ next: next && { page: { number: next } } })],
	['the last page in an object', ({ next }) => ({ has_more: !!next, last: { page: 9 } })],
])('with %s beside it, a list is read whole where pages count from 0 or 1', async (_what, info) => {
	const cases = [45, 35, 20].flatMap((count) => [0, 1].map((base) => ({ base, count })));
	for (const { base, count } of cases) {
		const rows = rowsOf(count);
		const last = base + Math.ceil(count / 20) - 1;
		const talk = talkTo(({ url }) => {
			const page = Number(new URL(url).searchParams.get('page') ?? base);
			const end = (page - base + 1) * 20;
			const next = page < last ? page + 1 : undefined;
			const results = end > 0 ? rows.slice(end - 20, end) : [];
			return json({ results, ...info({ next, count, page, last }) });
		});
		expect([base, count, await read(talk)]).toEqual([base, count, { elements: rows }]);
	}
});
