import { ServiceError } from '../../../../nodes/AppointmentScheduling/service/errors';
import { keysIn, listOf, read, rowsOf } from './lists';
import { failureOf, json, talkTo } from '../support';
import { written as pages } from './written';

it('empty pages are read over, but not for ever', async () => {
	const empty = (page: number) => ({ results: [], next: `?page=${page}` });
	const over = pages(...[2, 3, 4].map(empty), { results: rowsOf(3), next: null });
	expect(keysIn(await read(over))).toHaveLength(3);
	const endless = talkTo((_request, count) => {
		if (count > 200) throw new Error('It goes on for ever');
		return json(empty(count + 1));
	});
	expect(await failureOf(read(endless))).toMatchObject({
		message: 'The list continues with empty pages only',
	});
	expect(endless.requests.length).toBeLessThan(30);
});

it('a few empty pages that the service does not link to are the end', async () => {
	const talk = talkTo((_request, page) => {
		if (page > 200) throw new Error('It goes on for ever');
		return json({ results: page === 1 ? rowsOf(2) : [], page, has_more: true });
	});
	expect(await failureOf(read(talk))).toMatchObject({
		message: 'The list has more entries, but the service does not say where',
	});
	expect(talk.requests).toHaveLength(5);
});

it('empty pages are counted in a row', async () => {
	const talk = talkTo((_request, page) => {
		const results = page % 3 === 1 ? rowsOf(1, page) : [];
		return json({ results, page, has_more: page < 7 });
	});
	expect(keysIn(await read(talk))).toEqual(['key-1', 'key-4', 'key-7']);
});

it.each([
	[20, 2],
	[21, 'The list continues with empty pages only'],
])('after %i empty pages that the service links to: %p', async (empty, expected) => {
	const talk = talkTo((_request, page) => {
		const isEmpty = page > 1 && page < empty + 2;
		const next = page < empty + 2 ? `?page=${page + 1}` : null;
		return json({ results: isEmpty ? [] : rowsOf(1, page), next });
	});
	const outcome = await read(talk).then(({ elements }) => elements.length, String);
	expect(outcome).toEqual(
		typeof expected === 'string' ? expect.stringContaining(expected) : expected,
	);
});

it('a page with the same entries in another order is the same page', async () => {
	const [a, b] = rowsOf(2);
	const again = pages(
		{ results: [a, b], next: '?page=2' },
		{ results: [b, a], next: '?page=3' },
		{ results: rowsOf(1, 2), next: null },
	);
	expect(await failureOf(read(again))).toMatchObject({
		message: expect.stringContaining('the same page'),
	});
});

it('pages from zero end with the last one', async () => {
	const talk = talkTo((_request, count) =>
		json({ results: rowsOf(1, count), page: { number: count - 1, totalPages: 3 } }),
	);
	expect(keysIn(await read(talk))).toHaveLength(3);
	expect(talk.requests).toHaveLength(3);
});

it('a list that shrinks is read again at once, not to its end first', async () => {
	let asked = 0;
	const rows = () => rowsOf((asked += 1) > 1 ? 45 : 50);
	const manner = { pagination: 'pages', pageSize: 10, count: 'exact' } as const;
	const talk = listOf(rows, manner, { concurrency: 1 });
	expect(keysIn(await read(talk))).toHaveLength(45);
	// The first page, the second one twice, and all five.
	expect(talk.requests).toHaveLength(8);
});

it('a list that is shorter than its total is read again, if it has more pages', async () => {
	const first = { count: 3, results: rowsOf(2), next: '?cursor=b' };
	const [missed, found] = [1, 2].map((from) => ({ count: 3, results: rowsOf(1, from) }));
	const shifted = pages(first, missed!, first, found!);
	const list = await read(shifted);
	expect(keysIn(list)).toEqual(['key-0', 'key-1', 'key-2']);
	expect(list.incomplete).toBeUndefined();
	const alone = pages({ count: 3, results: rowsOf(2) });
	await failureOf(read(alone));
	expect([shifted, alone].map(({ requests }) => requests.length)).toEqual([4, 1]);
});

it('pages of elements without keys are known when they repeat', async () => {
	const same = talkTo((_request, count) =>
		json({ results: [{ a: 1 }], next: `?page=${count + 1}` }),
	);
	const failure = await failureOf(read(same));
	expect(failure).toMatchObject({ message: expect.stringContaining('the same page') });
	expect(same.requests.length).toBeLessThan(6);
});

it('elements without keys that look alike are all kept', async () => {
	const alike = pages({ results: [{ a: 1 }, { a: 1 }], next: '?page=2' }, { results: [{ a: 1 }] });
	expect((await read(alike)).elements).toEqual([{ a: 1 }, { a: 1 }, { a: 1 }]);
});

it.each([100_000, 1e9, Number.MAX_SAFE_INTEGER])(
	'a count of %p over two pages costs neither memory nor requests',
	async (count) => {
		const talk = talkTo(({ url }) => {
			const page = Number(new URL(url).searchParams.get('page') ?? 1);
			if (page > 2) return json({ detail: 'Invalid page.' }, 404);
			return json({
				count,
				results: rowsOf(2, page * 2),
				next: page === 1 ? '?page=2' : null,
			});
		});
		const list = await read(talk);
		expect(keysIn(list)).toHaveLength(4);
		expect(list.incomplete).toContain(`reported ${count} entries but returned 4`);
		expect(talk.requests.length).toBeLessThan(100);
	},
);

it('a link to a page that does not exist leaves the list incomplete', async () => {
	const talk = talkTo(({ url }) =>
		url.includes('page=2')
			? json({ detail: 'Not found.' }, 404)
			: json({ results: rowsOf(3), next: '?page=2' }),
	);
	const list = await read(talk);
	expect(keysIn(list)).toHaveLength(3);
	expect(list.incomplete).toContain('a page after entry 3');
});

it('a page that can not be read fails the list instead of shortening it', async () => {
	const talk = talkTo(({ url }) => {
		if (url.includes('page=3')) return json({ detail: 'Broken.' }, 400);
		const page = Number(new URL(url).searchParams.get('page') ?? 1);
		return json({ count: 50, results: rowsOf(10, page * 10), next: `?page=${page + 1}` });
	});
	expect(await failureOf(read(talk))).toMatchObject({ status: 400 });
});

it('an answer without a list is a failure, on any page', async () => {
	expect(await failureOf(read(pages({ detail: 'ok' })))).toBeInstanceOf(ServiceError);
	const second = pages({ results: rowsOf(2), next: '?page=2' }, { detail: 'ok' });
	expect(await failureOf(read(second))).toBeInstanceOf(ServiceError);
});

it('a list of a hundred thousand is put together without overflowing the stack', async () => {
	const rows = rowsOf(150_000);
	expect((await read(pages({ results: rows }))).elements).toHaveLength(150_000);
});
