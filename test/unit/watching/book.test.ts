import type { IDataObject } from 'n8n-workflow';

import { comparableKey, type Key } from '../../../nodes/AppointmentScheduling/service/values/keys';
import { Book, MOST_ROWS, type Change } from '../../../nodes/AppointmentScheduling/watching/book';
import type { Rules } from '../../../nodes/AppointmentScheduling/watching/difference';
import { sightOf } from '../../../nodes/AppointmentScheduling/watching/state';

const ZONE = 'Europe/Madrid';
const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 23, 12);
const RULES: Rules = { zone: ZONE, passes: () => true, isSelected: () => true };
const KEY = '8f14e45f-ceea-467f-a0e6-1c5b7a3d9b10';

const startIn = (days: number) => new Date(NOW + days * DAY).toISOString();
const appointment = (more: IDataObject = {}): IDataObject => ({
	appointment_key: KEY,
	status: 'CONFIRMED',
	start_date: startIn(1),
	calendar: { calendar_key: 'cal-a', name: 'Ana' },
	person: { full_name: 'Client', email: 'client@example.com' },
	...more,
});

function recorded(...appointments: IDataObject[]): Book {
	const book = new Book();
	for (const data of appointments) see(book, data);
	book.account = 'account';
	return book;
}

function see(book: Book, data: IDataObject, rules = RULES, now = NOW): Change | undefined {
	const sight = sightOf(data);
	return sight && book.observe(sight, { readAt: performance.now(), now }, rules);
}

const restored = (book: Book) => new Book().load(JSON.parse(JSON.stringify(book.toStored())));
const eventsOf = (book: Book, ...appointments: IDataObject[]) =>
	appointments.map((data) => see(book, data)?.event);

it('records what the first list shows, and tells what comes after it', () => {
	const book = recorded(appointment());
	expect(see(book, appointment())).toBeUndefined();
	expect(see(book, appointment({ appointment_key: 'other-key' }))?.event).toBe(
		'appointment.created',
	);
	const moved = see(book, appointment({ start_date: startIn(2) }));
	expect(moved).toMatchObject({
		event: 'appointment.updated',
		before: { told: { status: 'CONFIRMED' } },
	});
	expect(
		eventsOf(book, appointment({ start_date: startIn(2), status: 'CANCELED_CLIENT' })),
	).toEqual(['appointment.canceled']);
});

it('tells nothing about an unknown appointment that has begun a day ago or is canceled', () => {
	const unknown = (key: string, more: IDataObject) =>
		appointment({ appointment_key: key, ...more });
	expect(
		eventsOf(
			recorded(),
			unknown('begun-today', { start_date: startIn(-0.9) }),
			unknown('begun-before', { start_date: startIn(-1.1) }),
			unknown('canceled', { status: 'CANCELED' }),
			unknown('no-start', { start_date: undefined }),
		),
	).toEqual(['appointment.created', undefined, undefined, 'appointment.created']);
});

it('tells a creation when it first passes the filters, also after a restart, until it begins', () => {
	const rules: Rules = { ...RULES, passes: ({ calendar }) => calendar === 'cal-b' };
	const moved = appointment({ calendar: { calendar_key: 'cal-b' } });
	const book = recorded();
	expect(see(book, appointment(), rules)).toBeUndefined();
	expect(see(restored(book), moved, rules)?.event).toBe('appointment.created');
	expect(see(restored(book), moved, rules, NOW + 2 * DAY)?.event).toBe('appointment.updated');
	expect(see(book, appointment(), RULES)).toBeUndefined();
});

it('takes over a field that a read lacks', () => {
	const book = recorded(appointment());
	expect(see(book, { appointment_key: KEY, status: 'PENDING' })?.event).toBe('appointment.updated');
	expect(book.get(KEY as Key)?.told).toEqual({
		start: startIn(1).replace('.000', ''),
		status: 'PENDING',
		calendar: 'cal-a',
	});
	expect(see(book, appointment({ status: 'PENDING' }))).toBeUndefined();
	const partial = recorded({ appointment_key: KEY, status: 'CONFIRMED' });
	expect(see(partial, appointment())).toBeUndefined();
	expect(see(partial, appointment({ start_date: startIn(3) }))?.event).toBe('appointment.updated');
});

it('gives each change an id that outlives a restart, also if a state comes back', () => {
	const book = recorded(appointment());
	const ids = new Set<string | undefined>();
	const again = restored(book);
	for (const [index, status] of ['PENDING', 'ATTENDED', 'PENDING', 'ATTENDED'].entries()) {
		const sight = sightOf(appointment({ status }))!;
		const moment = { readAt: performance.now() + index * DAY, now: NOW };
		const change = book.observe(sight, moment, RULES);
		ids.add(change?.id);
		expect(restored(again).observe(sight, moment, RULES)?.id).toBe(change?.id);
		again.observe(sight, moment, RULES);
	}
	expect(ids.size).toBe(4);
	expect([...ids]).not.toContain(undefined);
});

it('finds a change again that could not be reported, unless another one was reported since', () => {
	const book = recorded(appointment());
	const pending = appointment({ status: 'PENDING' });
	const first = see(book, pending)!;
	book.undo(first.key, first.before);
	expect(see(book, pending)).toMatchObject({ event: first.event, id: first.id });
	see(book, appointment({ status: 'ATTENDED' }));
	book.undo(first.key, first.before);
	expect(see(book, appointment({ status: 'ATTENDED' }))).toBeUndefined();
	const created = see(book, appointment({ appointment_key: 'new-key' }))!;
	book.undo(created.key, created.before);
	expect(see(book, appointment({ appointment_key: 'new-key' }))?.event).toBe('appointment.created');
});

it('knows an appointment for 30 days after its start', () => {
	const book = recorded(appointment());
	book.trim(NOW + 30 * DAY, NOW + 28 * DAY, ZONE);
	expect(book.size).toBe(1);
	book.trim(NOW + 31.1 * DAY, NOW + 29 * DAY, ZONE);
	expect(book.size).toBe(0);
});

it.each([
	['runs ahead', 400],
	['is set back', -400],
])("runs nothing that was there before if n8n's clock %s for a while", (_how, days) => {
	const old = appointment({ appointment_key: 'old', start_date: startIn(-40) });
	let book = recorded(appointment());
	for (const at of [NOW, NOW + days * DAY, NOW]) {
		for (const data of [old, appointment()]) expect(see(book, data, RULES, at)).toBeUndefined();
		book.trim(at, at - 2 * DAY, ZONE);
		book = restored(book);
	}
	const booked = appointment({ appointment_key: 'booked' });
	expect(see(book, booked)?.event).toBe('appointment.created');
});

it('of more than 20,000 appointments, knows those that begin next and runs no others', () => {
	const numbered = (number: number, days: number) =>
		appointment({ appointment_key: `number-${number}`, start_date: startIn(days) });
	const hour = (number: number) => number / 24;
	const book = recorded(
		...Array.from({ length: 10 }, (_, number) => numbered(-1 - number, -3)),
		...Array.from({ length: MOST_ROWS + 10 }, (_, number) => numbered(number, hour(number))),
	);
	book.trim(NOW, NOW - 2 * DAY, ZONE);
	expect([book.size, book.isFull]).toEqual([MOST_ROWS, true]);
	expect(book.get(comparableKey('number--1')!)).toBeUndefined();
	expect(book.get(`number-${MOST_ROWS - 1}` as Key)).toBeDefined();
	const loaded = restored(book);
	expect(see(loaded, numbered(99_999, hour(MOST_ROWS + 1)))).toBeUndefined();
	expect(see(loaded, numbered(99_998, hour(100)))?.event).toBe('appointment.created');
	const first = Array.from({ length: 100 }, (_, number) => numbered(number, hour(number)));
	expect(eventsOf(loaded, ...first).filter(Boolean)).toEqual([]);
});

it('stores about a hundred characters for each appointment, and nothing about the client', () => {
	const book = recorded(appointment({ status: 'x'.repeat(10_000) }));
	const stored = JSON.stringify(book.toStored());
	expect(stored).not.toContain('lient');
	expect(stored.length).toBeLessThan(400);
});

it.each([
	undefined,
	'text',
	{ rows: '[]' },
	{ account: 'a', rows: 'no JSON\n[1,2]\n{}\n[null]\n["k","many",5,{},[]]' },
	{ account: 'a', rows: 7, knownUpTo: 'soon', id: {} },
])('starts with what it can read of edited static data: %j', (stored) => {
	const book = new Book().load(stored);
	expect(() => see(book, appointment())).not.toThrow();
	expect(restored(book).toStored()).toEqual(
		book.account === undefined ? expect.anything() : book.toStored(),
	);
});

it('believes no read that began before one that has shown the present state', () => {
	const book = recorded(appointment());
	const begin = performance.now() + 10;
	const read = (status: string, readAt: number) =>
		book.observe(sightOf(appointment({ status }))!, { readAt, now: NOW }, RULES)?.event;
	expect(read('CONFIRMED', begin + 1_000)).toBeUndefined();
	expect(read('PENDING', begin)).toBeUndefined();
	expect(read('PENDING', begin + 2_000)).toBe('appointment.updated');
});
