import fc from 'fast-check';

import { CanceledError } from '../../../../nodes/AppointmentScheduling/service/core/errors';
import type { Dialect } from '../../../stand-in/dialects';
import { elapse, json, talkTo } from '../support';
import { keysIn, listOf, numbered, read, rowsOf, written, type Row } from './lists';

const rows = rowsOf(45);
const pageOf = (page: number, size = 20) => rows.slice((page - 1) * size, page * size);

describe('the end of a list', () => {
	it.each(['complete', 'done'])('is not said by %s, which may mean the response', async (name) => {
		const talk = numbered((page) => ({ job: { [name]: true }, results: pageOf(page) }));
		expect(await read(talk)).toEqual({ elements: rows });
	});

	it('is no short page, and none with a null', async () => {
		const pages = [
			rows.slice(0, 20),
			rows.slice(20, 22),
			[null, ...rows.slice(22, 30)],
			rows.slice(30),
		];
		const talk = numbered((page) => ({ page, results: pages[page - 1] ?? [] }));
		expect(await read(talk)).toEqual({ elements: rows });
	});

	it('is no empty page while a link, has_more or a later last page says more', async () => {
		const gap = (page: number) => (page === 2 ? [] : pageOf(page === 1 ? 1 : page - 1));
		for (const more of [
			(page: number) => ({ next: page < 4 ? `?page=${page + 1}` : null }),
			(page: number) => ({ page, has_more: page < 4 }),
			(page: number) => ({ page, pages: 4 }),
		]) {
			const talk = numbered((page) => ({ ...more(page), results: gap(page) }));
			expect(await read(talk)).toEqual({ elements: rows });
		}
	});

	it('comes after 20 pages in a row without a new entry, and leaves the list open', async () => {
		for (const more of [
			(page: number) => ({ next: `?page=${page + 1}` }),
			(page: number) => ({ next_cursor: `c${page}` }),
			(page: number) => ({ page, has_more: true }),
		]) {
			const talk = talkTo(({ url }, count) => {
				const isFirst = new URL(url).search === '';
				return json({ ...more(count), results: isFirst ? rowsOf(3) : [] });
			});
			const list = await read(talk);
			expect(list.elements).toEqual(rowsOf(3));
			expect(list.incomplete).toContain('20 pages without a new entry');
			expect(talk.requests.length).toBeLessThan(24);
		}
	});

	it('is page 10,000', async () => {
		const talk = numbered((page) => ({ results: rowsOf(1, page), next: `?page=${page + 1}` }));
		const list = await read(talk);
		expect(list.incomplete).toContain('more than 10000 pages');
		expect(list.elements).toHaveLength(10_000);
	});

	it('is where a page does not exist, also if the service refuses it as invalid', async () => {
		for (const status of [400, 404, 416, 422]) {
			const talk = numbered((page) =>
				page > 3 ? json({ detail: 'Invalid page.' }, status) : { page, results: pageOf(page) },
			);
			expect(await read(talk)).toEqual({ elements: rows });
		}
	});

	it.each([403, 500])('is no page that fails with %i: the list fails', async (status) => {
		const talk = talkTo(
			({ url }) => {
				const page = Number(new URL(url).searchParams.get('page') ?? 1);
				return page === 3 ? json({ detail: 'No.' }, status) : json({ page, results: pageOf(page) });
			},
			{ maxRetries: 0 },
		);
		await expect(read(talk)).rejects.toMatchObject({ status });
	});

	it('is no canceled execution: the list fails', async () => {
		const abort = new AbortController();
		const talk = talkTo(
			(_request, count) => {
				if (count === 2) abort.abort();
				return json({ page: count, results: pageOf(count) });
			},
			{ signal: abort.signal },
		);
		await expect(read(talk)).rejects.toThrow(CanceledError);
	});

	it('is no page on which the service reports an error with 200: the list fails', async () => {
		const talk = numbered((page) =>
			page === 3 ? { success: false, error: 'Locked' } : { page, results: pageOf(page) },
		);
		await expect(read(talk)).rejects.toThrow('reports an error: Locked');
	});

	it('is open where a link leads to no page', async () => {
		for (const status of [400, 404]) {
			const talk = numbered((page) =>
				page === 2
					? json({ detail: 'Not found.' }, status)
					: { results: rowsOf(3), next: '?page=2' },
			);
			const list = await read(talk);
			expect(list.elements).toHaveLength(3);
			expect(list.incomplete).toContain('a page after entry 3');
		}
	});

	it.each([{ has_more: true }, { next: { page: { number: 2 } } }, { last: false }])(
		'is open if the service says %j, and nothing leads there',
		async (fields) => {
			const talk = written({ results: rowsOf(21), ...fields });
			expect((await read(talk)).incomplete).toContain('more entries');
			expect(talk.requests.length).toBeLessThanOrEqual(5);
			expect(await read(talk, 21)).toEqual({ elements: rowsOf(21) });
		},
	);
});

describe('the total', () => {
	const withTotal = (total: number, pages: unknown[][], size?: number) =>
		numbered((page) => ({ page, total, results: pages[page - 1] ?? [], ...(size && { size }) }));

	it('counts entries as they are sent, with nulls and copies', async () => {
		const pages = [
			[...rowsOf(18), null, ...rowsOf(1)],
			[...rowsOf(1, 17), ...rowsOf(4, 18)],
		];
		expect(await read(withTotal(25, pages))).toEqual({ elements: rowsOf(22) });
	});

	it('is reached if a stated size times the pages reaches it', async () => {
		const pages = [rowsOf(17), rowsOf(20, 17), rowsOf(3, 37)];
		expect(await read(withTotal(45, pages, 20))).toEqual({ elements: rowsOf(40) });
		// A page without entries had room for none of those that are missing.
		const short = await read(withTotal(45, pages.slice(0, 2), 20));
		expect(short.incomplete).toContain('reported 45 entries but returned 37');
		expect((await read(withTotal(45, pages))).incomplete).toBe(
			'The service reported 45 entries but returned 40: some may be missing (total: 45)',
		);
	});

	it('of the first page counts, also if no other page has one', async () => {
		const talk = numbered((page) => ({
			...(page === 1 && { count: 45, next: '?page=2' }),
			results: rowsOf(20, page * 20),
		}));
		expect((await read(talk)).incomplete).toContain('reported 45 entries but returned 40');
	});

	it('is read from Content-Range, with a unit or without one', async () => {
		for (const unit of ['items ', '']) {
			const range = { 'content-range': `${unit}0-16/45` };
			const list = await read(talkTo(() => json(rowsOf(17), 206, range)));
			expect(list.incomplete).toContain('reported 45 entries but returned 17');
		}
	});

	it('below what was read counts something else', async () => {
		for (const info of [{ total: 3 }, { total: 30, total_pages: 2 }]) {
			const talk = numbered((page) => ({ current: page, ...info, results: pageOf(page) }));
			expect(await read(talk)).toEqual({ elements: rows });
		}
	});

	it.each([
		['there is no further page', json({ detail: 'Invalid page.' }, 404)],
		['further pages are empty', json({ results: [] })],
	])('that is huge costs neither memory nor requests if %s', async (_what, end) => {
		const talk = numbered((page) =>
			page > 2
				? end
				: { count: 9e15, results: rowsOf(2, page * 2), next: page === 1 ? '?page=2' : null },
		);
		const list = await read(talk);
		expect(list.elements).toHaveLength(4);
		expect(list.incomplete).toContain('reported 9000000000000000 entries but returned 4');
		expect(talk.requests.length).toBeLessThan(100);
	});

	it('lets hundred pages be requested at the same time to the last one', async () => {
		let [inFlight, alone] = [0, 0];
		const talk = talkTo(async ({ url }) => {
			inFlight += 1;
			alone += inFlight === 1 ? 1 : 0;
			await elapse(1);
			inFlight -= 1;
			const page = Number(new URL(url).searchParams.get('page') ?? 1);
			return json({ page, total: 1000, results: rowsOf(10, (page - 1) * 10) });
		});
		expect(await read(talk)).toEqual({ elements: rowsOf(1000) });
		expect([talk.requests.length, alone < 20]).toEqual([100, true]);
	});
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
				const all = rowsOf(count);
				const list = await read(
					listOf(() => all, manner, { concurrency }),
					wanted,
				);
				expect(keysIn(list)).toEqual(all.slice(0, wanted).map((row) => row.appointment_key));
			},
		),
		{ numRuns: 300 },
	);
});

it.each<Dialect['pagination']>([
	...(['pages', 'offset', 'pageNumber', 'laravel', 'oData', 'hal'] as const),
	...(['gitLab', 'aspNet', 'totalAlone', 'totalOfOffset'] as const),
])('%s with a total: the other pages are requested at the same time', async (pagination) => {
	const talk = listOf(() => rowsOf(95), { pagination, pageSize: 10, count: 'exact' });
	expect(await read(talk)).toEqual({ elements: rowsOf(95) });
	expect(talk.mostInFlight()).toBeGreaterThan(4);
	expect(talk.requests.length).toBeLessThanOrEqual(12);
});

describe('while a list with a total is read', () => {
	/** Rows that change before the second request. */
	const changed = (
		change: (now: Row[]) => Row[],
		pagination: Dialect['pagination'],
		all: Row[] = rows,
	) => {
		let count = 0;
		const list = () => ((count += 1) < 2 ? all : change(all));
		return listOf(list, { pagination, pageSize: 20, count: 'exact' });
	};
	const paginations = ['pages', 'laravel', 'limitOffset', 'pageNumber'] as const;

	it.each(paginations)('%s: if one leaves it, it is read once more', async (pagination) => {
		const talk = changed((all) => all.slice(1), pagination);
		expect(await read(talk)).toEqual({ elements: rows.slice(1) });
		expect(talk.requests.length).toBeLessThanOrEqual(7);
	});

	it('one that is added between two pages, the later of which came first, hides no other one', async () => {
		const added = [...rowsOf(1, 900), ...rows];
		const talk = numbered((page) => {
			const now = talk.requests.length > 3 || page === 2 ? added : rows;
			return { page, total: now.length, results: now.slice((page - 1) * 20, page * 20) };
		});
		expect(await read(talk)).toEqual({ elements: added });
	});

	it('it is open if it changes each time', async () => {
		const talk = numbered((page) => ({ page, total: 45 + page, results: pageOf(page) }));
		expect((await read(talk)).incomplete).toContain('kept changing');
		expect(talk.requests.length).toBeLessThan(10);
	});

	it('totals of each page alone are no change', async () => {
		const talk = numbered((page) => {
			const results = pageOf(page);
			return { page, total: results.length, results, next: page < 3 ? `?page=${page + 1}` : null };
		});
		expect(await read(talk)).toEqual({ elements: rows });
		expect(talk.requests).toHaveLength(3);
	});

	it.each(paginations)('%s: one that is added makes it lose no other one', async (pagination) => {
		const added = (now: Row[]) => [...rowsOf(1, 900), ...now];
		for (const all of [rows, rows.slice(0, 40)]) {
			expect(keysIn(await read(changed(added, pagination, all)))).toEqual(
				expect.arrayContaining(all.map((row) => row.appointment_key)),
			);
		}
	});
});
