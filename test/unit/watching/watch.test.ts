import { sameSeen, Watch, watchOf } from '../../../nodes/AppointmentScheduling/watching/watch';
import { confirmed, pending, saved, savedElsewhere } from './saves';

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
