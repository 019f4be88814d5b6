import fc from 'fast-check';

import {
	keyOf,
	MOST_APPOINTMENTS,
	seenOf,
	Snapshot,
	type Seen,
} from '../../../nodes/AppointmentScheduling/watching/snapshot';

const ZONE = 'Europe/Madrid';

const key = fc.oneof(fc.uuid(), fc.string(), fc.constantFrom('__proto__', 'constructor', 'é', ''));
const start = fc.oneof(
	{ weight: 9, arbitrary: fc.nat({ max: 2 ** 31 - 1 }) },
	{ weight: 1, arbitrary: fc.constant(undefined) },
);
const seen: fc.Arbitrary<Seen> = fc.record({
	start,
	status: fc.oneof(fc.constantFrom('CONFIRMED', 'CANCELED', ''), fc.string()),
});

/** As n8n keeps it: as JSON in its database. */
const stored = (snapshot: Snapshot): unknown => JSON.parse(JSON.stringify(snapshot.toStored()));
const reread = (snapshot: Snapshot) => Snapshot.from(stored(snapshot))!;

type Step =
	| { does: 'set'; key: string; seen: Seen }
	| { does: 'delete'; key: string }
	| { does: 'forget'; before: number }
	| { does: 'store' };

const step: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 6, arbitrary: fc.record({ does: fc.constant('set' as const), key, seen }) },
	{ weight: 2, arbitrary: fc.record({ does: fc.constant('delete' as const), key }) },
	{
		weight: 1,
		arbitrary: fc.record({ does: fc.constant('forget' as const), before: fc.nat(36 ** 7) }),
	},
	{ weight: 1, arbitrary: fc.record({ does: fc.constant('store' as const) }) },
);

test('behaves like a map whose keys have no case, stored and read at any moment', () => {
	const property = fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
		const model = new Map<string, Seen>();
		let snapshot = new Snapshot();
		for (const next of steps) {
			if (next.does === 'set') {
				model.set(next.key.toLowerCase(), next.seen);
				snapshot.set(next.key, next.seen);
			} else if (next.does === 'delete') {
				model.delete(next.key.toLowerCase());
				snapshot.delete(next.key.toUpperCase().toLowerCase());
			} else if (next.does === 'forget') {
				for (const [known, { start: at }] of [...model]) {
					if (at !== undefined && at < next.before) model.delete(known);
				}
				snapshot.forgetBefore(next.before);
			} else snapshot = reread(snapshot);
		}
		expect(snapshot.size).toBe(model.size);
		for (const [known, expected] of model) expect(snapshot.get(known)).toEqual(expected);
	});
	fc.assert(property, { numRuns: 300 });
});

test('takes 19 characters per appointment, and stores each status once', () => {
	const snapshot = new Snapshot();
	for (let index = 0; index < 1_000; index += 1) {
		const status = index % 2 ? 'CONFIRMED' : '__proto__';
		snapshot.set(`key-${index}`, { start: 29_700_000 + index, status });
	}
	expect(JSON.stringify(stored(snapshot)).length).toBeLessThan(1_000 * 19 + 100);
	expect(reread(snapshot).get('key-0')?.status).toBe('__proto__');
});

test('with too many appointments, drops the most distant ones and remembers that it did', () => {
	const snapshot = new Snapshot();
	snapshot.set('no start', { start: undefined, status: 'CONFIRMED' });
	const count = MOST_APPOINTMENTS + 10;
	for (let turn = 0; turn < count; turn += 1) {
		const index = (turn * 7) % count;
		snapshot.set(`key-${index}`, { start: 1_000 + index, status: 'CONFIRMED' });
	}
	const kept = reread(snapshot);
	expect(kept.size).toBe(MOST_APPOINTMENTS);
	expect(kept.get('no start')).toBeUndefined();
	expect(kept.get(`key-${count - 10}`)).toBeUndefined();
	expect(kept.get(`key-${count - 11}`)).toEqual({ start: 989 + count, status: 'CONFIRMED' });
	expect(kept.mayHaveDropped({ start: undefined, status: '' })).toBe(true);
	expect(kept.mayHaveDropped({ start: 990 + count, status: '' })).toBe(true);
	expect(kept.mayHaveDropped({ start: 989 + count, status: '' })).toBe(false);

	const whole = reread(new Snapshot());
	expect(whole.mayHaveDropped({ start: 36 ** 7, status: '' })).toBe(false);
	expect(whole.mayHaveDropped({ start: undefined, status: '' })).toBe(false);
});

test.each([
	undefined,
	'text',
	[],
	{ appointments: null },
	{ appointments: '' },
	{ appointments: { CONFIRMED: 'short' } },
	{ appointments: { CONFIRMED: 17 } },
])('%j is no snapshot', (value) => {
	expect(Snapshot.from(value)).toBeUndefined();
});

test('of an appointment keeps start and status, or what was known of them', () => {
	const seconds = Date.parse('2026-06-10T08:00:59Z') / 1000;
	const former = { start: 5, status: 'PENDING' };
	const start_date = '2026-06-10T10:00:59.9';
	expect(seenOf({ start_date, status: 'CONFIRMED' }, ZONE)).toEqual({
		start: seconds,
		status: 'CONFIRMED',
	});
	expect(seenOf({}, ZONE)).toEqual({ start: undefined, status: '' });
	expect(seenOf({ start_date: 'soon', status: null }, ZONE, former)).toEqual(former);
	expect(seenOf({ start_date, status: 3 }, ZONE, former)).toEqual({ start: seconds, status: '3' });
	expect(seenOf({ start_date: '1969-01-01T00:00:00Z' }, ZONE).start).toBeUndefined();
	expect(keyOf({ appointment_key: 17 })).toBe('17');
	expect(keyOf({})).toBeUndefined();
});
