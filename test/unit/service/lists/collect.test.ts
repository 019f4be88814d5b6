import fc from 'fast-check';

import { getAppointment } from '../../../../nodes/AppointmentScheduling/service/appointments';
import type { Dialect } from '../../../stand-in/dialects';
import { keysIn, listOf, read, rowsOf } from './lists';
import { json, talkTo } from '../support';

const pagination = fc.constantFrom<Dialect['pagination']>('none', 'pages', 'offset', 'cursor');

const knobs = fc.record({
	pagination,
	pageSize: fc.integer({ min: 1, max: 13 }),
	nextLink: fc.constantFrom<Dialect['nextLink']>('absolute', 'path', 'query'),
	lastNext: fc.constantFrom<Dialect['lastNext']>('null', 'absent'),
	count: fc.constantFrom<Dialect['count']>('exact', 'none'),
	previous: fc.boolean(),
});

const total = fc.integer({ min: 0, max: 70 });
const limit = fc.oneof(fc.integer({ min: 1, max: 75 }), fc.constant(Infinity));
const concurrency = fc.integer({ min: 1, max: 9 });
const query = fc.constantFrom<Record<string, string>>(
	{},
	{ status: 'PENDING' },
	{ name: "O'Connor & Söhne+1", email: 'a+b@example.com' },
);

it('every element comes once and in order, by as few requests as the pages allow', async () => {
	await fc.assert(
		fc.asyncProperty(
			knobs,
			total,
			limit,
			concurrency,
			query,
			async (manner, count, wanted, atOnce, filters) => {
				const rows = rowsOf(count);
				const talk = listOf(() => rows, manner, { concurrency: atOnce });
				const list = await read(talk, wanted, filters);
				const got = Math.min(wanted, count);
				expect(keysIn(list)).toEqual(rows.slice(0, got).map((row) => row.appointment_key));
				expect(list.incomplete).toBeUndefined();
				const pages = manner.pagination === 'none' ? 1 : Math.ceil(got / manner.pageSize);
				expect(talk.requests).toHaveLength(Math.max(1, pages));
				expect(talk.mostInFlight()).toBeLessThanOrEqual(atOnce);
				for (const { url } of talk.requests) {
					const { searchParams } = new URL(url);
					for (const [name, value] of Object.entries(filters)) {
						expect(searchParams.getAll(name)).toEqual([value]);
					}
				}
			},
		),
		{ numRuns: 400 },
	);
});

it('pages that overlap, are half full or miscounted lose and double nothing', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.record({
				pagination: fc.constantFrom<Dialect['pagination']>('pages', 'offset', 'cursor'),
				pageSize: fc.integer({ min: 2, max: 9 }),
				trap: fc.constantFrom<Dialect['trap']>('overlap', 'short', 'none'),
				count: fc.constantFrom<Dialect['count']>('exact', 'none', 'tooLow', 'tooHigh'),
			}),
			total,
			limit,
			concurrency,
			async (manner, count, wanted, atOnce) => {
				const rows = rowsOf(count);
				const list = await read(
					listOf(() => rows, manner, { concurrency: atOnce }),
					wanted,
				);
				expect(keysIn(list)).toEqual(rows.slice(0, wanted).map((row) => row.appointment_key));
			},
		),
		{ numRuns: 400 },
	);
});

it.each(['pages', 'offset'] as const)(
	'reads the rest at once where %s and count allow',
	async (by) => {
		// A clock that stands still: what the machine does meanwhile must not spread the requests.
		jest.useFakeTimers();
		const talk = listOf(() => rowsOf(95), { pagination: by, pageSize: 10, count: 'exact' });
		await read(talk);
		expect(talk.mostInFlight()).toBeGreaterThan(1);
		const slow = listOf(() => rowsOf(95), { pagination: 'cursor', pageSize: 10, count: 'exact' });
		await read(slow);
		expect(slow.mostInFlight()).toBe(1);
		jest.useRealTimers();
	},
);

describe('a service that numbers its pages and gives no link', () => {
	type Answer = (rows: unknown[], from: number, size: number) => Record<string, unknown>;
	const numbered: Record<string, Answer> = {
		'offset and count': (rows, offset) => ({ count: rows.length, offset }),
		'skip and has_more': (rows, skip, size) => ({ skip, has_more: skip + size < rows.length }),
		'page and pages': (rows, from, size) => ({
			page: from / size + 1,
			pages: Math.ceil(rows.length / size),
		}),
		'current_page, per_page and total': ({ length }, from, size) => ({
			meta: { current_page: from / size + 1, per_page: size, total: length },
		}),
	};

	it.each(Object.keys(numbered))('%s: is read whole', async (name) => {
		await fc.assert(
			fc.asyncProperty(
				total,
				fc.integer({ min: 1, max: 9 }),
				limit,
				async (count, size, wanted) => {
					const rows = rowsOf(count);
					const talk = talkTo(({ url }) => {
						const asked = new URL(url).searchParams;
						const page = Number(asked.get('page') ?? 1);
						const from = Number(asked.get('offset') ?? asked.get('skip') ?? (page - 1) * size);
						const results = rows.slice(from, from + size);
						return json({ results, ...numbered[name]?.(rows, from, size) });
					});
					const list = await read(talk, wanted, { status: 'PENDING' });
					expect(keysIn(list)).toEqual(rows.slice(0, wanted).map((row) => row.appointment_key));
					expect(list.incomplete).toBeUndefined();
					for (const { url } of talk.requests) expect(url).toContain('status=PENDING');
				},
			),
			{ numRuns: 100 },
		);
	});
});

it('never invents a page parameter', async () => {
	const talk = listOf(() => rowsOf(30), { pagination: 'offset', pageSize: 10, count: 'exact' });
	await read(talk, Infinity, { status: 'PENDING' });
	expect(talk.requests[0]?.url).toMatch(/\?status=PENDING$/);
});

describe('a list that changes while it is read', () => {
	const manner = { pagination: 'pages', pageSize: 10, count: 'exact' } as const;

	it('and shrinks, wherever, gives all the rest once', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 11, max: 60 }),
				fc.nat({ max: 59 }),
				fc.integer({ min: 1, max: 50 }),
				fc.integer({ min: 1, max: 6 }),
				async (count, from, gone, after) => {
					const all = rowsOf(count);
					const rest = all.filter((_, index) => index < from || index >= from + gone);
					let asked = 0;
					const talk = listOf(() => ((asked += 1) > after ? rest : all), manner);
					const list = await read(talk);
					const hasChanged = asked > after;
					const expected = hasChanged ? rest : all;
					expect(keysIn(list)).toEqual(expected.map((row) => row.appointment_key));
					expect(list.incomplete).toBeUndefined();
				},
			),
			{ numRuns: 100 },
		);
	});

	it('and grows gives what came to it', async () => {
		let asked = 0;
		const talk = listOf(() => rowsOf((asked += 1) > 2 ? 47 : 35), manner);
		const keys = keysIn(await read(talk));
		expect(keys).toEqual(rowsOf(47).map((row) => row.appointment_key));
	});

	it('says so when less came than the service speaks of', async () => {
		const talk = listOf(() => rowsOf(25), { ...manner, count: 'tooHigh' });
		const list = await read(talk);
		expect(keysIn(list)).toHaveLength(25);
		expect(list.incomplete).toContain('reported 36 entries but returned 25');
	});
});

it('a list answered with 204 is empty, and one appointment answered so is an error', async () => {
	const talk = talkTo(() => json('', 204));
	expect(await read(talk)).toEqual({ elements: [] });
	await expect(getAppointment(talk.client, 'a')).rejects.toThrow(
		'responded with 204 and an empty body',
	);
});
