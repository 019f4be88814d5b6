import { ServiceError } from '../../../nodes/AppointmentScheduling/service/failures';
import { pageIn } from '../../../nodes/AppointmentScheduling/service/pageLinks';

const address = 'https://api.example/tenant/api/v3/appointments/';
const rows = [{ appointment_key: 'a' }];

const page = (body: Record<string, unknown>, query = '', headers: Record<string, unknown> = {}) =>
	pageIn({ results: rows, ...body }, headers, address, query);

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
		['both a token and has_more', { has_more: true, next_cursor: 't' }, 'cursor=t'],
	])('is found as %s', (_name, body, next) => {
		expect(page(body)).toMatchObject({ next, speaksOfNext: true });
	});

	it('is found in a Link header', () => {
		const link = `<${address}?page=1>; rel="first", <${address}?page=3>; rel="next"`;
		expect(page({}, '', { link })).toMatchObject({ next: 'page=3', speaksOfNext: true });
		expect(page({}, '', { link: `<${address}?page=1>; rel="first"` }).next).toBeUndefined();
	});

	it.each([null, '', false])('is nowhere when next is %p', (next) => {
		expect(page({ next })).toMatchObject({ next: undefined, speaksOfNext: true });
	});

	it.each([
		{ next_page: null },
		{ next_page: 0 },
		{ next_cursor: '' },
		{ page: 2, pages: 2 },
		{ page: 3, per_page: 1, total: 3 },
		{ offset: 2, count: 3 },
		{ meta: { current_page: 4, last_page: 4 } },
	])('is nowhere when %j says that this is the end', (body) => {
		expect(page(body)).toMatchObject({ next: undefined, speaksOfNext: true });
	});

	it('is nowhere when an offset leads to nothing', () => {
		expect(page({ results: [], offset: 10, count: 30 }).next).toBeUndefined();
	});

	it.each([
		{ next: true },
		{ next: { page: 2 } },
		{ links: { next: { url: '?page=2' } } },
		{ next: null, has_more: true },
		{ meta: { hasNextPage: true } },
	])('is an error when %j does not say it', (body) => {
		expect(() => page(body)).toThrow('The list goes on, but the service does not say where');
	});

	it('is nowhere when nothing is said', () => {
		expect(page({})).toMatchObject({ next: undefined, speaksOfNext: false });
		expect(pageIn(rows, {}, address, '').next).toBeUndefined();
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

it.each([
	[{ count: 7 }, 7],
	[{ total: 0 }, 0],
	[{ meta: { total_count: 9 } }, 9],
	[{ count: '7' }, undefined],
	[{ count: 1.5 }, undefined],
	[{ count: null }, undefined],
	[{}, undefined],
	[{ count: 1, total: 250 }, 250],
	[{ count: 1, meta: { totalCount: 4 } }, 4],
	[{ total: -1 }, undefined],
])('%j has %p elements in all', (body, total) => {
	expect(page(body).total).toBe(total);
});

it.each<[unknown, number | undefined]>([
	['250', 250],
	['many', undefined],
	[undefined, undefined],
])('the header X-Total-Count: %p tells %p', (value, total) => {
	expect(page({}, '', { 'x-total-count': value }).total).toBe(total);
});
