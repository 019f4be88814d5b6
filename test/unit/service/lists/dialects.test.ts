import fc from 'fast-check';

import { ServiceError } from '../../../../nodes/AppointmentScheduling/service/errors';
import { COMPUTED, LINKED } from '../../../../nodes/AppointmentScheduling/service/lists/dialects';
import { STYLES, type StyleName } from '../../../stand-in/lists/pageStyles';
import { json, talkTo } from '../support';
import { keysIn, listOf, read, rowsOf } from './lists';

const styles = Object.keys(STYLES) as StyleName[];
const size = fc.integer({ min: 1, max: 9 });
const keysOf = (count: number) => rowsOf(count).map((row) => row.appointment_key);

describe.each(styles)('%s', (pagination) => {
	// A count that is as long as a full page may be that of the page alone.
	const guesses = /^limitOffset/.test(pagination) ? 1 : 0;

	it('is read whole: every entry once, in order, with its filters, in no more requests than pages', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 0, max: 60 }),
				size,
				fc.oneof(fc.integer({ min: 1, max: 65 }), fc.constant(Infinity)),
				fc.constantFrom(
					'absolute' as const,
					'otherScheme' as const,
					'path' as const,
					'query' as const,
				),
				async (count, pageSize, limit, nextLink) => {
					const talk = listOf(() => rowsOf(count), { pagination, pageSize, nextLink });
					const list = await read(talk, limit, { status: 'PENDING', name: 'a+b&c' });
					expect(keysIn(list)).toEqual(keysOf(count).slice(0, limit));
					expect(list.incomplete).toBeUndefined();
					const pages = Math.ceil(Math.min(limit, count) / pageSize);
					expect(talk.requests.length).toBeLessThanOrEqual(Math.max(1, pages + guesses));
					for (const { url } of talk.requests) {
						const { searchParams } = new URL(url);
						expect(searchParams.getAll('status')).toEqual(['PENDING']);
						expect(searchParams.getAll('name')).toEqual(['a+b&c']);
					}
				},
			),
			{ numRuns: 25 },
		);
	});

	it('ends without an error, or with a clear one, if its total is wrong', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 0, max: 40 }),
				size,
				fc.constantFrom('tooHigh' as const, 'tooLow' as const),
				async (count, pageSize, wrong) => {
					const talk = listOf(() => rowsOf(count), { pagination, pageSize, count: wrong });
					const outcome = await read(talk).catch((error: unknown) => error);
					if (!(outcome instanceof ServiceError)) {
						const keys = keysIn(outcome as Awaited<ReturnType<typeof read>>);
						expect(keys).toEqual(keysOf(count).slice(0, keys.length));
					}
					expect(talk.requests.length).toBeLessThanOrEqual(3 * (count + 20));
				},
			),
			{ numRuns: 15 },
		);
	});
});

it.each<StyleName>([
	'pageNumber',
	'laravel',
	'springFromZero',
	'springFromOne',
	'oData',
	'hal',
	'gitLab',
])('%s: the rest of the pages is read at once', async (pagination) => {
	const talk = listOf(() => rowsOf(95), { pagination, pageSize: 10 });
	expect(keysIn(await read(talk))).toEqual(keysOf(95));
	expect(talk.mostInFlight()).toBeGreaterThan(1);
});

it.each(['pages', 'offset', ...styles] as const)(
	'%s: an entry deleted after the first page costs no other one, if the service counts them',
	async (pagination) => {
		let asked = 0;
		const all = rowsOf(35);
		const rows = () => ((asked += 1) > 1 ? all.slice(1) : all);
		const talk = listOf(rows, { pagination, pageSize: 10, count: 'exact' });
		const list = await read(talk);
		const uncounted = ['limitOffsetOnly', 'rateLimited', 'camelCase', 'linkHeader'];
		const missed = all.slice(1).filter((row) => !keysIn(list).includes(row.appointment_key));
		expect(missed).toHaveLength(uncounted.includes(pagination) ? 1 : 0);
		expect(list.incomplete).toBeUndefined();
	},
);

it('every dialect has a name of its own', () => {
	const names = [...LINKED, ...COMPUTED].map(({ name }) => name);
	expect(new Set(names).size).toBe(names.length);
});

it('a list that keeps changing is read three times, and is then incomplete', async () => {
	let asked = 0;
	const talk = listOf(() => rowsOf(60 - asked++), {
		pagination: 'pages',
		pageSize: 10,
		count: 'exact',
	});
	const list = await read(talk);
	expect(list.incomplete).toBe('The list kept changing while it was read: entries may be missing');
	expect(talk.requests.length).toBeLessThan(40);
});

it('counts that differ from page to page are no change if a second reading gives the same', async () => {
	const talk = talkTo(({ url }) => {
		const page = Number(new URL(url).searchParams.get('page') ?? 1);
		const next = page < 4 ? `?page=${page + 1}` : null;
		return json({ count: 41 - page, results: rowsOf(10, page * 10), next });
	});
	const list = await read(talk);
	expect(list.elements).toHaveLength(40);
	expect(list.incomplete).toBeUndefined();
});

it('a page that is linked to and vanishes with the last entry is the end', async () => {
	let asked = 0;
	const rows = () => rowsOf((asked += 1) > 1 ? 20 : 21);
	const list = await read(listOf(rows, { pagination: 'pages', pageSize: 10 }));
	expect(keysIn(list)).toEqual(keysOf(20));
	expect(list.incomplete).toBeUndefined();
});

describe('whatever JSON a service responds with', () => {
	const names = [
		...['results', 'data', 'items', 'count', 'total', 'next', 'next_page', 'next_cursor', 'links'],
		...['meta', 'page', 'pages', 'offset', 'limit', 'has_more', 'last', 'pagination', 'paging'],
		...[
			'number',
			'size',
			'totalPages',
			'remaining',
			'after',
			'endCursor',
			'pageInfo',
			'rel',
			'href',
		],
	];
	const value = fc.letrec<{ node: unknown }>((tie) => ({
		node: fc.oneof(
			{ maxDepth: 3, withCrossShrink: true },
			fc.constantFrom<unknown>(
				null,
				true,
				false,
				'',
				'?page=2',
				'?page=1',
				'c',
				'/x',
				0,
				1,
				2,
				20,
				1e9,
			),
			fc.dictionary(fc.constantFrom(...names), tie('node'), { maxKeys: 6, noNullPrototype: true }),
			fc.array(tie('node'), { maxLength: 3 }),
		),
	})).node;
	const rows = fc.array(
		fc.record({ appointment_key: fc.constantFrom('a', 'b', 'c', 'd') }, { noNullPrototype: true }),
		{
			maxLength: 3,
		},
	);
	const body = fc
		.tuple(
			fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 6, noNullPrototype: true }),
			fc.option(rows),
		)
		.map(([fields, results]) => (results ? { ...fields, results } : fields));

	it('reading it ends soon, with a list or a ServiceError', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(body, { minLength: 1, maxLength: 4 }), async (bodies) => {
				const talk = talkTo(
					(_request, count) => {
						if (count > 400) throw new Error('It never ends');
						return json(bodies[count % bodies.length]);
					},
					{ maxRetries: 0 },
				);
				const outcome = await read(talk).catch((error: unknown) => error);
				if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ServiceError);
				expect(talk.requests.length).toBeLessThan(150);
			}),
			{ numRuns: 700 },
		);
	});
});
