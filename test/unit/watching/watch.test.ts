import { Snapshot } from '../../../nodes/AppointmentScheduling/watching/snapshot';
import { Watch } from '../../../nodes/AppointmentScheduling/watching/watch';

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
	watch.adopt(savedElsewhere('run'));

	expect(watch.get('run')).toEqual(pending);
});
