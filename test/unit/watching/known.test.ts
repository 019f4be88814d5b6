import { KnownAppointments } from '../../../nodes/AppointmentScheduling/watching/known';
import { Snapshot, type Seen } from '../../../nodes/AppointmentScheduling/watching/snapshot';

const at = (status: string): Seen => ({ start: 1_800_000_000, status });
const [PENDING, CONFIRMED, ATTENDED] = ['PENDING', 'CONFIRMED', 'ATTENDED'].map(at) as [
	Seen,
	Seen,
	Seen,
];
const header = { account: 'account', zone: 'Europe/Madrid' };

let known: KnownAppointments;
beforeEach(() => {
	known = new KnownAppointments();
	known.record(listed(['a', PENDING]), header, 1_000);
});

function listed(...entries: Array<[string, Seen]>): Snapshot {
	const snapshot = new Snapshot();
	for (const [key, seen] of entries) snapshot.set(key, seen);
	return snapshot;
}

/** What is known after n8n was killed. */
function restarted(): KnownAppointments {
	const next = new KnownAppointments();
	next.load(JSON.parse(JSON.stringify(known.toStored())));
	return next;
}
const saved = () => restarted().get('a');

test('until a run ends, n8n saves the state before it', () => {
	const run = known.begin('A', { ...CONFIRMED, at: 2_000 });
	expect(known.get('a')).toMatchObject(CONFIRMED);
	expect(saved()).toMatchObject(PENDING);
	known.end(run);
	expect(saved()).toMatchObject(CONFIRMED);
});

test('a new appointment is unknown to n8n until its run ends', () => {
	const run = known.begin('b', CONFIRMED);
	expect(restarted().get('b')).toBeUndefined();
	known.end(run);
	expect(restarted().get('b')).toMatchObject(CONFIRMED);
});

test.each([
	['in order', [0, 1], [CONFIRMED, ATTENDED]],
	['the later one first', [1, 0], [ATTENDED, ATTENDED]],
])('two runs of an appointment that end %s', (_order, ends, states) => {
	const runs = [known.begin('a', CONFIRMED), known.begin('a', ATTENDED)];
	for (const [step, index] of ends.entries()) {
		known.end(runs[index]!);
		expect(saved()).toMatchObject(states[step]!);
	}
	expect(known.get('a')).toMatchObject(ATTENDED);
});

test('what needs no run is saved once the run before it has ended', () => {
	const run = known.begin('a', CONFIRMED);
	known.note('a', ATTENDED);
	expect(saved()).toMatchObject(PENDING);
	known.end(run);
	expect(saved()).toMatchObject(ATTENDED);
});

test('a run that was not started leaves the former state, unless another is known since', () => {
	known.revert(known.begin('a', CONFIRMED));
	expect(known.get('a')).toMatchObject(PENDING);
	known.revert(known.begin('b', CONFIRMED));
	expect(known.get('b')).toBeUndefined();
	const run = known.begin('a', CONFIRMED);
	known.note('a', ATTENDED);
	known.revert(run);
	expect([known.get('a'), saved()]).toMatchObject([ATTENDED, ATTENDED]);
});

test('two runs about the same state that were both not started leave the state before them', () => {
	for (const isReversed of [false, true]) {
		const runs = [known.begin('a', { ...ATTENDED }), known.begin('a', { ...ATTENDED })];
		for (const run of isReversed ? runs.reverse() : runs) known.revert(run);
		expect(known.get('a')).toMatchObject(PENDING);
	}
});

test('an event is late if the known state is from a later one', () => {
	known.note('a', { ...CONFIRMED, at: 5_000 });
	expect([4_999, 5_000, undefined].map((time) => known.isLate('a', time))).toEqual([
		true,
		false,
		false,
	]);
});

test('after a restart, an event from before the last comparison is late, unless its appointment differed or was not listed', () => {
	for (const key of ['b', 'gone']) known.note(key, PENDING);
	const present = listed(['a', PENDING], ['B', CONFIRMED]);
	known.compared(1_000_000, known.snapshot.differingFrom(present));
	for (const then of [known, restarted()]) {
		expect([900_000, 999_000].map((at) => then.isLate('a', at))).toEqual([true, false]);
		expect(['b', 'gone', 'unknown'].map((key) => then.isLate(key, 1))).toEqual([
			false,
			false,
			false,
		]);
	}
});

test('what became known while the list was read stays', () => {
	known.note('a', { ...CONFIRMED, at: 3_000 });
	const run = known.begin('b', CONFIRMED);
	known.note('c', { ...CONFIRMED, at: 1_500 });
	known.record(listed(['a', PENDING], ['b', PENDING], ['c', PENDING]), header, 2_000);
	expect(['a', 'b', 'c'].map((key) => known.get(key))).toMatchObject([
		CONFIRMED,
		CONFIRMED,
		PENDING,
	]);
	known.end(run);
});

test('a process that loads again takes over only what was compared later', () => {
	const stored = known.toStored();
	known.compared(9_000, []);
	known.note('a', { ...CONFIRMED, at: 9_500 });
	known.load(stored);
	expect(known.get('a')).toMatchObject(CONFIRMED);
	known.load({ ...stored, comparedAt: 9_600 });
	expect(known.get('a')).toMatchObject(PENDING);
});

test('without a record of all appointments, the latest used 20,000 are remembered', () => {
	known.clear();
	for (let index = 0; index < 20_100; index += 1) {
		known.note(`key ${index}`, PENDING);
		known.note('kept', CONFIRMED);
	}
	expect(known.get('key 0')).toBeUndefined();
	expect(known.get('kept')).toMatchObject(CONFIRMED);
	expect(known.snapshot.size).toBe(20_000);
});

test('runs in progress are remembered, however many appointments follow', () => {
	const run = known.begin('a', CONFIRMED);
	for (let index = 0; index < 2_100; index += 1) known.note(`key ${index}`, { ...PENDING, at: 1 });
	expect(saved()).toMatchObject(PENDING);
	known.end(run);
	expect(saved()).toMatchObject(CONFIRMED);
});
