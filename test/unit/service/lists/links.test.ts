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

// Links about something else besides, and the end of links: dialects.test.ts.
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
	await expect(read(talk)).rejects.toThrow('more entries, but the service does not say where');
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

	it('of more is refused instead of cut', async () => {
		const refused = [
			follow(long(16_000)),
			follow('b'.repeat(16_001)),
			follow({ href: long(16_000) }),
			follow(undefined, { link: `<${long(16_000)}>; rel=next` }),
		];
		for (const reading of refused) {
			await expect(reading).rejects.toThrow('longer than 16000 characters');
		}
	});
});
