import { ServiceError } from '../../../../nodes/AppointmentScheduling/service/errors';
import type { Dialect } from '../../../stand-in/dialects';
import { keysIn, listOf, path, read, rowsOf } from './lists';
import { baseUrl, failureOf, json, talkTo } from '../support';
import { written as pages } from './written';

const manners = (['pages', 'offset', 'cursor'] as const).flatMap((pagination) =>
	(['exact', 'none'] as const).map((count) => ({ pagination, count, pageSize: 5 })),
);

describe.each(manners)('in $pagination with count $count', (manner) => {
	it.each<[Dialect['trap'], number]>([
		['self', 1],
		['loop', 8],
		['repeated', 5],
		['ignored', 5],
		['elsewhere', 1],
		['otherPath', 1],
	])('a list with the trap %s ends in a clear failure, soon', async (trap, most) => {
		const talk = listOf(() => rowsOf(18), { ...manner, trap });
		const failure = await failureOf(read(talk));
		expect(failure).toBeInstanceOf(ServiceError);
		expect(failure).toMatchObject({
			message: expect.stringMatching(/list|page/),
			remedy: expect.stringContaining('Narrow the list'),
		});
		expect(talk.requests.length).toBeLessThanOrEqual(most);
		expect(talk.requests.every(({ url }) => url.startsWith(`${baseUrl}${path}`))).toBe(true);
	});

	it('a list that fits the limit is not asked further, whatever its links say', async () => {
		const talk = listOf(() => rowsOf(18), { ...manner, trap: 'loop' });
		expect(keysIn(await read(talk, 5))).toHaveLength(5);
		expect(talk.requests).toHaveLength(1);
	});
});

it.each([
	'https://evil.example/api/v3/appointments/?page=2',
	'https://scheduling.example.evil.example/api/v3/appointments/?page=2',
	'https://scheduling.example@evil.example/api/v3/appointments/?page=2',
	'https://scheduling.example:8443/api/v3/appointments/?page=2',
	'ftp://scheduling.example/api/v3/appointments/?page=2',
	'/appointmentsx/?page=2',
	'/?page=2',
	'/v3/?page=2',
	'//evil.example/api/v3/appointments/?page=2',
	'\\\\evil.example/api/v3/appointments/?page=2',
	'/api/v3/webhooks/?page=2',
	'/api/v3/appointments/../../../admin/?page=2',
	'../?page=2',
	'key/?page=2',
	'javascript:alert(1)?',
	'data:application/json,[]?',
	'https://[/?page=2',
])('a next page at %p is not asked for', async (next) => {
	const talk = pages({ results: rowsOf(2), next });
	expect(await failureOf(read(talk))).toMatchObject({
		name: 'ServiceError',
		message: expect.stringContaining('which is not the address of the list'),
	});
	expect(talk.requests).toHaveLength(1);
});

it('a circle of pages is asked once round', async () => {
	const nextOf: Record<string, string> = { '': '?page=2', '2': '?page=3', '3': '?page=2' };
	const talk = talkTo(({ url }, count) => {
		if (count > 200) throw new Error('It goes on for ever');
		const next = nextOf[new URL(url).searchParams.get('page') ?? ''];
		return json({ results: rowsOf(2, count * 2), next });
	});
	expect(await failureOf(read(talk))).toMatchObject({
		message: 'The list links back to a page that was already read',
	});
	expect(talk.requests).toHaveLength(3);
});

it('a last page that is the one before again ends in a failure, not in a part', async () => {
	const talk = listOf(() => rowsOf(10), { pagination: 'pages', pageSize: 5, trap: 'repeated' });
	expect(await failureOf(read(talk))).toBeInstanceOf(ServiceError);
});

it('a count without any way to the rest is a failure', async () => {
	expect(await failureOf(read(pages({ results: rowsOf(20), count: 57 })))).toMatchObject({
		message: 'The service reported 57 entries but returned 20, and gives no way to get the others',
	});
});

it('a header that counts more than came is a failure', async () => {
	const talk = talkTo(() => json(rowsOf(20), 200, { 'x-total-count': '57' }));
	expect(await failureOf(read(talk))).toMatchObject({
		message: expect.stringMatching(/reported 57 entries but returned 20|returned the same page/),
	});
});

it('a list that goes on without saying where is a failure', async () => {
	for (const body of [
		{ results: rowsOf(2), has_more: true },
		{ results: rowsOf(2), pagination: { has_next: true } },
	]) {
		expect(await failureOf(read(pages(body)))).toMatchObject({
			message: 'The list has more entries, but the service does not say where',
		});
	}
});

it('is asked no further when it has what is wanted, though the rest can not be told', async () => {
	const talk = pages({ results: rowsOf(20), has_more: true });
	expect(keysIn(await read(talk, 20))).toHaveLength(20);
});

it('a page missing in the middle is a failure, not a part', async () => {
	const talk = talkTo(({ url }) => {
		const page = Number(new URL(url).searchParams.get('page') ?? 1);
		if (page === 2) return json({ detail: 'Invalid page.' }, 404);
		const next = page < 3 ? `?page=${page + 1}` : null;
		return json({ count: 60, results: rowsOf(20, page * 20), next });
	});
	expect(await failureOf(read(talk))).toMatchObject({
		message: expect.stringContaining('reported 60 entries but returned 20'),
	});
});

it.each([400, 404, 500])(
	'a count that is too high harms nothing where pages beyond the end answer %i',
	async (status) => {
		const talk = talkTo(
			({ url }) => {
				const page = Number(new URL(url).searchParams.get('page') ?? 1);
				if (page > 3) return json({ detail: 'Invalid page.' }, status);
				const next = page < 3 ? `?page=${page + 1}` : null;
				return json({ count: 1000, results: rowsOf(20, page * 20), next });
			},
			{ maxRetries: 0 },
		);
		const list = await read(talk);
		expect(list.elements).toHaveLength(60);
		expect(list.incomplete).toContain('reported 1000 entries but returned 60');
	},
);

it('a count on the first page alone is remembered', async () => {
	const talk = talkTo(({ url }) =>
		url.includes('page=2')
			? json({ results: rowsOf(20, 20), next: null })
			: json({ count: 45, results: rowsOf(20), next: '?page=2' }),
	);
	const list = await read(talk);
	expect(list.incomplete).toContain('reported 45 entries but returned 40');
});

it.each([
	[{ data: { results: rowsOf(20), next: '?page=2', count: 25 } }],
	[{ data: { items: rowsOf(20), pagination: { page: 1, total_pages: 2, total: 25 } } }],
	[{ data: rowsOf(20), meta: { pagination: { current_page: 1, total_pages: 2, total: 25 } } }],
	[{ results: rowsOf(20), limit: 20, offset: 0 }],
	[{ results: rowsOf(20), page: 1, page_size: 20 }],
])('a list goes on wherever the answer says so: %j', async (first) => {
	const talk = pages(first, { results: rowsOf(5, 20), offset: 20, limit: 20 });
	expect(keysIn(await read(talk))).toHaveLength(25);
	expect(talk.requests.length).toBeLessThanOrEqual(3);
});

it.each([[{ results: [], limit: 20, offset: 20 }], [{ detail: 'Invalid page.' }]])(
	'a full last page is followed by one request that gives nothing: %j',
	async (second) => {
		const talk = talkTo((_request, count) =>
			count === 1
				? json({ results: rowsOf(20), limit: 20, offset: 0 })
				: json(second, 'detail' in second ? 404 : 200),
		);
		const list = await read(talk);
		expect(list.elements).toHaveLength(20);
		expect(list.incomplete).toBeUndefined();
		expect(talk.requests).toHaveLength(2);
	},
);
