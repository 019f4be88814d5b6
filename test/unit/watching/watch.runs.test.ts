import { deepCopy, jsonStringify } from 'n8n-workflow';

import { Watch } from '../../../nodes/AppointmentScheduling/watching/watch';
import { confirmed, pending, saved, savedElsewhere } from './saves';

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
	expect(saved(watch, 'run')).toBeUndefined();
	const stored = watch.atEnd('run', confirmed);
	watch.adopt(savedElsewhere('other'));
	JSON.stringify(stored);
	watch.adopt(savedElsewhere('another'));

	expect(watch.get('run')).toEqual(confirmed);
	expect(saved(watch, 'run')).toEqual(confirmed);
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

test('runs of one appointment that end out of order leave the state of the later event', () => {
	const watch = new Watch();
	watch.record([]);
	watch.begin('a', confirmed, 1_000);
	watch.begin('a', pending, 2_000);
	watch.end('a', pending);
	watch.end('a', confirmed);

	expect(watch.get('a')).toEqual(pending);
	expect(saved(watch, 'a')).toEqual(pending);
	expect([watch.isLate('a', 1_000), watch.isLate('a', 2_000)]).toEqual([true, false]);
});

test('a state that needs no run leaves a run in progress unsaved until that ends', () => {
	for (const noted of [confirmed, { ...confirmed, start: 1 }]) {
		const watch = new Watch();
		watch.record([['a', pending]]);
		watch.begin('a', confirmed);
		watch.note('a', noted);

		expect(watch.get('a')).toEqual(noted);
		expect(saved(watch, 'a')).toEqual(pending);
		watch.end('a', confirmed);
		expect(watch.get('a')).toEqual(noted);
		expect(saved(watch, 'a')).toEqual(confirmed);
		watch.note('a', noted);
		expect(saved(watch, 'a')).toEqual(noted);
	}
});

test('an event from the future does not make later ones late', () => {
	const watch = new Watch();
	watch.record([]);
	watch.begin('a', confirmed, Date.now() + 86_400_000);

	expect(watch.isLate('a', Date.now() + 1)).toBe(false);
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

test('a run has not ended when n8n copies static data in the middle of it, for a Code node', () => {
	const watch = new Watch();
	let ends = 0;
	const staticData = { watched: watch.atEnd('a', confirmed, () => (ends += 1)) };
	jsonStringify({ staticData }, { replaceCircularRefs: true });
	deepCopy(staticData);
	expect(watch.hasEnded('a', confirmed)).toBe(false);
	expect(ends).toBe(0);
	JSON.stringify(staticData);
	expect(watch.hasEnded('a', confirmed)).toBe(true);
	expect(ends).toBe(1);
});

test('what another process runs is known only for a while, and what has ended stays known', () => {
	jest.useFakeTimers();
	try {
		const watch = new Watch();
		watch.record([['a', pending]]);
		watch.begin('a', confirmed);
		watch.begin('b', confirmed);
		jest.advanceTimersByTime(1_000);
		watch.begin('c', confirmed);
		watch.release(1_000);
		expect(watch.get('a')).toEqual(confirmed);
		jest.advanceTimersByTime(1);
		watch.release(1_000);
		expect([watch.get('a'), watch.get('b'), watch.get('c')]).toEqual([
			pending,
			undefined,
			confirmed,
		]);
	} finally {
		jest.useRealTimers();
	}
});

test('what is learned replaces what was in progress here', () => {
	const watch = new Watch();
	watch.begin('a', pending);
	watch.learn('a', confirmed);
	expect(watch.get('a')).toEqual(confirmed);
	watch.adopt(savedElsewhere('b'));
	expect(watch.get('a')).toBeUndefined();
});
