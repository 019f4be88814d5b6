import { nextFrom } from '../../../../nodes/AppointmentScheduling/service/lists/dialects/dialect';
import { linksByRelation } from '../../../../nodes/AppointmentScheduling/service/lists/dialects/links';
import { listResponse } from '../../../../nodes/AppointmentScheduling/service/lists/response';
import { asked } from './written';

it.each<[unknown, string]>([
	['https://a.example/x?page=2', 'https://a.example/x?page=2'],
	['HTTP://a.example/x/2', 'HTTP://a.example/x/2'],
	['/x/2', '/x/2'],
	['?page=2', '?page=2'],
	['page=2&limit=5', '?page=2&limit=5'],
	['a page=2', '?cursor=a%20page%3D2'],
	[12, '?page=12'],
	['12', '?page=12'],
	['12a', '?cursor=12a'],
	['a12', '?cursor=a12'],
	[{ href: '/x/2' }, '/x/2'],
	[{ page: 2, limit: null }, '?page=2'],
])('%j leads to %s', (value, link) => {
	expect(nextFrom(value)).toEqual({ link });
});

it('the value of a parameter leads to that parameter', () => {
	expect(nextFrom(40, 'offset')).toEqual({ link: '?offset=40' });
});

it.each([null, '', 0, '0', -1, {}, { page: null }, { href: null }])('%j is the end', (value) => {
	expect(nextFrom(value)).toEqual({});
});

it.each([undefined, true, false, { page: 2, more: { a: 1 } }])('%j says nothing', (value) => {
	expect(nextFrom(value)).toBeUndefined();
});

it('links are told apart by their relation', () => {
	const next = (...links: unknown[]) =>
		linksByRelation.next(listResponse({ data: [], links }, {}, asked));
	const [first, second] = ['first', 'next'].map((rel) => ({ rel, href: `/${rel}` }));
	expect(next(null, first, second)).toEqual({ link: '/next' });
	expect(next(first)).toEqual({});
});
