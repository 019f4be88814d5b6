import { json, talkTo } from '../support';
import { keysIn, numbered, read, rowsOf, written } from './lists';

it.each([
	{ has_more: true },
	{ next: { page: { number: 2 } } },
	{ next_page_key: 'x' },
	{ last: false },
])('fails if the service says %j, and no way leads there', async (fields) => {
	const talk = written({ results: rowsOf(20), ...fields });
	await expect(read(talk)).rejects.toMatchObject({
		name: 'ServiceError',
		advice: expect.stringContaining('Narrow the list'),
	});
	expect(talk.requests.length).toBeLessThanOrEqual(5);
	expect(keysIn(await read(talk, 20))).toHaveLength(20);
});

it('counts that contradict each other lose nothing', async () => {
	const talk = numbered((page) => ({
		current: page,
		total: 3,
		results: rowsOf(page < 3 ? 20 : 5, page * 20),
	}));
	expect(keysIn(await read(talk))).toHaveLength(45);
});

// Those of usual services: test/stand-in/lists/pageStyles.ts.
it.each([
	['continuationToken', 'itr8', 'continuationToken=itr8'],
	['next_marker', 'itr8', 'marker=itr8'],
	['next', '/9j/4A==', 'cursor=%2F9j%2F4A%3D%3D'],
	['cursor', '//8=', 'cursor=%2F%2F8%3D'],
])('a token in %s, %s, is sent as %s', async (field, token, query) => {
	const talk = written({ results: rowsOf(20), [field]: token }, { results: rowsOf(5, 20) });
	expect(keysIn(await read(talk))).toHaveLength(25);
	expect(new URL(talk.requests[1]!.url).search).toBe(`?${query}`);
});

it('a token whose parameter is unknown is tried under the name of its field', async () => {
	const talk = talkTo(({ url }) => {
		const { searchParams } = new URL(url);
		const page = Number(searchParams.get('next_cursor') ?? 0);
		const next_cursor = page < 2 ? page + 1 : null;
		return json({ results: rowsOf(20, page * 20), next_cursor });
	});
	expect(keysIn(await read(talk))).toHaveLength(60);
	expect(talk.requests).toHaveLength(4);
});

it('a service that keeps its token on the last page ends with an empty one', async () => {
	const talk = talkTo(({ url }) =>
		json({ results: url.includes('cursor') ? [] : rowsOf(20), cursor: 'same' }),
	);
	expect(await read(talk)).toEqual({ elements: rowsOf(20), incomplete: undefined });
});

it('a full last page that a token led to is the end', async () => {
	const talk = written(
		{ results: rowsOf(20), limit: 20, next_cursor: 'b' },
		{ results: rowsOf(20, 20), limit: 20 },
	);
	expect(await read(talk)).toEqual({ elements: rowsOf(40), incomplete: undefined });
	expect(talk.requests).toHaveLength(2);
});
