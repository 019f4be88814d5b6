import type { IDataObject } from 'n8n-workflow';

import { Snapshot } from '../../../nodes/AppointmentScheduling/watching/snapshot';
import { Watch } from '../../../nodes/AppointmentScheduling/watching/watch';
import { confirmed, pending, saved, savedElsewhere, stored } from './saves';

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
	expect(saved(one, 'a')).toEqual(pending);
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
	expect(saved(one, 'a')).toEqual(confirmed);
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

test('what another process has dropped to save space is not new', () => {
	const watch = new Watch();
	watch.adopt({ ...savedElsewhere('a'), droppedFrom: 50 });

	for (const each of [watch, Snapshot.from(stored(watch))!]) {
		expect(each.mayHaveDropped({ start: 50, status: '' })).toBe(true);
		expect(each.mayHaveDropped({ start: 49, status: '' })).toBe(false);
	}
});
