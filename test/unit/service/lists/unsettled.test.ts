import type { Purpose } from '../../../../nodes/AppointmentScheduling/service/lists/collect';
import type { ServiceAnswer } from '../../../../nodes/AppointmentScheduling/service/http/response';
import { json, talkTo } from '../support';
import { numbered, read, rowsOf } from './lists';

type Info = Record<string, unknown>;
type Answer = [body: unknown, headers?: Record<string, string>];

/** Where services put what they say about the pages of a list. */
const PLACES: Record<string, (info: Info) => Answer> = {
	'beside the list': (info) => [{ results: rowsOf(20), ...info }],
	'in an object': (info) => [{ data: rowsOf(20), list_info: info }],
	'in nested objects': (info) => [{ results: rowsOf(20), meta: { page: { info } } }],
	'in a header': (info) => {
		const named = ([name, value]: [string, unknown]) => [
			`x-${name.replace(/(?<=[a-z])(?=[A-Z])|_/g, '-').toLowerCase()}`,
			String(value),
		];
		return [rowsOf(20), Object.fromEntries(Object.entries(info).map(named)) as Answer[1]];
	},
};

/** What they say there about the first 20 of 45, in a way that leads nowhere. */
const STYLES: Info[] = [
	...[
		...['total', 'total_count', 'totalItems', 'total_results', 'totalElements', 'totalRecords'],
		...['count', 'recordCount', 'item_count', 'numFound', 'found', 'records', 'rows', 'hits'],
		...['results_total', 'of', 'totalDocs', 'items_found', 'total_available'],
	].map((name) => ({ [name]: 45 })),
	...['total_pages', 'pageCount', 'last_page', 'num_pages'].map((name) => ({ [name]: 3 })),
	...['has_more', 'hasMoreItems', 'has_next_page'].map((name) => ({ [name]: true })),
	...['more_available', 'truncated', 'isTruncated'].map((name) => ({ [name]: true })),
	...['is_last', 'complete'].map((name) => ({ [name]: false })),
	...['next_cursor', 'list_next_token', 'last_key', 'cursor'].map((name) => ({ [name]: 'abc' })),
	...[{ remaining: 25 }, { next_page: 2 }, { limit: 20 }, { page: 1 }, { offset: 0 }],
	{ LastEvaluatedKey: { id: { S: 'abc' } } },
];
const inHeader = /total|count|page|more|next|cursor/;

it.each(STYLES)('a part of a list with %j is never silent', async (info) => {
	const [name = ''] = Object.keys(info);
	for (const [place, answerWith] of Object.entries(PLACES)) {
		// Of headers, only some names count, because many have numbers.
		if (place === 'in a header' && !inHeader.test(name.toLowerCase())) continue;
		const [body, headers] = answerWith(info);
		const talk = talkTo(() => json(body, 200, headers));
		const list = await read(talk).catch((error: Error) => ({ incomplete: error.message }));
		expect([place, list.incomplete]).toEqual([place, expect.any(String)]);
		expect(talk.requests.length).toBeLessThanOrEqual(5);
	}
});

const OTHER_HEADERS = {
	'x-ratelimit-limit': '60',
	'x-ratelimit-remaining': '59',
	'content-length': '4000',
	'per-page': '25',
	'x-request-count': '7',
	link: '</style.css>; rel=preload; as=style, </docs>; rel="service-doc", </old>; rel="deprecation"',
};

// What frameworks write beside a whole list: test/stand-in/lists/pageStyles.ts.
it.each<[count: number, fields: object]>([
	[0, {}],
	[21, {}],
	[20, { total: 20 }],
	[20, { total_pages: 1 }],
	[20, { next: null }],
	[20, { has_more: false, limit: 20 }],
	[19, { limit: 20 }],
	[20, { meta: { limit: 5000, remaining: 4999 } }],
	[21, { status: 'ok', message: 'OK', code: 0, size: 'M', from: '2026-05-01' }],
	[21, { errors: [], error: null, success: true, generated_at: '2026-05-01' }],
	[21, { utc_offset: 60, phone_number: 5, number_of_rooms: 9, requests_remaining: 5 }],
	[21, { next_available_at: '2026-05-01T10:00:00Z', nextSlot: { key: 'a' }, previous: null }],
	[21, { links: [{ rel: 'self', href: '?page=1' }] }],
	[21, { page_size: 100, max_results: 500, results_per_page: 100 }],
	[21, { took: 35, server_time: 1_790_000_000, generated_in_ms: 12 }],
	[21, { rate_limit: { limit: 5000, remaining: 4999, reset: 1_790_000_000 } }],
	[21, { next_update_at: '2026-05-01T10:00:00Z', last_key: 'abc', last_sync_token: 'abc' }],
	[21, { unread_count: 99, total_unread: 99, counts: { totalActive: 99 }, 'retry-count': 99 }],
])('a list of %i with %j is whole, after one request', async (count, fields) => {
	const talk = talkTo(() => json({ results: rowsOf(count), ...fields }, 200, OTHER_HEADERS));
	const whole = { elements: rowsOf(count), incomplete: undefined };
	expect(await read(talk, Infinity, {}, 'decide')).toEqual(whole);
	expect(talk.requests).toHaveLength(1);
});

type Place = Record<'count' | 'page' | 'last', number> & { next: number | undefined };

it.each<[string, (at: Place) => Info]>([
	['nothing', () => ({})],
	['a total', ({ count }) => ({ total: count })],
	['has_more', ({ next }) => ({ has_more: next !== undefined })],
	['the number of pages', ({ count }) => ({ total_pages: Math.ceil(count / 20) })],
	['the numbers of this page and the last', ({ page, last }) => ({ page, last_page: last })],
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
			return json({ results: rows.slice(end - 20, end), ...info({ next, count, page, last }) });
		});
		const whole = { elements: rows, incomplete: undefined };
		expect(await read(talk, Infinity, {}, 'decide')).toEqual(whole);
	}
});

describe('a list with nothing beside it', () => {
	const SIZES = [10, 20, 25, 30, 50, 100, 200, 250, 500, 1_000];

	it.each(SIZES)('of %i entries may be the first page: the others are read', async (size) => {
		const rows = rowsOf(2 * size + 3);
		const talk = numbered((page) => rows.slice((page - 1) * size, page * size));
		expect(await read(talk)).toEqual({ elements: rows, incomplete: undefined });
	});

	it.each<[string, second: () => ServiceAnswer, isWhole: boolean]>([
		['an empty page 2', () => json([]), true],
		['no page 2', () => json({ detail: 'Invalid page.' }, 404), true],
		['the same entries', () => json(rowsOf(20)), false],
		['a refusal', () => json({ detail: 'Unknown parameter.' }, 400), false],
		['a crash', () => json({}, 501), false],
	])(
		'and %s for page 2 has a reason only where a part does harm, and if more seems likely',
		async (_what, second, isWhole) => {
			const reason = isWhole ? undefined : expect.stringContaining('exactly 20 entries');
			for (const purpose of ['show', 'record', 'decide'] as const) {
				const talk = talkTo(({ url }) => (url.includes('page=2') ? second() : json(rowsOf(20))));
				const incomplete = purpose === 'decide' ? reason : undefined;
				const list = { elements: rowsOf(20), incomplete };
				expect(await read(talk, Infinity, {}, purpose)).toEqual(list);
				expect(talk.requests).toHaveLength(isWhole ? 3 : 2);
			}
		},
	);
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
