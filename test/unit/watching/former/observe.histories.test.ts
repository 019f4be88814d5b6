import { ALL, CANCELED, CREATED, History, UPDATED, type Chosen } from './histories';

const C = { start: 1, status: 'CONFIRMED' };
const P = { start: 1, status: 'PENDING' };
const X = { start: 1, status: 'CANCELED' };
const T = { start: 1, status: 'ATTENDED' };
const N = { start: 1, status: 'NO_SHOW' };
const ATTENDED = 'appointment.attended';

const all: Chosen = { events: ALL };
const statusOnly: Chosen = { events: [UPDATED], onlyWhenChanged: ['status'] };

/** Two checks a minute, 20 seconds apart, as a waiting difference makes them. */
function checks(history: History, from: number, to: number, state: typeof C): History {
	for (let second = from; second <= to; second += 60) {
		history.list(second, state).list(second + 20, state);
	}
	return history;
}

test.each<[string, Chosen, (history: History) => void, string]>([
	[
		'what changed while the workflow was not published does not run, however soon after a run',
		all,
		(h) => checks(h.deliver(10, UPDATED, P).record(40, C), 100, 300, C),
		'updated PENDING',
	],
	[
		'a change back to what the first check has recorded runs if a delivery came in between',
		all,
		(h) => checks(h.deliver(10, UPDATED, P).record(40, X).deliver(50, UPDATED, C), 120, 300, X),
		'updated PENDING, updated CONFIRMED<PENDING, canceled CANCELED<CONFIRMED*',
	],
	[
		'a change runs once although a clock was set back',
		all,
		(h) => checks(h.record(0, C).deliver(500, UPDATED, P).list(100, P), 200, 400, C),
		'updated PENDING<CONFIRMED, updated CONFIRMED<PENDING*',
	],
	[
		'a cancellation is one again if nothing else was known when its run was interrupted',
		all,
		(h) => {
			h.ending = undefined;
			h.deliver(1, CANCELED, X).save().kill().ending = 'counts';
			return checks(h, 75, 200, X);
		},
		'canceled CANCELED, canceled CANCELED*',
	],
	[
		'a booking runs that was interrupted before the first check',
		all,
		(h) => {
			h.ending = undefined;
			h.deliver(1, CREATED, C).save().kill().ending = 'counts';
			return checks(h.record(70, C), 75, 200, C);
		},
		'created CONFIRMED, created CONFIRMED*',
	],
	[
		'Only When Changed runs it even if its timestamp is some seconds after the list',
		statusOnly,
		(h) => h.list(60, C).deliver(63, UPDATED, C, 75),
		'updated CONFIRMED',
	],
	[
		'Only When Changed skips an edit of another field that is delivered late, and runs a late change',
		statusOnly,
		(h) => {
			checks(h.record(0, C), 60, 300, C);
			h.deliver(100, UPDATED, C, 400).deliver(110, UPDATED, P, 410);
		},
		'updated PENDING',
	],
	[
		'Only When Changed skips an edit of another field after a late delivery of the listed state',
		statusOnly,
		(h) =>
			h
				.record(60, C)
				.deliver(59, UPDATED, C, 120)
				.deliver(61, UPDATED, { ...C, start: 2 ** 22 }, 121),
		'updated CONFIRMED',
	],
	[
		'what the first check has shown during a run is known if the run fails',
		all,
		(h) => {
			h.ending = undefined;
			checks(h.deliver(60, UPDATED, P).record(61, P).end('undone'), 130, 250, P);
			h.deliver(60, UPDATED, P, 260);
		},
		'updated PENDING, updated PENDING',
	],
	[
		'with When Finished and Only When Changed, a redelivery runs long after the run of a check has failed',
		statusOnly,
		(h) => {
			h.record(0, C).ending = 'failed';
			checks(h.deliver(100, UPDATED, P), 180, 600, P).ending = 'counts';
			h.deliver(100, UPDATED, P, 700);
		},
		'updated PENDING<CONFIRMED, updated PENDING<CONFIRMED*, updated PENDING<CONFIRMED',
	],
	[
		'previous is the state of a late run that has ended while this one waited for its turn',
		all,
		(h) => {
			h.record(0, C).deliver(100, UPDATED, P).ending = undefined;
			h.isBusy = true;
			h.list(160, X).list(180, X).deliver(150, UPDATED, T, 190).deliver(155, CANCELED, X, 191);
			h.begin(0).begin(0).end().begin(0);
		},
		'updated PENDING<CONFIRMED, updated ATTENDED, canceled CANCELED<ATTENDED',
	],
	[
		'a run of a check ends if a later one begins first, which then knows nothing of it',
		all,
		(h) => {
			h.record(0, C).ending = undefined;
			h.isBusy = true;
			h.list(70, P).list(90, P).deliver(95, UPDATED, T).begin(1).begin(0);
		},
		'updated ATTENDED<CONFIRMED',
	],
	[
		'a run of a check ends if its state passes while it waits for its turn',
		all,
		(h) => {
			h.record(0, C).ending = undefined;
			h.isBusy = true;
			h.list(70, P).list(90, P).list(160, C).list(180, C).begin(0);
			h.deliver(200, UPDATED, T).begin(0);
		},
		'updated ATTENDED<CONFIRMED',
	],
	[
		'what the API still shows of an earlier event does not hide a later one',
		all,
		(h) => {
			h.record(0, C).deliver(100, UPDATED, T, 101, 'alike').deliver(99, UPDATED, P, 102, 'alike');
			return checks(h, 180, 300, T);
		},
		'updated ATTENDED<CONFIRMED, updated PENDING',
	],
	[
		'if the API shows another state than an event says, that is the latest one',
		all,
		(h) =>
			h
				.record(0, C)
				.deliver(100, UPDATED, T)
				.deliver(90, UPDATED, P, 104, 'other')
				.deliver(95, UPDATED, P, 105, 'alike'),
		'updated ATTENDED<CONFIRMED, updated PENDING<ATTENDED, updated PENDING',
	],
	[
		'another kind of event and a later one run after a check has reported the state',
		{ events: [...ALL, ATTENDED] },
		(h) => {
			h.record(0, C).list(70, T).list(90, T).deliver(60, UPDATED, T, 100);
			h.deliver(60, ATTENDED, T, 101).deliver(200, UPDATED, T);
		},
		'updated ATTENDED<CONFIRMED*, attended ATTENDED, updated ATTENDED',
	],
	[
		'without timestamps, one delivery of what a check has reported is late, the next one is new',
		all,
		(h) => {
			h.record(0, C).list(70, P).list(90, P);
			h.deliver(undefined, UPDATED, P, 100).deliver(undefined, UPDATED, P, 110);
		},
		'updated PENDING<CONFIRMED*, updated PENDING',
	],
	[
		'a kill during the run of an update with nothing but the key repeats it',
		all,
		(h) => {
			h.record(0, C).save().ending = undefined;
			h.deliver(100, UPDATED, {}).list(180, P).save().kill().ending = 'counts';
			checks(h, 300, 360, P);
		},
		'updated ?, updated PENDING<CONFIRMED*',
	],
	[
		'a kill during a run that the first check has found in progress makes what has changed since no new appointment',
		all,
		(h) => {
			h.ending = undefined;
			h.deliver(10, UPDATED, P).record(60, P).save().kill().ending = 'counts';
			checks(h, 300, 360, T);
		},
		'updated PENDING, updated ATTENDED*',
	],
	[
		'an event whose run ends n8n three times is not run a fourth time by a check',
		all,
		(h) => {
			h.record(0, C).save().ending = undefined;
			for (let start = 0; start < 6; start += 1) {
				checks(h, 200 + 1_000 * start, 200 + 1_000 * start, P)
					.save()
					.kill();
			}
		},
		Array(3).fill('updated PENDING<CONFIRMED*').join(', '),
	],
	[
		'after a late delivery, the state before the next one is unknown, also once n8n was killed',
		all,
		(h) => h.record(0, C).list(200, C).deliver(69, UPDATED, P, 210).kill().deliver(300, UPDATED, T),
		'updated PENDING, updated ATTENDED',
	],
	[
		'a late update runs if its state may have been a change when it happened',
		{ ...statusOnly, statuses: ['CONFIRMED'] },
		(h) => {
			h.record(0, P).deliver(100, UPDATED, C).deliver(200, UPDATED, N).deliver(400, CANCELED, X);
			h.deliver(300, UPDATED, C, 500);
		},
		'updated CONFIRMED<PENDING, updated CONFIRMED',
	],
	[
		'a creation is reported once, whatever state its late delivery shows',
		all,
		(h) => checks(h, 60, 60, P).deliver(50, CREATED, C, 300),
		'created PENDING*',
	],
	[
		'a creation that is delivered last was first',
		all,
		(h) =>
			checks(h.deliver(undefined, UPDATED, P, 10).deliver(undefined, CREATED, C, 20), 100, 300, P),
		'updated PENDING, created CONFIRMED',
	],
])('%s', (_promise, chosen, play, story) => {
	const history = new History(chosen);
	play(history);
	expect(history.story).toBe(story);
});
