import { ALL, CANCELED, CREATED, History, UPDATED, type Chosen } from './histories';

/** Every way in which these choices go together. */
function* all<T extends Record<string, readonly unknown[]>>(
	choices: T,
): Generator<{ [K in keyof T]: T[K][number] }> {
	const [[name, values], ...others] = Object.entries(choices) as [
		[string, unknown[]],
		...Array<[string, unknown[]]>,
	];
	for (const value of values) {
		if (others.length === 0) yield { [name]: value } as { [K in keyof T]: T[K][number] };
		else
			for (const rest of all(Object.fromEntries(others))) yield { [name]: value, ...rest } as never;
	}
}

const STATUSES = ['CONFIRMED', 'PENDING', 'CANCELED', 'ATTENDED'];
const kindOf = (status: string) => (status === 'CANCELED' ? CANCELED : UPDATED);

interface Change {
	at: number;
	status: string;
	/** Infinity if it gets lost. */
	deliveredAt: number;
}

/** Until when checks go on after the last change. */
const CHECKED_S = 400;

/** What an appointment that was recorded at 0 as CONFIRMED goes through. */
class Story {
	readonly history: History;
	private readonly shown: (at: number) => string;

	constructor(
		readonly changes: Change[],
		readonly chosen: Chosen,
		{ lag = 0, stamp = 'true', killAt = Infinity, runsFor = 0 },
	) {
		this.shown = (at) => changes.filter((change) => change.at <= at).at(-1)?.status ?? 'CONFIRMED';
		const { history } = { history: new History(chosen).record(0, this.stateAt(0)).save() };
		this.history = history;
		history.ending = undefined;
		const steps: Array<[second: number, step: () => void]> = [];
		const end = Math.max(...changes.map(({ at }) => at)) + CHECKED_S;
		for (const change of changes) {
			const { at, status, deliveredAt } = change;
			if (deliveredAt === Infinity) continue;
			const stamps = { true: at, none: undefined, old: at - 5_000, ahead: at + 7_200 };
			const sent = stamps[stamp as keyof typeof stamps];
			const deliver = () => {
				history.deliver(sent, kindOf(status), { start: 1, status }, deliveredAt);
				if (history.actions.at(-1) === 'again') steps.push([deliveredAt + 30, deliver]);
			};
			steps.push([deliveredAt, deliver]);
		}
		const check = (second: number) => () => {
			history.list(second, this.stateAt(second - ((second / 20) % 2 ? 0 : lag))).save();
			if (history.actions.at(-1) === 'wait') steps.push([second + 20, check(second + 20)]);
		};
		for (let second = 60; second <= end; second += 60) steps.push([second, check(second)]);
		steps.push([killAt, () => void (history.kill().ending = undefined)]);
		let now = 0;
		const ends: number[] = [];
		for (; steps.length > 0;) {
			steps.sort(([a], [b]) => a - b);
			const [second, step] = steps.shift()!;
			if (second === Infinity) break;
			now = second;
			while (ends[0] !== undefined && ends[0] <= now) {
				ends.shift();
				if (history.open.length > 0) history.end();
			}
			const before = history.runs.length;
			step();
			if (history.runs.length > before) ends.push(now + runsFor);
			if (runsFor === 0 && history.open.length > 0) history.end();
		}
	}

	get shows(): string {
		const { changes, chosen } = this;
		return JSON.stringify({ changes, chosen, runs: this.history.runs });
	}

	private stateAt(at: number) {
		return { start: 1, status: this.shown(at) };
	}
}

/** Every two changes, some seconds apart, delivered at once, late, or never. */
function* stories(
	more: Parameters<typeof all>[0],
): Generator<{ changes: Change[]; more: Record<string, never> }> {
	const delays = [1, 130, Infinity];
	for (const { first, second, gap, one, other, ...rest } of all({
		first: STATUSES.slice(1),
		second: STATUSES,
		gap: [3, 25, 200],
		one: delays,
		other: delays,
		...more,
	})) {
		if (first === second) continue;
		const at = 100 + Number(gap);
		const changes = [
			{ at: 100, status: String(first), deliveredAt: 100 + Number(one) },
			{ at, status: String(second), deliveredAt: at + Number(other) },
		];
		yield { changes, more: rest as never };
	}
}

const CHOICES: Chosen[] = [
	{ events: ALL },
	{ events: [CANCELED] },
	{ events: ALL, statuses: ['CONFIRMED', 'CANCELED'] },
	{ events: ALL, onlyWhenChanged: ['status'] },
];
const isChosen = ({ events, statuses }: Chosen, status: string) =>
	events.includes(kindOf(status)) && (statuses?.includes(status) ?? true);

test('every delivered change that is wanted runs, by its delivery or by a check', () => {
	const stamps = ['true', 'none', 'old', 'ahead'];
	for (const { changes, more } of stories({
		chosen: CHOICES,
		lag: [0, 55],
		stamp: stamps,
		runsFor: [0, 45],
	})) {
		const { chosen } = more as unknown as { chosen: Chosen };
		const story = new Story(changes, chosen, more);
		for (const { status, deliveredAt } of changes) {
			if (deliveredAt === Infinity || !isChosen(chosen, status)) continue;
			// As far as is known when it arrives, it changes nothing.
			if (chosen.onlyWhenChanged && status === 'CONFIRMED') continue;
			const isTold = story.history.runs.some((run) => run.status === status);
			if (!isTold) throw new Error(story.shows);
		}
	}
});

test('a check runs only what no delivery has reported', () => {
	for (const { changes, more } of stories({ chosen: CHOICES, lag: [0, 55], runsFor: [0, 45] })) {
		const { chosen } = more as unknown as { chosen: Chosen };
		const story = new Story(changes, chosen, more);
		for (const { status, at, isListed } of story.history.runs) {
			const isUndelivered = (change: Change) => change.status === status && change.deliveredAt > at;
			const isBack = status === 'CONFIRMED' && changes.every((change) => change.status !== status);
			if (isListed && (isBack || !changes.some(isUndelivered))) throw new Error(story.shows);
		}
	}
});

test('a change that a check has reported does not run again when its delivery is late', () => {
	for (const { changes, more } of stories({ chosen: CHOICES, lag: [0, 55] })) {
		const { chosen } = more as unknown as { chosen: Chosen };
		const story = new Story(changes, chosen, more);
		for (const { status } of changes) {
			const reported = story.history.runs.filter((run) => run.status === status);
			if (reported.length > 1) throw new Error(story.shows);
		}
	}
});

test('the last change runs within three checks even if its delivery gets lost, and after a kill', () => {
	const kills = [Infinity, 104, 150, 262, 290];
	for (const { changes, more } of stories({ chosen: CHOICES, killAt: kills, runsFor: [0, 45] })) {
		const { chosen } = more as unknown as { chosen: Chosen };
		const [first, last] = changes as [Change, Change];
		const isUndone = last.status === 'CONFIRMED' && first.deliveredAt > last.at;
		// A kill may undo what was reported in between.
		const { killAt = Infinity } = more as { killAt?: number };
		const isForgotten = last.status === 'CONFIRMED' && killAt < Infinity;
		if (isForgotten || isUndone || !isChosen(chosen, last.status)) continue;
		const story = new Story(changes, chosen, more);
		const isTold = story.history.runs.some((run) => run.status === last.status);
		if (!isTold) throw new Error(story.shows);
	}
});

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
