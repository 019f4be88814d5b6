import type { IDataObject } from 'n8n-workflow';

import { Snapshot } from '../../../nodes/AppointmentScheduling/watching/snapshot';
import { sameSeen, Watch, watchOf } from '../../../nodes/AppointmentScheduling/watching/watch';

const confirmed = { start: 29_000_000, status: 'CONFIRMED' };
const pending = { start: 29_000_000, status: 'PENDING' };

/** What another process, or this one long ago, has saved. */
const savedElsewhere = (key: string) => {
	const snapshot = new Snapshot();
	snapshot.set(key, pending);
	return { ...snapshot.toStored(), isComplete: true };
};

test('a state whose run is in progress stays known when an older save is read', () => {
	const watch = new Watch();
	watch.record([]);
	watch.begin('in progress', confirmed);
	watch.adopt(savedElsewhere('other'));

	expect(watch.get('in progress')).toEqual(confirmed);
	expect(watch.get('other')).toEqual(pending);
});

test('it stays known after the run has ended, and is saved only then', () => {
	const watch = new Watch();
	watch.record([]);
	watch.begin('run', confirmed);
	expect(Snapshot.from(watch.toStored(), 'utc')?.get('run')).toBeUndefined();
	const stored = watch.atEnd('run', confirmed);
	watch.adopt(savedElsewhere('other'));
	JSON.stringify(stored);
	watch.adopt(savedElsewhere('another'));

	expect(watch.get('run')).toEqual(confirmed);
	expect(Snapshot.from(watch.toStored(), 'utc')?.get('run')).toEqual(confirmed);
});

test('a run that was not started leaves the former state, also after a save is read', () => {
	const watch = new Watch();
	watch.record([['run', pending]]);
	watch.begin('run', confirmed);
	watch.revert('run', pending);

	expect(watch.get('run')).toEqual(pending);
	watch.adopt(savedElsewhere('run'));
	expect(watch.get('run')).toEqual(pending);
});

const saved = (watch: Watch, key: string) => Snapshot.from(watch.toStored(), 'utc')?.get(key);

test('a run that was not started leaves a new appointment unknown', () => {
	const watch = new Watch();
	watch.begin('new', confirmed);
	watch.revert('new', undefined);

	expect(watch.get('new')).toBeUndefined();
	watch.adopt(savedElsewhere('new'));
	expect(watch.get('new')).toEqual(pending);
});

test('the end of a run for another state leaves the run in progress known', () => {
	const watch = new Watch();
	watch.begin('run', confirmed);
	watch.end('run', pending);
	watch.adopt(savedElsewhere('other'));
	expect(watch.get('run')).toEqual(confirmed);

	watch.end('run', confirmed);
	watch.adopt(savedElsewhere('another'));
	expect(watch.get('run')).toEqual(confirmed);
	expect(saved(watch, 'run')).toEqual(confirmed);
});

test.each([[undefined], [null], ['text'], [{}], [{ appointments: 5 }], [{ appointments: '!' }]])(
	'%j in place of what was saved changes nothing',
	(stored) => {
		const watch = new Watch();
		watch.record([['a', pending]]);
		watch.adopt(stored);
		expect(watch.get('a')).toEqual(pending);
		expect(saved(watch, 'a')).toEqual(pending);
	},
);

test('what this process has written itself is not read again', () => {
	const watch = new Watch();
	watch.record([['a', pending]]);
	const own = watch.toStored();
	watch.prune(Infinity);
	watch.adopt(own);
	expect(watch.get('a')).toBeUndefined();
	for (let count = 0; count < 30; count += 1) watch.adopt(savedElsewhere(`other ${count}`));
	watch.adopt(own);
	expect(watch.get('a')).toEqual(pending);
});

test('its latest 2,000 entries win over what another process has written', () => {
	const watch = new Watch();
	for (let count = 0; count <= 2_000; count += 1) watch.end(`own ${count}`, confirmed);
	watch.adopt(savedElsewhere('own 0'));
	expect(watch.get('own 0')).toEqual(pending);
	expect(watch.get('own 1')).toEqual(confirmed);
	expect(watch.get('own 2000')).toEqual(confirmed);
});

test('is complete once all appointments were recorded, here or in another process', () => {
	const watch = new Watch();
	expect(watch.isComplete).toBe(false);
	watch.adopt({ ...savedElsewhere('a'), isComplete: false });
	expect(watch.isComplete).toBe(false);
	watch.adopt(savedElsewhere('b'));
	expect(watch.isComplete).toBe(true);
	expect(watch.toStored()).toMatchObject({ isComplete: true });
	watch.adopt({ ...savedElsewhere('c'), isComplete: false });
	expect(watch.isComplete).toBe(true);

	const recorded = new Watch();
	recorded.end('gone', confirmed);
	recorded.record([['a', pending]]);
	expect(recorded.isComplete).toBe(true);
	recorded.adopt(savedElsewhere('b'));
	expect([recorded.get('gone'), recorded.get('a')]).toEqual([undefined, undefined]);
});

test('prunes what is known and what is saved', () => {
	const watch = new Watch();
	watch.record([
		['early', { start: 10, status: '' }],
		['late', { start: 20, status: '' }],
	]);
	watch.prune(20);
	expect([watch.get('early'), saved(watch, 'early')]).toEqual([undefined, undefined]);
	expect([watch.get('late')?.start, saved(watch, 'late')?.start]).toEqual([20, 20]);
});

test('a check was after an event if it was at the same time or later', () => {
	const watch = new Watch();
	expect(watch.foundSince('a', 5)).toBeUndefined();
	watch.find('a', pending, 5);
	expect([4, 5, 6, undefined].map((at) => watch.foundSince('a', at))).toEqual([
		pending,
		pending,
		undefined,
		undefined,
	]);
	watch.unfind('a');
	expect(watch.foundSince('a', 5)).toBeUndefined();
});

test('two states are the same if start and status are', () => {
	expect(sameSeen(confirmed, { ...confirmed })).toBe(true);
	expect(sameSeen(confirmed, pending)).toBe(false);
	expect(sameSeen(confirmed, { ...confirmed, start: 1 })).toBe(false);
	expect(sameSeen(undefined, confirmed)).toBe(false);
});

test('each trigger node has its own', () => {
	expect(watchOf('w', 'n')).toBe(watchOf('w', 'n'));
	expect(watchOf('w', 'other')).not.toBe(watchOf('w', 'n'));
	expect(watchOf('other', 'n')).not.toBe(watchOf('w', 'n'));
});

/** As n8n keeps it: as JSON in its database. */
const stored = (watch: Watch) => JSON.parse(JSON.stringify(watch.toStored())) as IDataObject;

test('of two processes, the one whose state knew the other one has the later word', () => {
	const [one, other] = [new Watch(), new Watch()];
	one.record([]);
	one.begin('a', confirmed);
	one.end('a', confirmed);
	other.adopt(stored(one));
	other.begin('a', pending);
	other.end('a', pending);
	one.adopt(stored(other));

	expect(one.get('a')).toEqual(pending);
	expect(Snapshot.from(stored(one), 'utc')?.get('a')).toEqual(pending);
});

test('what another process has overwritten without knowing it is saved again', () => {
	const [one, other] = [new Watch(), new Watch()];
	one.record([]);
	other.adopt(stored(one));
	one.begin('a', confirmed);
	one.end('a', confirmed);
	other.begin('b', pending);
	other.end('b', pending);
	one.adopt(stored(other));

	expect([one.get('a'), one.get('b')]).toEqual([confirmed, pending]);
	expect(Snapshot.from(stored(one), 'utc')?.get('a')).toEqual(confirmed);
});

test('what a worker has ended gives way to what workers save later', () => {
	const [leader, worker] = [new Watch(), new Watch()];
	leader.record([]);
	worker.adopt(stored(leader));
	leader.learn('a', confirmed);
	worker.begin('a', pending);
	worker.end('a', pending);
	leader.adopt(stored(worker));

	expect(leader.get('a')).toEqual(pending);
});

test('what another process has dropped to save space is not new', () => {
	const watch = new Watch();
	watch.adopt({ ...savedElsewhere('a'), droppedUntil: 50 });

	for (const each of [watch, Snapshot.from(stored(watch), 'utc')!]) {
		expect(each.mayHaveDropped({ start: 50, status: '' })).toBe(true);
		expect(each.mayHaveDropped({ start: 51, status: '' })).toBe(false);
	}
});

test('processes take over from each other in turn', () => {
	const [one, other] = [new Watch(), new Watch()];
	one.record([]);
	for (const [index, state] of [confirmed, pending, confirmed, pending].entries()) {
		const [from, to] = index % 2 === 0 ? [one, other] : [other, one];
		from.begin('a', state);
		from.end('a', state);
		to.adopt(stored(from));
		expect([to.get('a'), saved(to, 'a')]).toEqual([state, state]);
	}
});

test('remembers what the latest 20 processes have ended', () => {
	let former = new Watch();
	for (let count = 0; count < 30; count += 1) {
		const next = new Watch();
		next.adopt(stored(former));
		next.end(`run ${count}`, confirmed);
		former = next;
	}
	expect(Object.keys(stored(former).writers as IDataObject)).toHaveLength(20);
});

test('the latest state is what a check has found since, or that of a later event', () => {
	const watch = new Watch();
	watch.begin('a', confirmed);
	expect(watch.latest('a')).toEqual(confirmed);
	watch.find('a', pending, 1_000);
	expect(watch.latest('a')).toEqual(pending);
	watch.begin('a', confirmed, 1_000);
	expect(watch.latest('a')).toEqual(confirmed);
	watch.find('a', pending, 1_001);
	expect(watch.latest('a')).toEqual(pending);
});

test('runs of one appointment that end out of order leave the state of the later event', () => {
	const watch = new Watch();
	watch.record([]);
	watch.begin('a', confirmed, 1_000);
	watch.begin('a', pending, 2_000);
	watch.end('a', pending);
	watch.end('a', confirmed);

	expect(watch.get('a')).toEqual(pending);
	expect(Snapshot.from(stored(watch), 'utc')?.get('a')).toEqual(pending);
	expect([watch.isLate('a', 1_000), watch.isLate('a', 2_000)]).toEqual([true, false]);
});

test('an event from the future does not make later ones late', () => {
	const watch = new Watch();
	watch.record([]);
	watch.begin('a', confirmed, Date.now() + 86_400_000);

	expect(watch.isLate('a', Date.now() + 1)).toBe(false);
});
