import type { Page } from '../../../../nodes/AppointmentScheduling/service/lists/page';
import {
	isAsPlanned,
	isPositional,
	planFrom,
} from '../../../../nodes/AppointmentScheduling/service/lists/plan';

const pageOf = (size: number, next: string | undefined, total: number | undefined): Page => ({
	elements: Array.from({ length: size }, (_, index) => ({ index })),
	next,
	total,
	isPaged: true,
	isGuess: false,
	hasMore: false,
});

function searchesOf(first: Page, limit: number): string[] | undefined {
	const plan = planFrom(first, limit);
	return plan && Array.from({ length: plan.pages }, (_, index) => plan.queryOf(index));
}

describe('a plan', () => {
	it('counts pages', () => {
		expect(searchesOf(pageOf(10, 'status=PENDING&page=2', 35), Infinity)).toEqual([
			'status=PENDING&page=2',
			'status=PENDING&page=3',
			'status=PENDING&page=4',
		]);
	});

	it('steps by offset', () => {
		expect(searchesOf(pageOf(10, 'limit=10&offset=10', 31), Infinity)).toEqual([
			'limit=10&offset=10',
			'limit=10&offset=20',
			'limit=10&offset=30',
		]);
	});

	it('goes no further than the limit', () => {
		expect(searchesOf(pageOf(10, 'page=2', 1000), 30)).toEqual(['page=2', 'page=3']);
		expect(searchesOf(pageOf(10, 'page=2', 1000), 10)).toEqual([]);
	});

	it('changes the page alone, not what merely ends alike', () => {
		const searches = searchesOf(pageOf(2, 'homepage=2&page=2&q=page%3D2', 6), Infinity);
		expect(searches?.[1]).toBe('homepage=2&page=3&q=page%3D2');
	});

	it.each([
		['no next page', undefined, 35],
		['no count', 'page=2', undefined],
		['a cursor', 'cursor=YXQ', 35],
		['a page out of step', 'page=5', 35],
		['a page far away', 'page=12', 35],
		['an offset out of step', 'offset=7', 35],
		['nothing further', 'page=2', 10],
	])('is not made from %s', (_what, next, total) => {
		expect(planFrom(pageOf(10, next, total), Infinity)).toBeUndefined();
	});

	it('is not made from an empty page', () => {
		expect(planFrom(pageOf(0, 'page=2', 35), Infinity)).toBeUndefined();
	});
});

describe('a page of the plan', () => {
	const plan = planFrom(pageOf(10, 'a=1&page=2', 35), Infinity)!;

	it('is in step when it is as foreseen', () => {
		expect(isAsPlanned(plan, 0, pageOf(10, 'a=1&page=3', 35))).toBe(true);
		expect(isAsPlanned(plan, 1, pageOf(10, 'page=4&a=1', 35))).toBe(true);
		expect(isAsPlanned(plan, 2, pageOf(5, undefined, 35))).toBe(true);
		const full = planFrom(pageOf(10, 'page=2', 30), Infinity)!;
		expect(isAsPlanned(full, 1, pageOf(10, undefined, 30))).toBe(true);
	});

	it.each([
		['is short', 0, pageOf(9, 'a=1&page=3', 35)],
		['is long', 0, pageOf(11, 'a=1&page=3', 35)],
		['tells another count', 0, pageOf(10, 'a=1&page=3', 36)],
		['tells none', 0, pageOf(10, 'a=1&page=3', undefined)],
		['goes on elsewhere', 0, pageOf(10, 'a=1&page=4', 35)],
		['ends early', 0, pageOf(10, undefined, 35)],
		['does not end', 2, pageOf(5, 'a=1&page=5', 35)],
	])('is out of step when it %s', (_how, index, page) => {
		expect(isAsPlanned(plan, index, page)).toBe(false);
	});
});

it.each([
	['status=PENDING&page=2', true],
	['offset=20', true],
	['cursor=2', false],
	['', false],
])('entries that are deleted shift the pages of %p: %p', (query, shifts) => {
	expect(isPositional(query)).toBe(shifts);
});
