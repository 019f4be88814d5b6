import fc from 'fast-check';

import { ServiceError } from '../../../../nodes/AppointmentScheduling/service/core/errors';
import type { Dialect } from '../../../stand-in/dialects';
import { failureOf, json, talkTo } from '../support';
import { keysIn, listOf, numbered, read, rowsOf, written } from './lists';

it.each<Pick<Dialect, 'pagination' | 'trap'>>([
	{ pagination: 'pages', trap: 'loop' },
	{ pagination: 'cursor', trap: 'loop' },
	{ pagination: 'pages', trap: 'ignored' },
	{ pagination: 'cursor', trap: 'ignored' },
])('a list in $pagination with the trap $trap fails soon and clearly', async (manner) => {
	const talk = listOf(() => rowsOf(18), { ...manner, pageSize: 5 });
	const failure = await failureOf(read(talk));
	expect(failure).toBeInstanceOf(ServiceError);
	expect(failure.message).toMatch(/list/);
	expect(talk.requests.length).toBeLessThanOrEqual(9);
});

it('pages that overlap, are half full or miscounted lose and duplicate nothing', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.record({
				pagination: fc.constantFrom<Dialect['pagination']>('pages', 'offset', 'cursor'),
				pageSize: fc.integer({ min: 2, max: 9 }),
				trap: fc.constantFrom<Dialect['trap']>('overlap', 'short', 'none'),
				count: fc.constantFrom<Dialect['count']>('exact', 'none', 'tooLow', 'tooHigh'),
			}),
			fc.integer({ min: 0, max: 70 }),
			fc.oneof(fc.integer({ min: 1, max: 75 }), fc.constant(Infinity)),
			fc.integer({ min: 1, max: 9 }),
			async (manner, count, wanted, concurrency) => {
				const rows = rowsOf(count);
				const list = await read(
					listOf(() => rows, manner, { concurrency }),
					wanted,
				);
				expect(keysIn(list)).toEqual(rows.slice(0, wanted).map((row) => row.appointment_key));
			},
		),
		{ numRuns: 300 },
	);
});

it('a list without an end is read up to page 10,000', async () => {
	const talk = numbered((page) => ({ results: rowsOf(1, page), next: `?page=${page + 1}` }));
	const list = await read(talk);
	expect(list.incomplete).toContain('more than 10000 pages');
	expect(list.elements).toHaveLength(10_000);
});

it('empty pages without an end are the end if they are numbered, otherwise an error', async () => {
	const endless = numbered((page) => ({
		results: page < 3 ? rowsOf(1, page) : [],
		next: `?page=${page + 1}`,
	}));
	expect(keysIn(await read(endless))).toEqual(['key-1', 'key-2']);
	expect(endless.requests.length).toBeLessThan(30);
	const tokens = written(
		...rowsOf(99).map((_, page) => ({ results: [], next_cursor: `c${page}` })),
	);
	expect(await failureOf(read(tokens))).toBeInstanceOf(ServiceError);
});

it('a huge count over two pages costs neither memory nor requests', async () => {
	const talk = numbered((page) =>
		page > 2
			? json({ detail: 'Invalid page.' }, 404)
			: { count: 9e15, results: rowsOf(2, page * 2), next: page === 1 ? '?page=2' : null },
	);
	const list = await read(talk);
	expect(keysIn(list)).toHaveLength(4);
	expect(list.incomplete).toContain('reported 9000000000000000 entries but returned 4');
	expect(talk.requests.length).toBeLessThan(100);
});

it('a link to a page that does not exist leaves the list incomplete', async () => {
	const talk = numbered((page) =>
		page === 2 ? json({ detail: 'Not found.' }, 404) : { results: rowsOf(3), next: '?page=2' },
	);
	const list = await read(talk);
	expect(keysIn(list)).toHaveLength(3);
	expect(list.incomplete).toContain('a page after entry 3');
});

it.each([400, 403])('a page that is refused with %i fails the list', async (status) => {
	const talk = numbered((page) =>
		page === 3
			? json({ detail: 'Broken.' }, status)
			: { count: 50, results: rowsOf(10, page * 10), next: `?page=${page + 1}` },
	);
	expect(await failureOf(read(talk))).toMatchObject({ status });
});

it('reports the error beside a list, without the token', async () => {
	const body = { results: [], error: 'The calendar is locked' };
	const talk = talkTo(() => json(body), { accessToken: 'calendar' });
	expect((await failureOf(read(talk))).message).toContain('reports an error: The ••• is locked');
});

it('a list whose page_offset counts pages is not taken for complete', async () => {
	const talk = talkTo(({ url }) => {
		const offset = Number(new URL(url).searchParams.get('page_offset') ?? 0);
		const results = rowsOf(10, offset * 10).slice(0, offset > 3 ? 0 : 10);
		return json({ page_offset: offset, page_size: 10, results });
	});
	expect((await read(talk)).incomplete).toContain('may have more entries');
});

it('a list answered with 204 is empty', async () => {
	expect(await read(talkTo(() => json('', 204)))).toEqual({ elements: [] });
});

it('a list of 150,000 in one response does not overflow the stack', async () => {
	expect((await read(written({ results: rowsOf(150_000) }))).elements).toHaveLength(150_000);
});

it('whatever JSON a service responds with, reading it ends soon, with a list or a ServiceError', async () => {
	const names = fc.constantFrom(
		...['results', 'data', 'items', 'count', 'total', 'next', 'next_page', 'next_cursor', 'links'],
		...['meta', 'page', 'pages', 'offset', 'limit', 'has_more', 'last', 'pagination', 'paging'],
		...['number', 'size', 'totalPages', 'remaining', 'after', 'endCursor', 'pageInfo', 'rel'],
		...['href', 'cursor', 'current', 'error'],
	);
	const own = { maxKeys: 6, noNullPrototype: true };
	const value = fc.letrec<{ node: unknown }>((tie) => ({
		node: fc.oneof(
			{ maxDepth: 3, withCrossShrink: true },
			fc.constantFrom<unknown>(null, true, false, '', '?page=2', '?page=1', 'c', '/x', 0, 1, 2, 20),
			fc.dictionary(names, tie('node'), own),
			fc.array(tie('node'), { maxLength: 3 }),
		),
	})).node;
	const row = fc.constantFrom('a', 'b', 'c', 'd').map((appointment_key) => ({ appointment_key }));
	const body = fc
		.tuple(fc.dictionary(names, value, own), fc.option(fc.array(row, { maxLength: 3 })))
		.map(([around, results]) => (results ? { ...around, results } : around));
	await fc.assert(
		fc.asyncProperty(fc.array(body, { minLength: 1, maxLength: 4 }), async (bodies) => {
			const talk = talkTo((_request, count) => json(bodies[count % bodies.length]), {
				maxRetries: 0,
			});
			const outcome = await read(talk).catch((error: unknown) => error);
			if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ServiceError);
			expect(talk.requests.length).toBeLessThan(150);
		}),
		{ numRuns: 700 },
	);
});
