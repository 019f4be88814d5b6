import { pageIn } from '../../../../nodes/AppointmentScheduling/service/lists/page';

const asked = {
	address: 'https://api.example/api/v3/appointments/',
	filters: '',
	query: '',
	keys: ['appointment_key'],
	pagesBefore: 0,
	entriesBefore: 0,
};
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
