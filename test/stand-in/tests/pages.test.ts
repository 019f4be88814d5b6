import fc from 'fast-check';
import { dialects, startService, type Dialect } from '..';
import { pageOf, type Page, type PageQuery, type Place } from '../lists/pages';
import { ask } from './support';

const ORIGIN = 'https://service.example';
const PATH = '/api/v3/appointments/';

/** Follows `next` as a trusting client would, for at most so many pages. */
function walk(length: number, knobs: Partial<Dialect>, most = 100) {
	const rows = Array.from({ length }, (_, index) => index);
	const pages: Array<Page<number>> = [];
	let url: URL | undefined = new URL(`${ORIGIN}${PATH}?status=PENDING&name=a%20b`);
	while (url && pages.length < most) {
		const parameters = Object.fromEntries(url.searchParams);
		const query: PageQuery = {
			...(parameters.page && { page: Number(parameters.page) }),
			...(parameters.limit && { limit: Number(parameters.limit) }),
			...(parameters.offset && { offset: Number(parameters.offset) }),
			...(parameters.cursor && { cursor: parameters.cursor }),
		};
		const place: Place = { origin: ORIGIN, path: PATH, query: url.search.slice(1) };
		const page: Page<number> = pageOf(rows, query, place, { ...dialects.plain, ...knobs });
		pages.push(page);
		url = page.next ? new URL(page.next, url) : undefined;
		if (url && url.href.startsWith(`${ORIGIN}${PATH}`))
			expect(url.search).toContain('status=PENDING&name=a%20b');
		else url = undefined;
	}
	return { pages, rows: pages.flatMap(({ results }) => results), all: rows };
}

it('gives every row once, in order, in every honest dialect', () => {
	fc.assert(
		fc.property(
			fc.integer({ min: 0, max: 60 }),
			fc.record({
				pagination: fc.constantFrom('none', 'pages', 'offset', 'cursor'),
				pageSize: fc.integer({ min: 2, max: 70 }),
				nextLink: fc.constantFrom('absolute', 'path', 'query'),
				lastNext: fc.constantFrom('null', 'absent'),
				count: fc.constantFrom('exact', 'none'),
				previous: fc.boolean(),
				trap: fc.constantFrom('none', 'short'),
			} satisfies { [Knob in keyof Partial<Dialect>]: fc.Arbitrary<Dialect[Knob]> }),
			(length, knobs) => {
				const { pages, rows, all } = walk(length, knobs);
				expect(rows).toEqual(all);
				for (const { count } of pages)
					expect(count).toBe(knobs.count === 'exact' ? length : undefined);
			},
		),
		{ numRuns: 200 },
	);
});

describe('traps', () => {
	const paged = (trap: Dialect['trap'], knobs: Partial<Dialect> = {}) =>
		walk(10, { pagination: 'pages', pageSize: 4, trap, ...knobs }, 6);

	it('self leads from the first page to itself', () => {
		const { pages } = paged('self');
		expect(pages).toHaveLength(6);
		expect(new Set(pages.map(({ results }) => results.join())).size).toBe(1);
	});

	it('elsewhere and otherPath lead away', () => {
		expect(paged('elsewhere').pages[0]?.next).toMatch(/^https:\/\/elsewhere\.example\/api/);
		expect(paged('otherPath').pages[0]?.next).toMatch(/^\/api\/v3\/calendars\/\?/);
	});

	it('loop leads from the last page to the first', () => {
		expect(paged('loop').pages.map(({ results }) => results[0])).toEqual([0, 4, 8, 0, 4, 8]);
	});

	it('repeated gives the first page twice, and loses the second', () => {
		expect(paged('repeated').rows).toEqual([0, 1, 2, 3, 0, 1, 2, 3, 8, 9]);
	});

	it('ignored gives the first page for ever', () => {
		for (const pagination of ['pages', 'offset', 'cursor'] as const)
			expect(paged('ignored', { pagination }).rows.slice(-4)).toEqual([0, 1, 2, 3]);
	});

	it('overlap begins each page with the last row of the one before', () => {
		for (const pagination of ['pages', 'offset', 'cursor'] as const)
			expect(paged('overlap', { pagination }).pages[1]?.results[0]).toBe(3);
	});

	it('counts that are wrong', () => {
		expect(paged('none', { count: 'tooHigh' }).pages[0]?.count).toBe(15);
		expect(paged('none', { count: 'tooLow' }).pages[0]?.count).toBe(5);
	});
});

it('pages over HTTP, and refuses pages that are none', async () => {
	const service = await startService({ dialect: { like: 'paged', pageSize: 10 } });
	try {
		service.seed(35);
		const seen: string[] = [];
		let path = `${PATH}?is_cancelled=false`;
		for (;;) {
			const { body } = await ask(service, 'GET', path);
			const { results, next } = body as {
				results: Array<{ appointment_key: string }>;
				next: string | null;
			};
			seen.push(...results.map(({ appointment_key }) => appointment_key));
			if (!next) break;
			expect(next).toMatch(new RegExp(`^${service.baseUrl}${PATH}\\?is_cancelled=false&page=`));
			path = next.slice(service.baseUrl.length);
		}
		expect(seen).toEqual(
			service.matching({ is_cancelled: false }).map(({ appointment_key }) => appointment_key),
		);
		expect((await ask(service, 'GET', `${PATH}?page=5`)).status).toBe(404);
		expect((await ask(service, 'GET', `${PATH}?page=x`)).status).toBe(400);
		expect((await ask(service, 'GET', `${PATH}?offset=10`)).status).toBe(400);
		service.speak('cursor');
		const basic = { authorization: `Bearer ${service.token}` };
		expect((await ask(service, 'GET', `${PATH}?cursor=zz`, undefined, basic)).status).toBe(400);
	} finally {
		await service.stop();
	}
});
