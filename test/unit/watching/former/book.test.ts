import type { IDataObject } from 'n8n-workflow';

import { comparableKey } from '../../../../nodes/AppointmentScheduling/service/values/keys';
import { Book } from '../../../../nodes/AppointmentScheduling/watching/former/book';
import {
	MOST_LISTED,
	MOST_STRANGERS,
} from '../../../../nodes/AppointmentScheduling/watching/former/rows';
import { stateOf } from '../../../../nodes/AppointmentScheduling/watching/former/state';

const rules = { isWanted: () => true, graceMs: 0, lagMs: 0 };
const HUGE = 'x'.repeat(1_000_000);
const NOON = Date.UTC(2026, 2, 2, 12);
const uuid = (number: number) =>
	`${number.toString(16).padStart(8, '0')}-0000-4000-a000-000000000000`;

function deliver(book: Book, data: IDataObject, event = 'appointment.updated', at = NOON): void {
	const key = comparableKey(data.appointment_key);
	if (key === undefined) return;
	const delivered = { by: 'delivery', event, state: stateOf(data), at, receivedAt: at } as const;
	const { run } = book.observe(key, String(data.appointment_key), delivered, rules);
	if (run) book.end(key, run.id, 'counts');
}

function list(book: Book, data: IDataObject, at = NOON, by: 'list' | 'record' = 'record'): void {
	const key = comparableKey(data.appointment_key);
	if (key === undefined) return;
	book.observe(
		key,
		String(data.appointment_key),
		{ by, state: stateOf(data), at, isNews: true },
		rules,
	);
}

const sizeOf = (book: Book) => JSON.stringify(book.toStored()).length;
const storedAgain = (book: Book): Book => {
	book.markSaved();
	const again = new Book();
	again.load(JSON.parse(JSON.stringify(book.toStored())));
	return again;
};

const appointment = (number: number, changes: IDataObject = {}): IDataObject => ({
	appointment_key: uuid(number),
	start_date: '2026-03-05T10:00:00+01:00',
	status: 'CONFIRMED',
	...changes,
});

test('a run that failed after it was saved is not taken for an interrupted one later', () => {
	const book = new Book();
	const data = appointment(1);
	const key = comparableKey(data.appointment_key)!;
	const said = { state: stateOf(data), at: NOON, receivedAt: NOON };
	const updated = { by: 'delivery', event: 'appointment.updated', ...said } as const;
	const { run } = book.observe(key, key, updated, rules);
	book.begin(key, run!.id);
	expect(storedAgain(book).get(key)?.tried).toMatchObject({ event: 'appointment.updated' });
	book.end(key, run!.id, 'undone');
	expect(book.isUnsaved).toBe(true);
	expect(storedAgain(book).get(key)).toBeUndefined();
});

test('after a kill, a list that lagged is not taken for later than the run that was interrupted', () => {
	const lagging = { ...rules, lagMs: 60_000 };
	const data = appointment(1, { status: 'PENDING' });
	const key = comparableKey(data.appointment_key)!;
	const said = { by: 'delivery', event: 'appointment.updated', receivedAt: NOON } as const;
	const pending = { ...said, state: stateOf(data), at: NOON };
	const killed = new Book();
	killed.observe(key, key, pending, lagging);
	const former = { by: 'record', state: stateOf(appointment(1)), at: NOON + 1_000 } as const;
	killed.observe(key, key, former, lagging);
	const book = storedAgain(killed);
	expect(book.missingFrom(new Set())).toHaveLength(1);
	const { run } = book.observe(key, key, pending, lagging);
	book.end(key, run!.id, 'counts');
	const noShow = stateOf(appointment(1, { status: 'NO_SHOW' }));
	const next = { by: 'list', state: noShow, at: NOON + 90_000 } as const;
	expect(book.observe(key, key, next, lagging).run?.previous).toEqual(stateOf(data));
});

test('in queue mode, what another main process has begun to report stays so until its run has ended', () => {
	const data = appointment(1, { status: 'PENDING' });
	const key = comparableKey(data.appointment_key)!;
	const listed = { by: 'list', state: stateOf(data), at: NOON } as const;
	const former = new Book();
	former.setElsewhere(true);
	list(former, appointment(1), NOON - 3_600_000);
	former.begin(key, former.observe(key, key, listed, rules).run!.id);
	const book = storedAgain(former);
	const { run } = book.observe(key, key, { ...listed, at: NOON + 60_000 }, rules);
	book.end(key, run!.id, 'undone');
	const said = { event: 'appointment.updated', state: stateOf(data), at: NOON - 1 };
	const late = { by: 'delivery', ...said, receivedAt: NOON + 90_000 } as const;
	expect(book.observe(key, key, late, rules).action).toBe('again');
	book.markReported(key, run!, NOON);
	expect(book.observe(key, key, late, rules).action).toBe('duplicate');
});

describe('what is stored has a bound, whatever a stranger or the service sends', () => {
	test.each(['appointment_key', 'start_date', 'status', 'search_code', 'calendar', 'person'])(
		'a million characters in %s',
		(field) => {
			const book = new Book();
			for (const value of [HUGE, { deep: HUGE }, [HUGE]]) {
				deliver(book, appointment(1, { [field]: value }), HUGE);
				list(book, appointment(2, { [field]: value }));
				deliver(book, appointment(2, { [field]: value }));
				list(book, appointment(3, { [field]: value }), NOON, 'list');
			}
			expect(sizeOf(book)).toBeLessThan(3_000);
		},
	);

	test('a usual row takes at most 200 bytes, a listed one at most 100', () => {
		const book = new Book();
		for (let nth = 0; nth < 100; nth += 1) list(book, appointment(nth));
		expect(sizeOf(book) / 100).toBeLessThan(100);
		for (let nth = 0; nth < 100; nth += 1) {
			for (const [minute, status] of ['PENDING_COMPANIONS', 'CANCELED_CLIENT'].entries()) {
				list(book, appointment(nth, { status }), NOON + minute * 60_000, 'list');
				deliver(book, appointment(nth, { status: 'CONFIRMED' }), undefined, NOON + minute * 60_000);
			}
		}
		expect(sizeOf(book) / 100).toBeLessThan(200);
	});

	test('limits unlisted appointments: the oldest is dropped first, and none replaces a listed one', () => {
		const book = new Book();
		list(book, appointment(0));
		for (let nth = 1; nth <= MOST_STRANGERS + 10; nth += 1) deliver(book, appointment(nth));
		expect(book.rows).toHaveLength(MOST_STRANGERS + 1);
		expect(book.get(comparableKey(uuid(0))!)).toBeDefined();
		expect(book.get(comparableKey(uuid(10))!)).toBeUndefined();
		expect(book.get(comparableKey(uuid(11))!)).toBeDefined();
	});

	test('forgets the most distant of too many appointments, does not report them as new, and counts no unlisted ones', () => {
		const book = new Book();
		const at = (nth: number) => new Date(NOON + nth * 60_000).toISOString();
		for (let nth = 0; nth < MOST_LISTED + 5; nth += 1) {
			list(book, appointment(nth, { start_date: at(nth) }));
		}
		book.trim('utc');
		expect(book.rows).toHaveLength(MOST_LISTED);
		expect(book.header.knownUpTo).toBe(NOON + MOST_LISTED * 60_000);
		book.trim('utc');
		expect(book.header.knownUpTo).toBeUndefined();
		for (let nth = 0; nth < MOST_STRANGERS; nth += 1) {
			deliver(book, appointment(-1 - nth, { appointment_key: `stranger-${nth}` }));
		}
		book.trim('utc');
		expect(book.rows).toHaveLength(MOST_LISTED + MOST_STRANGERS);
	});
});

test('what is stored is read again, with keys as the service writes them', () => {
	const book = new Book();
	list(book, appointment(1, { appointment_key: uuid(0xab).toUpperCase(), status: 'A. B%' }));
	list(book, appointment(2, { start_date: '2026-03-05T10:00:00' }));
	deliver(book, appointment(2, { status: 'NO_SHOW', start_date: '2026-03-05T10:00:00' }));
	list(book, appointment(3, { start_date: null, status: '' }), NOON, 'list');
	book.setHeader({ account: 'a', zone: 'Europe/Madrid', isRecorded: true });
	const again = storedAgain(book);
	expect(again.header).toEqual(book.header);
	const shown = ({ rows }: Book) =>
		rows.map(([key, { spelling, row, isListed }]) => {
			const { reported, seen, caught, late } = row;
			return JSON.parse(JSON.stringify({ key, spelling, isListed, reported, seen, caught, late }));
		});
	const byKey = (some: { key: string }, other: { key: string }) => (some.key < other.key ? -1 : 1);
	const clean = (book: Book) =>
		JSON.parse(JSON.stringify(shown(book).sort(byKey)).replaceAll(',"isListed":false}', '}'));
	expect(clean(again)).toEqual(clean(book));
	expect(again.get(comparableKey(uuid(0xab))!)?.seen?.status).toBe('A. B%');
});

test('of stored rows that were damaged, as much is read as there is', () => {
	const book = new Book();
	list(book, appointment(1));
	const { header, rows } = JSON.parse(JSON.stringify(book.toStored()));
	const damaged = ['', '{', '7', '{}', '[{}]', '["b",7]', '["c",[1,"x",2]]', '["d",["x"],[1e300]]'];
	const again = new Book();
	again.load({
		header: { ...header, number: 1 },
		rows: { listed: [rows.listed, ...damaged].join('\n'), strangers: 7 },
	});
	expect(again.get(comparableKey(uuid(1))!)?.seen).toMatchObject({ status: 'CONFIRMED' });
	expect(again.get(comparableKey('c')!)?.seen).toEqual({ at: 1 });
	expect(again.get(comparableKey('d')!)).toEqual({ runs: [] });
});

test('only what changes what is stored has to be saved', () => {
	const book = new Book();
	list(book, appointment(1));
	expect(book.isUnsaved).toBe(true);
	book.markSaved();
	list(book, appointment(1), NOON + 60_000, 'list');
	expect(book.isUnsaved).toBe(false);
	list(book, appointment(1, { status: 'PENDING' }), NOON + 60_000);
	expect(book.isUnsaved).toBe(true);
});

test('another process takes over what the owner has saved, except what it has received since', () => {
	const [owner, processor] = [new Book(), new Book()];
	list(owner, appointment(1));
	owner.header.listedAt = NOON;
	owner.markSaved();
	processor.load(owner.toStored());
	deliver(processor, appointment(1, { status: 'NO_SHOW' }), undefined, NOON + 5_000);
	list(owner, appointment(2));
	owner.markSaved();
	processor.load(owner.toStored());
	expect(processor.get(comparableKey(uuid(1))!)?.reported).toMatchObject({ status: 'NO_SHOW' });
	expect(processor.get(comparableKey(uuid(2))!)).toBeDefined();
});

test('in queue mode, the delivery of what a worker has reported instead of a creation is dropped', () => {
	const data = appointment(1, { status: 'PENDING' });
	const key = comparableKey(data.appointment_key)!;
	const state = stateOf(data);
	const book = new Book();
	book.setElsewhere(true);
	list(book, appointment(1));
	const { run } = book.observe(key, key, { by: 'list', state, at: NOON }, rules);
	book.begin(key, run!.id, 'appointment.attended');
	book.end(key, run!.id, 'counts');
	const said = { event: 'appointment.attended', state, at: NOON - 1, receivedAt: NOON + 1 };
	const { action } = storedAgain(book).observe(key, key, { by: 'delivery', ...said }, rules);
	expect(action).toBe('duplicate');
});
