import fc from 'fast-check';

import type { Dialect } from '../../../stand-in/dialects';
import { keysIn, listOf, read, rowsOf, type Row } from './lists';
import { numbered } from './written';

type Pagination = Dialect['pagination'];

/** Rows that change before the n-th request. */
function changing(all: Row[], change: (rows: Row[], request: number) => Row[]): () => Row[] {
	let asked = 0;
	let rows = all;
	return () => (rows = change(rows, (asked += 1)));
}

/** One is deleted, and another one is booked, so that the count stays the same. */
const swapped = (rows: Row[], gone: number, at: number, key: string): Row[] =>
	rows.filter((_row, index) => index !== gone).toSpliced(at, 0, { appointment_key: key });

const missed = (wanted: Row[], keys: unknown[]) =>
	wanted.filter((row) => !keys.includes(row.appointment_key));

const ONE_BY_ONE = ['pages', 'offset', 'linkHeader', 'pageAlone', 'totalPages', 'camelCase'];
/** Lists whose other pages are requested at the same time. A change among those may go unnoticed. */
const AT_ONCE = ['pages', 'offset', 'laravel', 'gitLab', 'oData'];

it.each([
	...ONE_BY_ONE.map((pagination) => ({ pagination, count: 'none', latest: 12 })),
	...AT_ONCE.map((pagination) => ({ pagination, count: 'exact', latest: 2 })),
] as Array<Pick<Dialect, 'pagination' | 'count'> & { latest: number }>)(
	'$pagination with count $count: while one appointment is deleted and another one booked, no other one is lost',
	async ({ latest, ...manner }) => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1, max: latest }),
				fc.nat({ max: 119 }),
				fc.nat({ max: 119 }),
				async (when, gone, at) => {
					const all = rowsOf(120);
					const rows = changing(all, (now, request) =>
						request === when ? swapped(now, gone, at, 'new') : now,
					);
					const list = await read(listOf(rows, { ...manner, pageSize: 20 }));
					const stayed = all.filter((_row, index) => index !== gone);
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

it('entries added before those that a token leads to are no reason for a hint', async () => {
	const talk = numbered((page) => ({
		total: 44 + page,
		results: rowsOf(page < 3 ? 20 : 5, page * 20),
		next: page < 3 ? `?page=${page + 1}&token=x` : null,
	}));
	expect(await read(talk)).toMatchObject({ incomplete: undefined });
});

it.each<Pagination>(['pages', 'offset', 'pageNumber', 'linkHeader'])(
	'%s: a list that shrinks loses none of the others',
	async (pagination) => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 11, max: 60 }),
				fc.nat({ max: 59 }),
				fc.integer({ min: 1, max: 6 }),
				async (count, gone, when) => {
					const all = rowsOf(count);
					const rows = changing(all, (now, request) =>
						request === when ? now.filter((_row, index) => index !== gone) : now,
					);
					const list = await read(listOf(rows, { pagination, pageSize: 10, count: 'exact' }));
					const stayed = all.filter((_row, index) => index !== gone);
					expect(missed(stayed, keysIn(list))).toEqual([]);
				},
			),
			{ numRuns: 60 },
		);
	},
);

it('a list that keeps shrinking has a hint', async () => {
	const rows = changing(rowsOf(60), (now, request) => (request > 1 ? now.slice(1) : now));
	const list = await read(listOf(rows, { pagination: 'pages', pageSize: 10, count: 'exact' }));
	expect(list.incomplete).toBe('The list kept changing while it was read: entries may be missing');
});

it('a linked page that vanishes with the last entry is the end', async () => {
	const all = rowsOf(21);
	const rows = changing(all, (now, request) => (request === 3 ? now.slice(0, 20) : now));
	const list = await read(listOf(rows, { pagination: 'linkHeader', pageSize: 10 }));
	expect(keysIn(list)).toEqual(all.slice(0, 20).map((row) => row.appointment_key));
	expect(list.incomplete).toBeUndefined();
});

it('says so when less came than the service reports', async () => {
	const list = await read(
		listOf(() => rowsOf(25), { pagination: 'pages', pageSize: 10, count: 'tooHigh' }),
	);
	expect(keysIn(list)).toHaveLength(25);
	expect(list.incomplete).toContain('reported 36 entries but returned 25');
});

it('a count on the first page alone is remembered', async () => {
	const talk = numbered((page) => ({
		...(page === 1 && { count: 45, next: '?page=2' }),
		results: rowsOf(20, page * 20),
	}));
	expect((await read(talk)).incomplete).toContain('reported 45 entries but returned 40');
});

it('an entry that the service lists twice, and counts twice, is no reason for a hint', async () => {
	const twice = [...rowsOf(20), ...rowsOf(6, 19)];
	const talk = numbered((page) => ({
		count: 26,
		results: twice.slice((page - 1) * 20, page * 20),
		next: page === 1 ? '?page=2' : null,
	}));
	expect(await read(talk)).toEqual({ elements: rowsOf(25), incomplete: undefined });
});
