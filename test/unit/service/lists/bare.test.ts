import { listAppointments } from '../../../../nodes/AppointmentScheduling/service/appointments';
import type { ServiceAnswer } from '../../../../nodes/AppointmentScheduling/service/http/response';
import { json, talkTo } from '../support';
import { booked, keysIn, numbered, read, rowsOf, SIZES, type Row } from './lists';

const queriesOf = ({ requests }: ReturnType<typeof talkTo>) =>
	requests.map(({ url }) => new URL(url).search.slice(1));

describe('a list with nothing beside it', () => {
	it.each<[string, second: ServiceAnswer, first: ServiceAnswer]>([
		['an empty page 2', json([]), json(rowsOf(20))],
		['no page 2', json({ detail: 'Invalid page.' }, 404), json(rowsOf(20))],
		['a refusal of page 2 alone', json({ detail: 'Invalid page.' }, 400), json(rowsOf(20))],
		['neither page 1 nor 2', json([]), json([])],
		['no page 1 and no page 2', json({}, 404), json({}, 404)],
	])('of 20 entries is whole with %s', async (_what, second, first) => {
		const talk = talkTo(({ url }) =>
			url.includes('page=2') ? second : url.includes('page=1') ? first : json(rowsOf(20)),
		);
		expect(await read(talk)).toEqual({ elements: rowsOf(20) });
		expect(queriesOf(talk)).toEqual(['', 'page=2', 'page=1']);
	});

	it.each<[string, other: ServiceAnswer]>([
		['repeats it', json(rowsOf(20))],
		['repeats it with one that was booked meanwhile', json([...rowsOf(1, 20), ...rowsOf(19)])],
		['refuses to', json({ detail: 'Unknown parameter.' }, 400)],
		['reports an error with 200', json({ success: false, message: 'No.' })],
	])('of 20 entries is open if the service %s for every page', async (_what, other) => {
		const talk = talkTo((_request, count) => (count === 1 ? json(rowsOf(20)) : other));
		const { elements, incomplete } = await read(talk);
		expect(elements).toEqual(rowsOf(20));
		expect(incomplete).toContain('exactly 20 entries');
		expect(queriesOf(talk)).toEqual(['', 'page=2', 'page=1', 'offset=20']);
	});

	it('of 20 entries is open if only page 1 does not exist, and page 2 repeats it', async () => {
		const talk = talkTo(({ url }) => (url.includes('page=1') ? json({}, 404) : json(rowsOf(20))));
		expect((await read(talk)).incomplete).toContain('exactly 20 entries');
	});

	it('is read whole although one that is booked meanwhile fills half of the last page', async () => {
		const rows = rowsOf(19);
		const talk = numbered((page) => {
			const now = page === 1 ? rows : [...rowsOf(1, 900), ...rows];
			return now.slice((page - 1) * 18, page * 18);
		});
		expect(await read(talk)).toEqual({ elements: rows });
	});

	it('is read whole although the service refuses page 1 by its number', async () => {
		const rows = rowsOf(45);
		const talk = talkTo(({ url }) => {
			const page = Number(new URL(url).searchParams.get('page') ?? 0);
			const from = Math.max(page - 1, 0) * 20;
			return page === 1 ? json({}, 400) : json(rows.slice(from, from + 20));
		});
		expect(await read(talk)).toEqual({ elements: rows });
	});

	it.each(SIZES)('of %i entries is open if all pages only repeat it', async (length) => {
		const { incomplete } = await read(talkTo(() => json(rowsOf(length))));
		expect(incomplete).toContain(`exactly ${length} entries`);
	});

	it('is open if its length is the size of a page that the service states, usual or not', async () => {
		const talk = talkTo(({ url }) => {
			const offset = Number(new URL(url).searchParams.get('page_offset') ?? 0);
			const results = offset > 3 ? [] : rowsOf(17, offset * 17);
			return json({ page_offset: offset, page_size: 17, results });
		});
		expect((await read(talk)).incomplete).toContain('exactly 17 entries');
	});

	it('of an unusual number of entries is whole if all pages only repeat it', async () => {
		expect(await read(talkTo(() => json(rowsOf(21))))).toEqual({ elements: rowsOf(21) });
	});

	it('fails if the service breaks down where page 2 might be', async () => {
		const talk = talkTo(({ url }) => (url.includes('page') ? json({}, 501) : json(rowsOf(20))));
		await expect(read(talk)).rejects.toMatchObject({ status: 501 });
	});

	it('counts of as many entries as came prove nothing, also beside the number of the page', async () => {
		const rows = rowsOf(45);
		for (const beside of [{}, { page: 1 }, { page_size: 20 }, { limit: 20 }]) {
			const talk = numbered((page) => {
				const results = rows.slice((page - 1) * 20, page * 20);
				return { ...beside, results, count: results.length };
			});
			expect(await read(talk)).toEqual({ elements: rows });
		}
	});
});

/** Returns the first ones by start that pass, and knows no pages. */
const capped = (
	rows: Row[],
	most: number,
	order: (found: Row[]) => Row[] = (found) => found,
	beside: (total: number) => object = () => ({}),
) =>
	talkTo(({ url }) => {
		const query = new URL(url).searchParams;
		const [since, until] = [query.get('start_date') ?? '', query.get('end_date') ?? '~'];
		const found = rows.filter(({ start_date = '' }) => {
			const local = start_date.slice(0, 19);
			return local >= since && local <= until;
		});
		return json({ results: order(found).slice(0, most), ...beside(found.length) });
	});

describe('a list of which the service returns only the first entries', () => {
	const all = booked(203);
	const reversed = (found: Row[]) => found.toReversed();
	const shuffled = (found: Row[]) =>
		found.toSorted(
			(a, b) =>
				(Number(a.appointment_key.slice(4)) % 17) - (Number(b.appointment_key.slice(4)) % 17),
		);

	it.each([
		['by start', undefined],
		['the latest first', reversed],
		['in no order', shuffled],
	])('is read whole in parts, listed %s', async (_order, order) => {
		for (const most of [10, 12, 24, 60, 100, 200]) {
			const list = await listAppointments(capped(all, most, order).client, {}, Infinity);
			expect(list.incomplete).toBeUndefined();
			expect(keysIn(list).toSorted()).toEqual(all.map((row) => row.appointment_key).toSorted());
		}
	});

	it('is read whole although more than half of a page starts at the same second', async () => {
		const at = '2026-05-01T07:00:00+00:00';
		const rows = [...rowsOf(14, 900).map((row) => ({ ...row, start_date: at })), ...all];
		expect(await listAppointments(capped(rows, 20).client, {}, Infinity)).toEqual({
			elements: rows,
		});
	});

	it('is read whole also if the filters leave out the moment itself', async () => {
		const talk = talkTo(({ url }) => {
			const query = new URL(url).searchParams;
			const [since, until] = [query.get('start_date') ?? '', query.get('end_date') ?? '~'];
			const found = all.filter(({ start_date = '' }) => {
				const local = start_date.slice(0, 19);
				return local > since && local < until;
			});
			return json({ results: found.slice(0, 20) });
		});
		expect(await listAppointments(talk.client, {}, Infinity)).toEqual({ elements: all });
	});

	it.each([
		['by start', undefined],
		['the latest first', reversed],
	])('is read up to a limit in its order, listed %s', async (_order, order) => {
		const many = booked(2_003);
		const talk = capped(many, 20, order);
		const list = await listAppointments(talk.client, {}, 50);
		expect(list).toEqual({ elements: (order?.(many) ?? many).slice(0, 50) });
		expect(talk.requests.length).toBeLessThan(20);
	});

	it('is read within the days that were asked for, and with the other filters', async () => {
		const days = { start_date: all[50]!.start_date!.slice(0, 19), end_date: '2026-05-04T00:00:00' };
		const talk = capped(all, 20);
		const list = await listAppointments(talk.client, { ...days, status: 'PENDING' }, Infinity);
		const wanted = all.filter(({ start_date = '' }) => {
			return start_date >= days.start_date && start_date.slice(0, 19) <= days.end_date;
		});
		expect(list).toEqual({ elements: wanted });
		for (const { url } of talk.requests) expect(url).toContain('status=PENDING');
	});

	it.each<[string, Row[]]>([
		[
			'as many start at the same second',
			all.slice(0, 30).map((row) => ({ ...row, start_date: '2026-05-01T10:00:00+02:00' })),
		],
		['no start can be read', rowsOf(30)],
	])('is open if %s', async (_what, rows) => {
		const talk = capped(rows, 20);
		const { incomplete, isGuess } = await listAppointments(talk.client, {}, Infinity);
		expect(incomplete).toContain('exactly 20 entries');
		// Only of those that start at once is it known that nobody could ask for more.
		expect(isGuess).toBe(rows[0]?.start_date !== undefined);
		expect(talk.requests.length).toBeLessThan(20);
	});

	it('is known to lack some if a total says so, also if all of them start at the same second', async () => {
		const rows = rowsOf(45).map((row) => ({ ...row, start_date: '2026-05-01T10:00:00+00:00' }));
		const talk = capped(rows, 20, undefined, (total) => ({ total }));
		expect(await listAppointments(talk.client, {}, Infinity)).toMatchObject({
			incomplete: expect.stringContaining('reported 45'),
			isGuess: false,
		});
	});

	it('shows what starts later although the first page starts at the same second', async () => {
		const rows = booked(26).map((row, index) =>
			index < 10 ? { ...row, start_date: '2026-05-01T07:00:00+00:00' } : row,
		);
		const list = await listAppointments(capped(rows, 10).client, {}, Infinity);
		expect(list).toMatchObject({ elements: rows, isGuess: true });
	});

	it('is read whole although as many start at the same second as fit on the page of another service', async () => {
		const rows = rowsOf(26).map((row, index) => ({
			...row,
			start_date: `2026-05-01T${index < 10 ? 10 : 11}:00:00+00:00`,
		}));
		expect(await listAppointments(capped(rows, 25).client, {}, Infinity)).toEqual({
			elements: rows,
		});
	});

	it('fails if the service breaks down for a part of the days', async () => {
		const talk = talkTo(({ url }) => json(all.slice(0, 20), url.includes('_date=') ? 501 : 200));
		const failing = listAppointments(talk.client, {}, Infinity);
		await expect(failing).rejects.toMatchObject({ status: 501 });
	});

	it('is open if a part of it is', async () => {
		const part = { results: all.slice(20, 23), next: '?page=2' };
		const talk = talkTo(({ url }) => {
			if (url.includes('page=2') && url.includes('_date=')) return json({}, 404);
			if (url.includes('end_date=')) return json([]);
			return json(url.includes('start_date=') ? part : all.slice(0, 20));
		});
		const { incomplete } = await listAppointments(talk.client, {}, Infinity);
		expect(incomplete).toContain('a page after entry 3');
	});

	it.each([
		['ignores the days', json(all.slice(0, 20))],
		['refuses the days', json({ detail: 'No.' }, 400)],
	])('is open if the service %s', async (_what, answer) => {
		const talk = talkTo(({ url }) => (url.includes('_date=') ? answer : json(all.slice(0, 20))));
		const list = await listAppointments(talk.client, {}, Infinity);
		const { elements, incomplete } = list;
		expect(elements).toEqual(all.slice(0, 20));
		expect(list.isGuess).toBe(false);
		expect(incomplete).toContain('exactly 20 entries');
		expect(talk.requests.length).toBeLessThan(10);
	});
});

describe('what a client has learned about a list holds for its life', () => {
	const second = async (pageOf: (query: URLSearchParams) => Row[]) => {
		const talk = talkTo(({ url }) => json({ results: pageOf(new URL(url).searchParams) }));
		const first = await read(talk);
		const { length } = talk.requests;
		expect(await read(talk, Infinity, { name: 'a' })).toEqual(first);
		return queriesOf(talk).slice(length);
	};
	const rows = rowsOf(37);

	it('pages by number', async () => {
		const pageOf = (query: URLSearchParams) => {
			const from = 15 * (Number(query.get('page') ?? 1) - 1);
			return rows.slice(from, from + 15);
		};
		expect(await second(pageOf)).toEqual([
			'name=a',
			'page=2&name=a',
			'page=3&name=a',
			'page=4&name=a',
		]);
	});

	it('pages by position', async () => {
		const pageOf = (query: URLSearchParams) => {
			const from = Number(query.get('offset') ?? 0);
			return rows.slice(from, from + 30);
		};
		expect(await second(pageOf)).toEqual(['name=a', 'offset=30&name=a', 'offset=37&name=a']);
	});

	it('no pages', async () => {
		expect(await second(() => rows)).toEqual(['name=a']);
	});

	it('but not from a shorter list, because services repeat the last page for later numbers', async () => {
		const all = rowsOf(45);
		const talk = talkTo(({ url }) => {
			const query = new URL(url).searchParams;
			const found = query.has('name') ? all : all.slice(0, 13);
			const last = Math.ceil(found.length / 18);
			const page = Math.min(Number(query.get('page') ?? 1), last);
			return json(found.slice((page - 1) * 18, page * 18));
		});
		expect(await read(talk)).toEqual({ elements: all.slice(0, 13) });
		expect(await read(talk, Infinity, { name: 'a' })).toEqual({ elements: all });
	});

	it('also for the clients that check changes', async () => {
		const talk = talkTo(() => json(rows));
		await read(talk);
		const { length } = talk.requests;
		const [checking, list] = [talk.client.forChecks(), { elements: rows }];
		expect(await listAppointments(checking, {}, Infinity)).toEqual(list);
		expect(talk.requests).toHaveLength(length + 1);
	});

	it('not what a failure has kept it from learning', async () => {
		const talk = talkTo(({ url }) =>
			url.includes('page') && talk.requests.length < 3 ? json({}, 501) : json(rows),
		);
		await expect(read(talk)).rejects.toMatchObject({ status: 501 });
		expect(await read(talk)).toEqual({ elements: rows });
	});
});
