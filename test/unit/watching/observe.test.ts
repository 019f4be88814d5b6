import { ALL, CANCELED, CREATED, History, UPDATED } from './histories';

describe('events whose timestamps are wrong by days, or missing, over a kill', () => {
	const DAY_S = 86_400;
	const now = 10 * DAY_S;
	const stamps = [0, -3 * DAY_S, 3 * DAY_S, undefined];
	const changes = [
		[CREATED, 'CONFIRMED'],
		[UPDATED, 'PENDING'],
		[CANCELED, 'CANCELED'],
	] as const;
	/** When n8n is killed, and how often a check runs the event after that. */
	const kills: Array<[when: string, kill: (history: History) => void, again: number]> = [
		['before anything was saved', (history) => history.kill(), 1],
		['during its run', (history) => history.save().kill(), 1],
		['after its run, which was not saved', (history) => history.save().endUnsaved().kill(), 1],
		['after its run', (history) => history.end().kill(), 0],
	];
	const lists = (history: History, from: number, status: string) => {
		for (let second = from; second <= from + 300; second += 30) {
			history.list(second, { start: 1, status }).save();
		}
	};

	test.each(
		changes.flatMap(([event, status]) =>
			stamps.flatMap((off) => kills.map((kill) => [event, status, off, ...kill] as const)),
		),
	)(
		'%s %s, %s s off, killed %s: it is neither lost nor run twice',
		(event, status, off, _when, kill, again) => {
			for (const isListedMeanwhile of [false, true]) {
				const history = new History({ events: ALL });
				if (event !== CREATED) history.record(now - 600, { start: 1, status: 'CONFIRMED' }).save();
				history.ending = undefined;
				const stamp = off === undefined ? undefined : now + off;
				history.deliver(stamp, event, { start: 1, status }, now);
				if (isListedMeanwhile) history.list(now + 90, { start: 1, status });
				kill(history);
				history.ending = 'counts';
				lists(history, now + 200, status);
				expect(history.runs.map((run) => run.event)).toEqual(Array(1 + again).fill(event));
			}
		},
	);
});
