import { ServiceError } from '../../../../nodes/AppointmentScheduling/service/errors';
import { pageIn } from '../../../../nodes/AppointmentScheduling/service/lists/page';

const address = 'https://api.example/tenant/api/v3/appointments/';
const rows = [{ appointment_key: 'a' }];

const asked = (filters = '', query = filters) => {
	return { address, filters, query, keys: ['appointment_key'], pagesBefore: 0, entriesBefore: 0 };
};
const page = (body: Record<string, unknown>, filters = '', headers: Record<string, unknown> = {}) =>
	pageIn({ results: rows, ...body }, headers, asked(filters));

describe('where the list goes on', () => {
	it.each<[string, Record<string, unknown>, string]>([
		['a whole URL', { next: `${address}?page=2` }, 'page=2'],
		['a path', { next: '/tenant/api/v3/appointments/?page=2' }, 'page=2'],
		['a query', { next: '?page=2' }, 'page=2'],
		['a token', { next: 'YXQ6MTA' }, 'cursor=YXQ6MTA'],
		['a token to be escaped', { next: 'a+b=&c' }, 'cursor=a%2Bb%3D%26c'],
		['a page number', { next: 2 }, 'page=2'],
		['next_url', { next_url: '?page=2' }, 'page=2'],
		['next_page_url', { next_page_url: '?page=2' }, 'page=2'],
		['links', { links: { next: '?page=2' } }, 'page=2'],
		['HAL links', { _links: { next: { href: '?page=2' } } }, 'page=2'],
		['pagination', { pagination: { next: '?offset=1&limit=1' } }, 'offset=1&limit=1'],
		['next_cursor', { meta: { next_cursor: 'x/y' } }, 'cursor=x%2Fy'],
		['next_page', { next_page: 2 }, 'page=2'],
		['next_page_token', { next_page_token: 't' }, 'page_token=t'],
		['links by relation', { links: [{ rel: 'next', href: '?page=2' }] }, 'page=2'],
		['a link that is called url', { links: { next: { url: '?page=2' } } }, 'page=2'],
		['a number as text', { next: '2' }, 'page=2'],
		['a query without its mark', { next: 'page=2' }, 'page=2'],
		['next_token', { next_token: 't' }, 'next_token=t'],
		['nextPageUrl', { nextPageUrl: '?page=2' }, 'page=2'],
		['next_link', { next_link: '?page=2' }, 'page=2'],
		['OData', { '@odata.nextLink': '?page=2' }, 'page=2'],
		['next_page_number', { next_page_number: 2 }, 'page=2'],
		['a cursor within paging', { paging: { cursors: { after: 'c' } } }, 'after=c'],
		['a cursor within cursor', { cursor: { next: 'c' } }, 'cursor=c'],
		[
			'pages below meta.pagination',
			{ meta: { pagination: { links: { next: '?page=2' } } } },
			'page=2',
		],
		['numbers as text', { page: '1', total_pages: '3' }, 'page=2'],
		['pages from zero', { page: { number: 0, totalPages: 2 } }, 'page=1'],
		['next_page, as a link', { next_page: `${address}?page=2` }, 'page=2'],
		['next_cursor, of which a slash is part', { next_cursor: 'a/b==' }, 'cursor=a%2Fb%3D%3D'],
		['nextCursor', { pageInfo: { nextCursor: 'c' } }, 'cursor=c'],
		['nextPageToken', { nextPageToken: 't' }, 'pageToken=t'],
		['next_offset', { next_offset: 1 }, 'offset=1'],
		['a link without the last slash', { next: address.slice(0, -1) + '?page=2' }, 'page=2'],
		['the one of several that is there', { next: null, meta: { next_page: 3 } }, 'page=3'],
		['offset and count', { offset: 0, limit: 1, count: 3 }, 'offset=1'],
		['offset and has_more', { meta: { skip: 4, has_more: true } }, 'skip=5'],
		['page and pages', { page: 1, pages: 2 }, 'page=2'],
		['the page of a number and its last', { meta: { current_page: 2, last_page: 4 } }, 'page=3'],
		['page, size and total', { page_number: 1, page_size: 1, total: 2 }, 'page_number=2'],
		['page and hasMore, whatever next says', { next: null, page: 7, hasMore: true }, 'page=8'],
		['parameters', { next: { page: 2, limit: 1 } }, 'page=2&limit=1'],
		['HubSpot', { paging: { next: { after: 'c', link: '?after=c' } } }, 'after=c'],
		['Stripe', { has_more: true }, 'starting_after=a'],
		['GraphQL', { pageInfo: { hasNextPage: true, endCursor: 'c' } }, 'after=c'],
		['Azure', { continuationToken: 'c' }, 'continuationToken=c'],
		['page and total', { page: 1, total: 2 }, 'page=2'],
		['a page number, and a rate limit', { page: 1, pages: 2, meta: { remaining: 0 } }, 'page=2'],
		['both a token and has_more', { has_more: true, next_cursor: 't' }, 'cursor=t'],
	])('is found as %s', (_name, body, next) => {
		expect(page(body)).toMatchObject({ next, isPaged: true });
	});

	it('is found in a Link header', () => {
		const link = `<${address}?page=1>; rel="first", <${address}?page=3>; rel="next"`;
		expect(page({}, '', { link })).toMatchObject({ next: 'page=3', isPaged: true });
		expect(page({}, '', { link: `<${address}?page=1>; rel="first"` }).next).toBeUndefined();
	});

	it.each([
		[`<${address}?page=9>; rel="last", <${address}?page=2>; rel=next`, 'page=2'],
		[`<${address}?page=2>; rel="last next"`, 'page=2'],
		[`<${address}?page=2>; title="a, b; rel=first"; rel='next'`, 'page=2'],
		[`<${address}?page=2>; rel="next", <${address}?page=9>; rel="last"`, 'page=2'],
		[`<${address}?page=2>; rel="nextish"`, undefined],
		[`<${address}?page=2>; title="rel=next"; rel=prev`, undefined],
	])('is read from the Link header %s: %s', (link, next) => {
		expect(page({}, '', { link }).next).toBe(next);
	});

	it.each([
		[{ 'x-next-page': '2' }, 'page=2', undefined],
		[{ 'x-next-page': '', 'x-page': '2', 'x-total-pages': '2' }, undefined, undefined],
		[{ 'x-page': '1', 'x-total-pages': '2', 'x-total': '2' }, 'page=2', 2],
		[{ 'content-range': 'items 0-0/45' }, 'offset=1', 45],
		[{ 'content-range': 'items 44-44/45' }, undefined, 45],
		[{ 'content-range': 'items 0-0/*' }, undefined, undefined],
	])('is told by the headers %j of a bare list', (headers, next, total) => {
		expect(pageIn(rows, headers, asked())).toMatchObject({ next, total });
	});

	it.each([null, '', false])('is nowhere when next is %p', (next) => {
		expect(page({ next })).toMatchObject({ next: undefined, isPaged: true });
	});

	it.each([
		{ next_page: null },
		{ next_page: 0 },
		{ next_cursor: '' },
		{ page: 2, pages: 2 },
		{ page: 3, per_page: 1, pages: 3 },
		{ offset: 2, count: 3 },
		{ meta: { current_page: 4, last_page: 4 } },
	])('is nowhere when %j says that this is the end', (body) => {
		expect(page(body)).toMatchObject({ next: undefined, isPaged: true });
	});

	it.each([
		[0, { number: 0, totalPages: 2 }, 'page=1'],
		[1, { number: 1, totalPages: 2 }, undefined],
		[0, { number: 1, totalPages: 2 }, 'page=2'],
		[1, { number: 2, totalPages: 2 }, undefined],
	])('is counted by the pages before it, %i, when a page is %j', (pagesBefore, told, next) => {
		const request = { ...asked(), pagesBefore };
		const { next: found } = pageIn({ results: rows, page: told }, {}, request);
		expect(found).toBe(next);
	});

	it.each([
		{ has_more: false, next_cursor: 'c' },
		{ hasMore: false, next: '?page=2' },
		{ pageInfo: { hasNextPage: false, endCursor: 'c' } },
		{ last: true, number: 1, totalPages: 9 },
		{ meta: { has_more: 'false' }, links: { next: '?page=2' } },
	])('is nowhere when %j ends the list outright', (body) => {
		expect(page(body)).toMatchObject({ next: undefined, hasMore: false, isPaged: true });
	});

	it('is not told by a rate limit', () => {
		const limit = { limit: 5000, remaining: 4999, reset: 1 };
		expect(page({ meta: limit })).toMatchObject({ next: undefined, hasMore: false });
		const headers = { 'x-ratelimit-remaining': '4999', 'x-ratelimit-limit': '5000' };
		expect(page({}, '', headers)).toMatchObject({ next: undefined, hasMore: false });
	});

	it('is nowhere when an offset leads to nothing', () => {
		expect(page({ results: [], offset: 10, count: 30 }).next).toBeUndefined();
	});

	it.each([
		{ next: true },
		{ next: { page: { number: 2 } } },
		{ next: null, has_more: true },
		{ meta: { hasNextPage: true } },
		{ has_more: 'true' },
		{ more: 1 },
		{ last: false },
		{ is_last_page: false },
		{ remaining: 25 },
		{ next_page_key: 'x' },
		{ pagination: { nextMarker: 7 } },
	])('is not known when %j does not say it', (body) => {
		const unkeyed = { ...body, results: [{}] };
		expect(page(unkeyed)).toMatchObject({ next: undefined, hasMore: true });
	});

	it.each([
		{ next_available_at: '2026-05-01T10:00:00Z' },
		{ next_start_date: '2026-05-01' },
		{ nextSlot: { key: 'a' }, nextAppointment: 'b' },
		{ next: null, next_page_key: 'x' },
	])('is nothing that %j tells of', (body) => {
		expect(page(body)).toMatchObject({ next: undefined, hasMore: false });
	});

	it.each([
		[{ limit: 1, offset: 0 }, 'offset=1'],
		[{ page: 1, page_size: 1 }, 'page=2'],
	])('is guessed when %j is a full page', (body, next) => {
		expect(page(body)).toMatchObject({ next, isGuess: true });
		expect(page({ ...body, results: [] })).toMatchObject({ next: undefined, hasMore: false });
	});

	it('is nowhere when nothing is said', () => {
		expect(page({})).toMatchObject({ next: undefined, isPaged: false });
		expect(pageIn(rows, {}, asked()).next).toBeUndefined();
	});

	it.each([
		'http://api.example/tenant/api/v3/appointments/?page=2',
		'https://api.example/api/v3/appointments/?page=2',
		'/api/v3/appointments/?page=2',
		'/api/v3/appointments?page=2',
		'appointments/?page=2',
		'?page=2',
	])('is the query of %p alone', (next) => {
		expect(page({ next }).next).toBe('page=2');
	});

	it('keeps the filters that a link leaves out, and those that it repeats once', () => {
		const filters = 'status=PENDING&service_keys=a&service_keys=b';
		expect(page({ next: '?page=2' }, filters).next).toBe(`page=2&${filters}`);
		expect(page({ next: `?${filters}&page=2` }, filters).next).toBe(`${filters}&page=2`);
		expect(page({ next: '?status=PENDING&page=2' }, filters).next).toBe(
			'status=PENDING&page=2&service_keys=a&service_keys=b',
		);
	});

	it('is told with both addresses when it is not followed', () => {
		try {
			page({ next: 'https://evil.example/x/?token=1' });
		} catch (error) {
			expect(error).toBeInstanceOf(ServiceError);
			const { message, remedy } = error as ServiceError;
			expect(message).toContain('https://evil.example/x/');
			expect(message).not.toContain('token=1');
			expect(remedy).toContain(address);
			return;
		}
		throw new Error('It was followed');
	});
});
