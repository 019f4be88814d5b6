import { baseUrl, json, talkTo } from '../support';
import { keysIn, path, read, rowsOf, written } from './lists';

const follow = async (next: unknown, headers: Record<string, string> = {}) => {
	const talk = talkTo(({ url }) => {
		const isFirst = new URL(url).search === '?status=PENDING';
		return isFirst
			? json({ results: rowsOf(20), ...(next !== undefined && { next }) }, 200, headers)
			: json({ results: rowsOf(5, 20), next: null });
	});
	const list = await read(talk, Infinity, { status: 'PENDING' });
	return { list, urls: talk.requests.map(({ url }) => url) };
};

it.each([
	'http://backend:8000/internal/appointments?cursor=b',
	'cursor=b',
	{ href: 'http://backend:8000/api/v3/appointments/?cursor=b' },
	{ cursor: 'b', link: null },
])('of the next page %j, only the query is used, at the address of the list', async (next) => {
	const { list, urls } = await follow(next);
	expect(keysIn(list)).toHaveLength(25);
	expect(urls[1]).toBe(`${baseUrl}${path}?cursor=b&status=PENDING`);
});

it.each([
	'https://evil.example/api/v3/webhooks/?cursor=b',
	'/?cursor=b',
	'//evil.example/?cursor=b',
	'/api/v3/appointments/../../../admin/?cursor=b',
	'javascript:alert(1)?',
	'https://[/?cursor=b',
])('a link to something else, %p, is never followed', async (next) => {
	const talk = written({ results: rowsOf(20), next });
	expect(keysIn(await read(talk, 20))).toHaveLength(20);
	expect((await read(talk)).incomplete).toContain('more entries');
	for (const { url } of talk.requests) {
		expect(url.startsWith(`${baseUrl}${path}`)).toBe(true);
		expect(url).not.toContain('cursor=b');
	}
});

it.each([
	'</x>; rel=preload, <?cursor=b>; rel="next"',
	'<?cursor=z>; rel="last", <?cursor=b>; rel=next',
	'<?cursor=b>; rel="last next"',
	`<?cursor=b>; title="a, b"; rel='next'`,
])('the next page is found in the Link header %s', async (link) => {
	const { urls } = await follow(undefined, { link });
	expect(urls[1]).toBe(`${baseUrl}${path}?cursor=b&status=PENDING`);
});

describe('a long link', () => {
	const long = (letters: number) => `/api/v3/appointments/?cursor=${'b'.repeat(letters)}`;

	it('of up to 16,000 characters is followed as it is', async () => {
		const link = long(15_000);
		const { urls } = await follow(link);
		expect(urls[1]).toBe(`${baseUrl}${link}&status=PENDING`);
	});

	it('of more is not followed instead of cut', async () => {
		const link = long(16_000);
		const header = { link: `<${link}>; rel=next` };
		const nexts = [link, 'b'.repeat(16_001), { href: link }];
		const readings = [...nexts.map((next) => follow(next)), follow(undefined, header)];
		for (const { urls } of await Promise.all(readings)) {
			for (const url of urls) expect(url).not.toContain('bb');
		}
	});
});

// Those of usual services: test/stand-in/lists/pageStyles.ts.
it.each([
	['continuationToken', 'itr8', 'continuationToken=itr8'],
	['next_marker', 'itr8', 'marker=itr8'],
	['nextToken', 'itr8', 'nextToken=itr8'],
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

it.each(['page', 'offset', 'cursor', 'next'])(
	'a number in next is tried as page, position or token: the service reads %s',
	async (name) => {
		const step = name === 'page' ? 1 : 20;
		const talk = talkTo(({ url }) => {
			const at = Number(new URL(url).searchParams.get(name) ?? (name === 'page' ? 1 : 0));
			const from = name === 'page' ? 20 * (at - 1) : at;
			// No page has such a number where the number is a position.
			const isWrong = name !== 'page' && url.includes('page=');
			const next = from < 40 ? at + step : null;
			return json(isWrong ? { results: [], next: null } : { results: rowsOf(20, from), next });
		});
		expect(keysIn(await read(talk))).toHaveLength(60);
	},
);

it('a cursor that names the page it is on leads nowhere, but one for the next page does', async () => {
	const pageAt = (url: string) => Number(new URL(url).searchParams.get('cursor') ?? 0);
	const talk = talkTo(({ url }) => {
		const page = pageAt(url);
		const next_cursor = page < 2 ? String(page + 1) : null;
		return json({ results: rowsOf(20, page * 20), cursor: String(page), next_cursor });
	});
	expect(keysIn(await read(talk))).toHaveLength(60);
	expect(talk.requests).toHaveLength(3);
	const same = talkTo(({ url }) =>
		json({ results: url.includes('cursor') ? rowsOf(4, 20) : rowsOf(20), cursor: 'same' }),
	);
	expect(await read(same)).toEqual({ elements: rowsOf(24) });
	expect(same.requests).toHaveLength(2);
});

it('a cursor that leads back to the same list leaves it open', async () => {
	const talk = talkTo(() => json({ results: rowsOf(20), cursor: 'same' }));
	expect((await read(talk)).incomplete).toContain('exactly 20 entries');
});

it('a service that keeps its token on the last page ends with an empty one', async () => {
	const talk = talkTo(({ url }) =>
		json({ results: url.includes('cursor') ? [] : rowsOf(20), cursor: 'same' }),
	);
	expect(await read(talk)).toEqual({ elements: rowsOf(20) });
});

it.each<[string, of: (end: number, isLast: boolean) => object]>([
	['a position that the empty page has, too', (next_offset) => ({ next_offset })],
	[
		'a link without a number on the last page, as in Pagy',
		(end, isLast) => ({
			pagy: { next_url: `?offset=${isLast ? '' : end}`, next: isLast ? null : 2 },
		}),
	],
])('a list is read whole with %s', async (_what, beside) => {
	for (const count of [0, 4, 20, 45]) {
		const talk = talkTo(({ url }) => {
			const offset = Number(new URL(url).searchParams.get('offset') ?? 0);
			const end = Math.min(offset + 20, count);
			return json({ results: rowsOf(end - offset, offset), ...beside(end, end === count) });
		});
		expect([count, await read(talk)]).toEqual([count, { elements: rowsOf(count) }]);
		expect(talk.requests.length).toBeLessThanOrEqual(Math.ceil(count / 20) + 3);
	}
});

it('a number of the next page is sent under the name of the number that the page shows', async () => {
	const talk = talkTo(({ url }) => {
		const pageNum = Number(new URL(url).searchParams.get('pageNum') ?? 1);
		const nextPage = pageNum < 3 ? pageNum + 1 : 0;
		return json({ pageNum, nextPage, results: rowsOf(20, (pageNum - 1) * 20) });
	});
	expect(await read(talk)).toEqual({ elements: rowsOf(60) });
});

it.each<[start: string, name: string, step: number]>([
	['?page=', 'page', 1],
	['?current_page=', 'current_page', 1],
	['?offset=', 'offset', 20],
	['?page%5Boffset%5D=', 'page[offset]', 20],
	['?a=b&startAt=', 'startAt', 20],
])('pages after a link with a number, %s, are read at the same time', async (start, name, step) => {
	const talk = talkTo(async ({ url }) => {
		await Promise.resolve();
		const at = Number(new URL(url).searchParams.get(name) ?? 0);
		const next = at < 4 * step ? `${start}${at + step}` : null;
		return json({ count: 100, results: rowsOf(20, (at / step) * 20), next });
	});
	expect(await read(talk)).toEqual({ elements: rowsOf(100) });
	expect([talk.requests.length, talk.mostInFlight()]).toEqual([5, 4]);
});

it.each<[string, next: (token: string) => object]>([
	['a link with a size and a token', (token) => ({ next: `?limit=20&cursor=${token}` })],
	['a token under the name of a position', (offset) => ({ offset })],
])('pages after %s are read one after the other', async (_what, next) => {
	const talk = talkTo(({ url }) => {
		const query = new URL(url).searchParams;
		const at = Number(/\d+/.exec(query.get('cursor') ?? query.get('offset') ?? '0'));
		return json({ total: 60, results: rowsOf(20, at), ...(at < 40 && next(`t${at + 20}`)) });
	});
	expect(await read(talk)).toEqual({ elements: rowsOf(60) });
	expect(talk.requests).toHaveLength(3);
});

it('a full last page that a token led to is the end', async () => {
	const talk = written(
		{ results: rowsOf(20), limit: 20, next_cursor: 'b' },
		{ results: rowsOf(20, 20), limit: 20 },
	);
	expect(await read(talk)).toEqual({ elements: rowsOf(40) });
	expect(talk.requests).toHaveLength(2);
});
