import fc from 'fast-check';

import type { Dialect } from '../../../stand-in/dialects';
import { json, talkTo } from '../support';
import { keysIn, listOf, numbered, read, rowsOf, type Row } from './lists';

type Pagination = Dialect['pagination'];

/** Rows that change before the n-th request. */
function changing(all: Row[], change: (rows: Row[], request: number) => Row[]): () => Row[] {
	let asked = 0;
	let rows = all;
	return () => (rows = change(rows, (asked += 1)));
}

const missed = (wanted: Row[], keys: unknown[]) =>
	wanted.filter((row) => !keys.includes(row.appointment_key));

const ONE_BY_ONE = ['pages', 'offset', 'linkHeader', 'pageAlone', 'numPages'];
/** Lists whose other pages are requested at the same time. A change among those may go unnoticed. */
const AT_ONCE = ['pages', 'offset', 'laravel', 'gitLab', 'oData'];

// If another one is booked meanwhile, the count stays the same: a list that is read once may miss one.
it.each([
	...ONE_BY_ONE.map((pagination) => ({ pagination, count: 'none', booked: 1, latest: 12 })),
	...AT_ONCE.map((pagination) => ({ pagination, count: 'exact', booked: 0, latest: 6 })),
] as Array<Pick<Dialect, 'pagination' | 'count'> & { booked: number; latest: number }>)(
	'$pagination with count $count: while one appointment is deleted and $booked booked, what is recorded lacks no other one',
	async ({ booked, latest, ...manner }) => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1, max: latest }),
				fc.nat({ max: 119 }),
				fc.nat({ max: 119 }),
				async (when, gone, at) => {
					const all = rowsOf(120);
					const stayed = all.filter((_row, index) => index !== gone);
					const after = stayed.toSpliced(at, 0, ...rowsOf(booked, 1000));
					const rows = changing(all, (now, request) => (request === when ? after : now));
					const list = await read(
						listOf(rows, { ...manner, pageSize: 20 }),
						Infinity,
						{},
						'record',
					);
					expect(missed(stayed, keysIn(list))).toEqual([]);
					expect(new Set(keysIn(list)).size).toBe(list.elements.length);
				},
			),
			{ numRuns: 60 },
		);
	},
);

it.each<Pagination>(['pages', 'offset', 'pageNumber', 'cursor', 'laravel', 'pageAlone'])(
	'%s: a list that grows with each page loses nothing and has no hint',
	async (pagination) => {
		for (const at of [0, 10, 44]) {
			const all = rowsOf(45);
			const rows = changing(all, (now, request) =>
				now.toSpliced(at, 0, { appointment_key: `new-${request}` }),
			);
			const list = await read(listOf(rows, { pagination, pageSize: 20, count: 'exact' }));
			expect(missed(all, keysIn(list))).toEqual([]);
			expect(list.incomplete).toBeUndefined();
		}
	},
);

// Databases order rows of the same start differently for each page.
it.each([
	['is found when the pages are read again', 1, 45, undefined],
	['that no page shows leaves the list incomplete', Infinity, 44, /reported 45 .* returned 44/],
])(
	'an entry in whose place another one comes twice: it %s',
	async (_case, times, found, reason) => {
		let shown = 0;
		const talk = numbered((page) => {
			const results = rowsOf(45).slice((page - 1) * 20, page * 20);
			if (page === 2 && (shown += 1) <= times) results.splice(0, 1, ...rowsOf(1, 19));
			return { count: 45, page, pages: 3, results };
		});
		const list = await read(talk);
		expect(new Set(keysIn(list)).size).toBe(found);
		expect(list.incomplete).toEqual(reason && expect.stringMatching(reason));
	},
);

it('a list that shrinks with each page has the hint that it kept changing', async () => {
	const rows = changing(rowsOf(60), (now) => now.slice(1));
	const list = await read(listOf(rows, { pagination: 'pages', pageSize: 20, count: 'exact' }));
	expect(list.incomplete).toContain('kept changing while it was read');
});

it('a count on the first page alone is remembered', async () => {
	const talk = numbered((page) => ({
		...(page === 1 && { count: 45, next: '?page=2' }),
		results: rowsOf(20, page * 20),
	}));
	expect((await read(talk)).incomplete).toContain('reported 45 entries but returned 40');
});

it.each<Pagination>(['linkHeader', 'pageAlone'])(
	'%s: a page of appointments booked meanwhile ends no list',
	async (pagination) => {
		const all = rowsOf(100);
		let request = 0;
		const rows = () => ((request += 1) < 3 ? all : [...rowsOf(25, 1_000), ...all]);
		const list = await read(listOf(rows, { pagination, pageSize: 20, count: 'none' }));
		expect(list.incomplete).toBeUndefined();
		expect(keysIn(list)).toEqual(expect.arrayContaining(all.map((row) => row.appointment_key)));
	},
);

it.each([1, 21])(
	'a linked page that vanishes as appointment %i is deleted is the end',
	async (gone) => {
		const all = rowsOf(21);
		const left = all.toSpliced(gone - 1, 1);
		let request = 0;
		const rows = () => ((request += 1) < 3 ? all : left);
		const list = await read(listOf(rows, { pagination: 'linkHeader', pageSize: 10 }));
		expect(list.incomplete).toBeUndefined();
		expect(keysIn(list)).toEqual(expect.arrayContaining(left.map((row) => row.appointment_key)));
	},
);

it('a 404 to a guess does not hide the other guesses', async () => {
	const all = rowsOf(45);
	const talk = talkTo(({ url }) => {
		const query = new URL(url).searchParams;
		if (query.has('starting_after')) return json({}, 404);
		const from = 20 * (Number(query.get('page') ?? 1) - 1);
		return json({ results: all.slice(from, from + 20), has_more: from < 40 });
	});
	expect((await read(talk)).elements).toHaveLength(45);
});

it('nextToken is sent back under its own name', async () => {
	const all = rowsOf(45);
	const talk = talkTo(({ url }) => {
		const query = new URL(url).searchParams;
		if (query.has('token')) return json({ detail: 'Invalid token' }, 401);
		const from = Number(query.get('nextToken') ?? 0);
		return json({
			results: all.slice(from, from + 20),
			nextToken: from < 40 ? `${from + 20}` : '',
		});
	});
	expect((await read(talk)).elements).toHaveLength(45);
});
