import { pageIn } from '../../../../nodes/AppointmentScheduling/service/lists/page';
import { keyOf } from '../../../../nodes/AppointmentScheduling/service/lists/response';
import { asked } from './written';

const rows = [{ appointment_key: 'a' }];
const page = (body: Record<string, unknown>, request: Partial<typeof asked> = {}) =>
	pageIn({ results: rows, ...body }, {}, { ...asked, ...request });

it.each([
	{ utc_offset: 60, total: 90 },
	{ start_date: 20260501, total: 90 },
	{ phone_number: 5, pages: 9 },
	{ number_of_rooms: 5, pages: 9 },
	{ quick_links: [{ rel: 'next', href: '?page=2' }] },
	{ links_shown: [{ rel: 'next', href: '?page=2' }] },
	{ requests_remaining: 5, remaining_requests: 5 },
	{ remaining: 0 },
])('%j only resembles a dialect', (body) => {
	expect(page(body)).toMatchObject({ next: undefined, isPaged: false, hasMore: false });
});

it.each([{ weekend_cursor: 'c' }, { end_cursor_shown: 'c' }])(
	'%j is no cursor although there is more',
	(body) => {
		expect(page({ ...body, results: [{}], has_more: true })).toMatchObject({
			next: undefined,
			hasMore: true,
		});
	},
);

it.each([
	[{ currentPage: 1, pages: 2 }, 'page=2'],
	[{ currentPageNumber: 1, pages: 2 }, 'pageNumber=2'],
	[{ start: 0, count: 3 }, 'start=1'],
	[{ startAt: 0, count: 3 }, 'startAt=1'],
	[{ next: null, links: { next: '?page=2' } }, 'page=2'],
	[{ next: '', links: { next: '?page=2' } }, 'page=2'],
])('%j leads to %s', (body, next) => {
	expect(page(body).next).toBe(next);
});

it('a total in a header is enough to ask for the second page', () => {
	const headers = { 'x-total-count': '2' };
	expect(pageIn(rows, headers, asked)).toMatchObject({ next: 'page=2', total: 2 });
	expect(pageIn(rows, { 'max-total': '2', 'x-limit': '1' }, asked).next).toBeUndefined();
	const odd = { 'content-range': 'items 0-0/45 or more' };
	expect(pageIn(rows, odd, asked)).toMatchObject({ next: undefined, isPaged: false });
});

it('the entries read before count against the total', () => {
	expect(page({ page: 1, total: 1 })).toMatchObject({ next: undefined, isPaged: true });
	expect(page({ page: 3, total: 3 }, { entriesBefore: 2 }).next).toBeUndefined();
	expect(page({ page: 3, total: 4 }, { entriesBefore: 2 }).next).toBe('page=4');
});

it('a page number alone says nothing about another page', () => {
	expect(page({ page: 1 })).toMatchObject({ next: undefined, isPaged: false, isGuess: false });
});

it('a page that the service does not link to is a guess', () => {
	expect(page({ has_more: true })).toMatchObject({ next: 'starting_after=a', isGuess: true });
	expect(page({ next: '?page=2' }).isGuess).toBe(false);
});

it('an entry has the first key that is there', () => {
	expect(keyOf({ id: 7 }, ['appointment_key', 'id'])).toBe('7');
	expect(keyOf({ id: 7 }, ['appointment_key'])).toBeUndefined();
	expect(keyOf(undefined, ['id'])).toBeUndefined();
});
