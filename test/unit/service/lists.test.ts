import fc from 'fast-check';
import type { IHttpRequestOptions } from 'n8n-workflow';

import { readList, whole } from '../../../nodes/AppointmentScheduling/service/lists';
import { baseUrl, failureOf, json, takesShort, talkTo, type Handler } from './support';

const PATH = 'appointments/';
const rows = (count: number, from = 0) =>
	Array.from({ length: count }, (_, index) => ({ appointment_key: `key-${from + index}` }));
const queryOf = ({ url }: IHttpRequestOptions) => new URL(url).searchParams;

/** Pages as Django REST framework makes them: parameters of `next` sorted, 404 beyond the end. */
const pagesOf =
	(rowsAt: (count: number) => object[], most = 100): Handler =>
	(request, count) => {
		const query = queryOf(request);
		const all = rowsAt(count);
		const size = Math.min(Number(query.get('page_size')) || 10, most);
		const page = Number(query.get('page') ?? 1);
		const results = all.slice((page - 1) * size, page * size);
		if (page > 1 && results.length === 0) return json({ detail: 'Invalid page.' }, 404);
		query.set('page', String(page + 1));
		query.sort();
		// Behind a proxy, the service writes another host.
		const next = page * size < all.length ? `http://10.0.0.1:8000/api/v3/${PATH}?${query}` : null;
		return json({ count: all.length, next, previous: null, results });
	};

const read = async (handler: Handler, limit?: number, query = {}) => {
	const talk = talkTo(handler, { tries: 1 });
	const list = await readList(talk.client, PATH, 'appointment_key', query, limit);
	return { ...list, requests: talk.requests, mostInFlight: talk.mostInFlight() };
};

it('a list of 287 takes three requests, with the filters on each page', async () => {
	const list = await read(
		pagesOf(() => rows(287)),
		undefined,
		{ status: 'PENDING', tag_keys: ['a', 'b'] },
	);
	expect(list.entries).toEqual(rows(287));
	expect(list).toMatchObject({ incomplete: undefined, hasMoved: false });
	expect(list.requests.map(({ url }) => url)).toEqual([
		`${baseUrl}/api/v3/${PATH}?status=PENDING&tag_keys=a&tag_keys=b&page_size=100`,
		`${baseUrl}/api/v3/${PATH}?page=2&page_size=100&status=PENDING&tag_keys=a&tag_keys=b`,
		`${baseUrl}/api/v3/${PATH}?page=3&page_size=100&status=PENDING&tag_keys=a&tag_keys=b`,
	]);
});

it('pages are read eight at a time', async () => {
	const list = await read(async (request, count) => {
		await new Promise((resolve) => setTimeout(resolve, 2));
		return await pagesOf(() => rows(2_000))(request, count);
	});
	expect(list.entries).toHaveLength(2_000);
	expect(list.requests).toHaveLength(20);
	expect(list.mostInFlight).toBe(8);
});

it('a list of any length, in pages of any size and up to any limit, is what the service has', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.nat(350),
			fc.integer({ min: 1, max: 100 }),
			fc.option(fc.integer({ min: 1, max: 400 }), { nil: undefined }),
			async (count, most, limit) => {
				const list = await read(
					pagesOf(() => rows(count), most),
					limit,
				);
				expect(list.entries).toEqual(rows(count).slice(0, limit));
				expect(list.incomplete).toBeUndefined();
				const wanted = Math.min(count, limit ?? count);
				const asked = Math.min(limit ?? 100, 100);
				const size = Math.min(most, asked);
				expect(queryOf(list.requests[0]!).get('page_size')).toBe(String(asked));
				expect(list.requests.length).toBe(Math.max(1, Math.ceil(wanted / size)));
			},
		),
		{ numRuns: 150 },
	);
});

it.each([
	['an array', [{ appointment_key: 'a' }]],
	['only results', { results: [{ appointment_key: 'a' }] }],
	['one entry twice', { count: 2, results: [{ appointment_key: 'a' }, { appointment_key: 'a' }] }],
	['no next page', { count: 1, next: null, previous: null, results: [{ appointment_key: 'a' }] }],
])('a list that is %s is whole', async (_what, body) => {
	const list = await read(() => json(body));
	expect(whole(list)).toEqual([{ appointment_key: 'a' }]);
});

it('a list is whole that shows an entry once for each attendee that a filter matches', async () => {
	const twice = rows(150).flatMap((row) => [row, row]);
	const list = await read(pagesOf(() => twice));
	expect(list).toMatchObject({ entries: rows(150), incomplete: undefined });
});

it.each([34, 67, 120, 300])(
	'a list of %i is whole if pages end between the copies of an entry',
	async (count) => {
		const thrice = rows(count).flatMap((row) => [row, row, row]);
		const list = await read(pagesOf(() => thrice));
		expect(list).toMatchObject({ entries: rows(count), incomplete: undefined });
	},
);

/** As PostgreSQL does it: the order of what has the same place depends on the page. */
const tied =
	(shown: (page: number, size: number) => object[]): Handler =>
	(request) => {
		const query = queryOf(request);
		const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('page_size'))];
		return pagesOf(() => shown(page, size))(request, 0);
	};

it('what ties hide between two pages is found with pages of another size', async () => {
	const swapped = rows(300);
	[swapped[99], swapped[100]] = [swapped[100]!, swapped[99]!];
	const list = await read(tied((page, size) => (page === 1 && size === 100 ? swapped : rows(300))));
	expect(list.incomplete).toBeUndefined();
	expect(list.entries).toHaveLength(300);
	expect(list.requests.map((request) => queryOf(request).get('page_size'))).toEqual([
		...Array<string>(3).fill('100'),
		...Array<string>(4).fill('90'),
	]);
});

it('both readings together are whole if each lacks other entries', async () => {
	const list = await read(
		tied((page, size) => {
			const shown = rows(300);
			const edge = size === 100 ? 100 : 180;
			if (page * size === edge) [shown[edge - 1], shown[edge]] = [shown[edge]!, shown[edge - 1]!];
			return shown;
		}),
	);
	expect(list).toMatchObject({ incomplete: undefined, hasMoved: false });
	expect(list.entries).toHaveLength(300);
});

it('if the second reading fails, the first one is shown', async () => {
	const swapped = rows(300);
	[swapped[99], swapped[100]] = [swapped[100]!, swapped[99]!];
	const first = tied((page) => (page === 1 ? swapped : rows(300)));
	const list = await read((request, count) =>
		queryOf(request).get('page_size') === '90' ? json({}, 500) : first(request, count),
	);
	expect(list.entries).toHaveLength(299);
	expect(list.incomplete).toBe('The service reported 300 entries but returned 299');
});

it('without a count, next is followed to its end', async () => {
	const list = await read((request) => {
		const page = Number(queryOf(request).get('cursor') ?? 0);
		const next = page < 3 ? `?cursor=${page + 1}` : null;
		return json({ next, results: rows(10, page * 10) });
	});
	expect(list).toMatchObject({ entries: rows(40), incomplete: undefined });
});

describe('a list that may lack entries says so', () => {
	const reason = async (handler: Handler) => (await read(handler)).incomplete;

	it('because the service counts more than it shows', async () => {
		const body = { count: 120, next: null, results: rows(50) };
		const list = await read(() => json(body));
		expect(list.incomplete).toBe('The service reported 120 entries but returned 50');
		expect(list.requests).toHaveLength(1);
	});

	it('because an entry is on two pages, so another one may be on none, in a second reading as well', async () => {
		const lacking = rows(200).filter((_row, index) => index !== 120);
		const list = await read(
			tied((_page, size) => [...lacking.slice(0, size), ...lacking.slice(size - 1)]),
		);
		expect(list.incomplete).toContain('reported 200 entries but returned 199');
		expect(list.requests).toHaveLength(2 + 3);
	});

	it('because somebody booked, or was removed, while it was read', async () => {
		const moved = 'The list changed while it was read, so entries may be missing';
		expect(await reason(pagesOf((count) => rows(250 + count)))).toBe(moved);
		expect(await reason(pagesOf((count) => rows(count > 2 ? 150 : 250)))).toBe(moved);
	});

	it('because next leads back to a page that was read', async () => {
		const talk = await read(() => json({ next: '?page=2', results: rows(10) }));
		expect(talk.incomplete).toBe('The list does not end, so entries may be missing');
		expect(talk.requests.length).toBeLessThanOrEqual(3);
		const counted = await read(() => json({ count: 5e9, next: '?page=2', results: rows(100) }));
		expect(counted.incomplete).toContain('reported 5000000000 entries but returned 100');
		expect(counted.requests.length).toBeLessThanOrEqual(20);
	});

	it('because it has more than 1,000 pages', async () => {
		const talk = await read((_request, count) => json({ next: '?x=1', results: rows(1, count) }));
		expect(talk.incomplete).toBe('The list does not end, so entries may be missing');
		expect(talk.requests).toHaveLength(1_000);
	});

	it('and what decides from absence is refused', async () => {
		const list = await read(() => json({ count: 2, next: null, results: rows(1) }));
		expect(() => whole(list)).toThrow('reported 2 entries but returned 1');
	});
});

it('never sends the token where a next leads', async () => {
	const elsewhere = 'https://evil.example/api/v3/other/?page=2&page_size=100';
	const { requests } = await read((_request, count) =>
		json({
			count: 150,
			next: count === 1 ? elsewhere : null,
			results: count === 1 ? rows(100) : rows(50, 100),
		}),
	);
	expect(requests).toHaveLength(2);
	expect(requests[1]!.url).toBe(`${baseUrl}/api/v3/${PATH}?page=2&page_size=100`);
});

it.each([
	['a web page', '<html>'],
	['an object', { detail: 'x' }],
	['results that are no list', { results: {} }],
	['entries that are no objects', { results: ['a'] }],
])('%s is no list', async (_what, body) => {
	const failure = await failureOf(read(() => json(body)));
	expect(failure).toMatchObject({
		message: expect.stringMatching(/is no list|without JSON/),
		advice: expect.stringContaining("'Base URL'"),
	});
});

it('a refused page is an error, not the end', async () => {
	const failing: Handler = (request, count) =>
		count > 1 ? json({ detail: 'No.' }, 403) : pagesOf(() => rows(300))(request, count);
	expect(await failureOf(read(failing))).toMatchObject({ details: { status: 403 } });
});

it('a list of 50,000 entries in one page does not stop n8n', async () => {
	const body = { count: 50_000, next: null, results: rows(50_000) };
	await takesShort(async () => expect((await read(() => json(body))).entries).toHaveLength(50_000));
});
