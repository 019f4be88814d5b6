import type { IDataObject } from 'n8n-workflow';

import { Book, MOST_ROWS } from '../../../nodes/AppointmentScheduling/watching/book';
import type { Rules } from '../../../nodes/AppointmentScheduling/watching/difference';
import {
	appointment,
	DAY,
	fresh,
	inDays,
	KEY,
	read,
	recorded,
	RULES,
	see,
	starting,
} from './support';

afterEach(() => jest.restoreAllMocks());

const restored = (book: Book) => Book.from(book.toString());
const eventsOf = (book: Book, ...appointments: IDataObject[]) =>
	appointments.map((data) => see(book, data)?.event);

it('reports an unknown appointment only if it was made since the book began', () => {
	const unknown = (key: string, more: object) => appointment({ appointment_key: key, ...more });
	const made = (days: number) => ({ created_at: { dateTime: inDays(days) } });
	expect(
		eventsOf(
			recorded(),
			unknown('made-now', made(0)),
			unknown('made-now-for-yesterday', { ...made(0), ...starting(-2) }),
			unknown('made-before', made(-0.1)),
			unknown('canceled', { ...made(0), status: 'CANCELED_CLIENT' }),
		),
	).toEqual(['created', 'created', undefined, undefined]);
});

it('without created_at, reports an unknown appointment if it starts from a day ago on', () => {
	const undated = (key: string, days: number | undefined) =>
		appointment({
			appointment_key: key,
			created_at: undefined,
			...(days === undefined ? { start: undefined } : starting(days)),
		});
	const all = [undated('a', -0.9), undated('b', -1.1), undated('c', undefined)];
	expect(eventsOf(recorded(), ...all)).toEqual(['created', undefined, undefined]);
	const edited = recorded();
	edited.takesUndated = false;
	expect(eventsOf(edited, ...all, appointment({ ...fresh }))).toEqual([
		...[undefined, undefined, undefined, 'created'],
	]);
});

it('reports nothing before it has begun', () => {
	expect(eventsOf(new Book(), appointment(fresh))).toEqual([undefined]);
});

it('reports a creation when it is first ready or has a start, until it begins', () => {
	const rules: Rules = { ...RULES, isReady: ({ calendar }) => calendar === 'cal-b' };
	const moved = appointment({ calendar: { calendar_key: 'cal-b' }, ...fresh });
	const book = recorded();
	expect(see(book, appointment(fresh), rules)).toBeUndefined();
	expect(see(restored(book), moved, rules)?.event).toBe('created');
	jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * DAY);
	expect(see(restored(book), moved, rules)?.event).toBe('updated');
	jest.restoreAllMocks();
	const dated = recorded();
	expect(see(dated, appointment({ start: undefined, ...fresh }))).toBeUndefined();
	expect(see(restored(dated), appointment(fresh))?.event).toBe('created');
});

it('keeps a field that a read lacks', () => {
	const book = recorded(appointment());
	const lacking = { appointment_key: KEY, status: 'PENDING' };
	expect(see(book, lacking)?.event).toBe('updated');
	expect(book.stateOf(KEY)).toEqual(
		expect.objectContaining({ status: 'PENDING', calendar: 'cal-a', start: expect.anything() }),
	);
	expect(see(book, appointment({ status: 'PENDING' }))).toBeUndefined();
	const partial = recorded({ appointment_key: KEY, status: 'CONFIRMED' });
	expect(see(partial, appointment())).toBeUndefined();
	expect(see(partial, appointment(starting(3)))?.event).toBe('updated');
});

it('gives each change an id that outlives a restart, also if a state comes back', () => {
	const book = recorded(appointment());
	const again = restored(book);
	const ids = ['PENDING', 'ATTENDED', 'PENDING', 'ATTENDED'].map((status, index) => {
		const shown = read(appointment({ status }));
		const readAt = performance.now() + index * DAY;
		const change = book.observe(shown, readAt, RULES);
		expect(restored(again).observe(shown, readAt, RULES)?.id).toBe(change?.id);
		again.observe(shown, readAt, RULES);
		return change?.id;
	});
	expect(new Set(ids).size).toBe(4);
	expect(ids).not.toContain(undefined);
});

it('forgets an appointment 30 days after its start', () => {
	const book = recorded(appointment());
	book.trim(Date.now() + 30 * DAY);
	expect(book.size).toBe(1);
	book.trim(Date.now() + 31.1 * DAY);
	expect(book.size).toBe(0);
});

it('of more than 20,000 appointments, knows those that begin next and runs no others', () => {
	const numbered = (number: number, more = {}) =>
		appointment({ appointment_key: `number-${number}`, ...starting((number + 1) / 24), ...more });
	const book = recorded(...Array.from({ length: MOST_ROWS + 10 }, (_, number) => numbered(number)));
	book.trim(Date.now());
	expect([book.size, book.isFull]).toEqual([MOST_ROWS, true]);
	const loaded = restored(book);
	expect(loaded.knows(`number-${MOST_ROWS - 1}`)).toBe(true);
	expect(see(loaded, numbered(MOST_ROWS + 1, fresh))).toBeUndefined();
	expect(see(loaded, appointment(fresh))?.event).toBe('created');
	const first = Array.from({ length: 100 }, (_, number) => numbered(number));
	expect(eventsOf(loaded, ...first).filter(Boolean)).toEqual([]);
});

it('knows which appointments are still ahead, the soonest first', () => {
	const at = (key: string, days: number, more = {}) =>
		appointment({ appointment_key: key, ...starting(days), ...more });
	const canceled = at('canceled', 1, { status: 'CANCELED' });
	expect(recorded(at('b', 2), at('begun', -1), canceled, at('a', 1)).ahead(Date.now())).toEqual([
		...['a', 'b'],
	]);
});

it('stores about a hundred characters for each appointment, and nothing about the client', () => {
	const stored = recorded(appointment({ status: 'x'.repeat(10_000) })).toString();
	expect(stored).not.toContain('lient');
	expect(stored.length).toBeLessThan(250);
});

it.each(['{}', '{"rows":[[1,2],{},[null]],"since":"soon","knownUpTo":{},"id":{}}', '[]', '7'])(
	'starts with what it can read of edited static data: %s',
	(stored) => {
		const book = Book.from(stored);
		expect(() => see(book, appointment())).not.toThrow();
		expect(restored(book).toString()).toBe(book.toString());
	},
);

it('believes no read that began before one that has shown the present state', () => {
	const book = recorded(appointment());
	const begin = performance.now() + 10;
	const shown = (status: string, readAt: number) =>
		book.observe(read(appointment({ status })), readAt, RULES)?.event;
	expect(shown('CONFIRMED', begin + 1_000)).toBeUndefined();
	expect(shown('PENDING', begin)).toBeUndefined();
	expect(shown('PENDING', begin + 2_000)).toBe('updated');
});

it('for a minute, believes no list that shows the state before the last one', () => {
	const book = recorded(appointment());
	const shown = (status: string, after: number) =>
		book.observe(read(appointment({ status })), performance.now() + after, RULES)?.event;
	expect(shown('PENDING', 0)).toBe('updated');
	expect(shown('CONFIRMED', 59_000)).toBeUndefined();
	expect(shown('CONFIRMED', 61_000)).toBe('updated');
});
