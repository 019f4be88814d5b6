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
])('%j has %p elements in all', (body, total) => {
	expect(page(body).total).toBe(total);
});
