import { pageIn } from '../../../../nodes/AppointmentScheduling/service/lists/page';
import { asked } from './written';

const totalIn = (body: Record<string, unknown>, headers: Record<string, unknown> = {}) =>
	pageIn({ results: [{ appointment_key: 'a' }], ...body }, headers, asked).total;

it.each([
	[{ count: 7 }, 7],
	[{ total: 0 }, 0],
	[{ meta: { total_count: 9 } }, 9],
	[{ count: '7' }, 7],
	[{ count: 'seven' }, undefined],
	[{ data: { count: 8 } }, 8],
	[{ meta: { page: { total_elements: 9 } } }, 9],
	[{ count: 1.5 }, undefined],
	[{ count: null }, undefined],
	[{}, undefined],
	[{ count: 1, total: 250 }, 250],
	[{ count: 3, total: 250 }, 250],
	// One entry came, so this may be the count of the page.
	[{ count: 1 }, undefined],
	[{ meta: null, count: 7 }, 7],
	[{ data: { data: { data: { total: 9 } } } }, 9],
	[{ data: { data: { data: { data: { total: 9 } } } } }, undefined],
	[{ summary: { total: 9 } }, undefined],
	[{ discount: 7, counter: 8 }, undefined],
	[{ count: 1, meta: { totalCount: 4 } }, 4],
	[{ total: -1 }, undefined],
])('%j has %p elements in all', (body, total) => {
	expect(totalIn(body)).toBe(total);
});

it.each<[unknown, number | undefined]>([
	['250', 250],
	['many', undefined],
	[undefined, undefined],
])('the header X-Total-Count: %p tells %p', (value, total) => {
	expect(totalIn({}, { 'x-total-count': value })).toBe(total);
});

it('only headers that begin as headers of pagination do are read', () => {
	expect(totalIn({}, { 'total-count': '250' })).toBeUndefined();
	expect(totalIn({}, { 'content-range': 'items 0-0/45 or more' })).toBeUndefined();
});

it.each([{ count: 0 }, { total: 0 }])('the list may be missing if there is %j', (body) => {
	expect(pageIn(body, {}, asked)).toMatchObject({ elements: [], total: 0 });
	expect(() => pageIn({ total: 1 }, {}, asked)).toThrow('no list of results');
});
