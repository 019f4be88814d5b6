import {
	GRACE_MS,
	observe,
	type Decision,
	type Rules,
} from '../../../../nodes/AppointmentScheduling/watching/former/observe';
import {
	LAG_MS,
	type Row,
	type Run,
} from '../../../../nodes/AppointmentScheduling/watching/former/row';
import { beginRun, endRun } from '../../../../nodes/AppointmentScheduling/watching/former/runs';
import { ALL, CANCELED, CREATED, rulesFor, UPDATED, type Chosen } from './histories';

/** How far an event is from its delivery, in ms; undefined if the service does not say. */
type Moment = number | undefined;
type Observation = { after: number; state: { start?: number; status?: string } } & (
	{ by: 'list' } | { by: 'delivery'; event: string; moment: Moment }
);
type Taken = Observation & { at: number; action?: Decision['action']; run?: Run };

const HOUR_MS = 3_600_000;
const [C, P, X] = ['CONFIRMED', 'PENDING', 'CANCELED'].map((status) => ({ start: 1, status }));
const STATES = [C!, P!, X!];
const eventOf = ({ status }: { status?: string }) => (status === 'CANCELED' ? CANCELED : UPDATED);
const [TRUE, OLD, AHEAD] = [0, -10 * HOUR_MS, 10 * HOUR_MS];
const delivery = (after: number, state: Observation['state'], moment: Moment = TRUE) =>
	({ by: 'delivery', after, state, event: eventOf(state), moment }) as const;
/** A list may show any state of the last minute, and a delivery any state at all. */
const OBSERVATIONS: Observation[] = [
	...[5_000, 25_000, 70_000].flatMap((after) => [
		...STATES.map((state) => ({ by: 'list', after, state }) as const),
		...[...STATES, {}].map((state) => delivery(after, state)),
		{ ...delivery(after, C!), event: CREATED },
	]),
	...[OLD, AHEAD, undefined].flatMap((moment) =>
		[...STATES, {}].map((state) => ({ ...delivery(5_000, state), moment })),
	),
];
const OPTIONS: Chosen[] = [ALL, [CREATED, CANCELED], [UPDATED]].flatMap((events) =>
	[undefined, ['CONFIRMED', 'CANCELED']].flatMap((statuses) =>
		[[], ['status' as const]].map((onlyWhenChanged) => ({ events, statuses, onlyWhenChanged })),
	),
);
const ENDINGS = ['counts', 'failed', undefined] as const;

/** What is known after some observations, as one branch of all that may follow. */
class Branch {
	constructor(
		readonly rules: Rules,
		readonly ending: (typeof ENDINGS)[number],
		readonly row: Row | undefined,
		readonly taken: Taken[],
		readonly now = 1_000_000_000,
	) {}

	take(observation: Observation): Branch {
		const now = this.now + observation.after;
		const decision = observe(
			this.row,
			observed(observation, now),
			this.rules,
			this.taken.length + 1,
		);
		this.check(observation, now, decision);
		const { run } = decision;
		let { row } = decision;
		if (run) row = beginRun(row, run.id, this.rules.agreement).row;
		if (run && this.ending) row = endRun(row, run.id, this.ending);
		const taken = [...this.taken, { ...observation, at: now, action: decision.action, run }];
		return new Branch(this.rules, this.ending, row, taken, now);
	}

	/** Lists that show this state, and what runs of it. */
	listed(state: Observation['state'], gaps: number[]): { runs: Run[]; last: Branch } {
		const last = gaps.reduce(
			(branch: Branch, after) => branch.take({ by: 'list', after, state }),
			this,
		);
		const runs = last.taken.slice(this.taken.length).flatMap(({ run }) => run ?? []);
		return { runs, last };
	}

	knows({ status }: Observation['state']): boolean {
		return this.taken.some(({ state }) => state.status === status || state.status === undefined);
	}

	/** Whether the last observation is a creation after others: it says what was first. */
	get endsWithFirst(): boolean {
		const last = this.taken.at(-1);
		return this.taken.length > 1 && last?.by === 'delivery' && last.event === CREATED;
	}

	private check(observation: Observation, now: number, { action, run }: Decision): void {
		const { state, by } = observation;
		const fail = (promise: string): never => {
			const shown = JSON.stringify([...this.taken, observation], undefined, 1);
			throw new Error(`${promise}: ${shown} ${JSON.stringify({ action, run, row: this.row })}`);
		};
		const { previous } = run ?? {};
		if (previous && (previous.status === state.status || !this.knows(previous))) {
			fail('previous is a former state');
		}
		if (run && !this.rules.isWanted(run.event, undefined, run)) fail('only what was chosen runs');
		if (by === 'delivery') return this.checkDelivery(observation, now, action, fail);
		if (!run) return;
		const before = this.taken.at(-1);
		const lasts = this.taken.some(
			(one) => one.by === 'list' && one.state.status === state.status && one.at <= now - GRACE_MS,
		);
		if (!lasts) fail('a check reports what lasts for 20 seconds');
		const isTrue = before?.by === 'delivery' && before.moment === TRUE && !this.endsWithFirst;
		if (isTrue && before.state.status === state.status && this.ending !== 'failed') {
			fail('a check reports only what no delivery has said');
		}
		if (isTrue && now - before.at < LAG_MS) fail('a list may be a minute behind');
	}

	private checkDelivery(
		{ event, state, moment }: Observation & { by: 'delivery' },
		now: number,
		action: Decision['action'],
		fail: (promise: string) => never,
	): void {
		if (action === 'run' || !this.rules.isWanted(event, undefined, state)) return;
		const isReported = this.taken.some(
			({ run, at }) =>
				run?.listedAt !== undefined &&
				run.event === event &&
				// It is created only once.
				(event === CREATED ||
					((state.status === undefined || run.status === state.status) &&
						(moment === undefined ? now - at <= HOUR_MS : now + moment <= at))),
		);
		if (action !== 'none' && isReported) return;
		if (this.rules.isWanted(event, state, state) || !this.knows(state)) {
			fail('a delivered event runs, unless a check has reported it');
		}
	}
}

function observed(observation: Observation, at: number) {
	const { state } = observation;
	if (observation.by === 'list') return { by: 'list', state, at, isNews: true } as const;
	const { event, moment } = observation;
	const happenedAt = moment === undefined ? undefined : at + moment;
	return { by: 'delivery', event, state, at: happenedAt, receivedAt: at } as const;
}

/** The branches with any choice of options that begin with an appointment that is recorded, or unknown. */
const beginningsWith = (options: Chosen[]) =>
	options.flatMap((chosen) =>
		ENDINGS.flatMap((ending) => {
			const rules = rulesFor(chosen);
			const at = 1_000_000_000;
			const { row } = observe(undefined, { by: 'record', state: C!, at }, rules);
			const recorded = { by: 'list', after: 0, state: C!, at } as const;
			return [
				new Branch(rules, ending, undefined, []),
				new Branch(rules, ending, row, [recorded], at + HOUR_MS),
			];
		}),
	);
const BEGINNINGS = beginningsWith(OPTIONS);
/** With each option on and off, for what takes long. */
const FEW = beginningsWith(OPTIONS.filter((_chosen, nth) => [0, 1, 6, 9].includes(nth)));

function forEach(depth: number, judge: (branch: Branch) => void, from = BEGINNINGS): void {
	const walk = (branch: Branch, left: number) => {
		if (left === 0) return judge(branch);
		for (const observation of OBSERVATIONS) walk(branch.take(observation), left - 1);
	};
	for (const branch of from) walk(branch, depth);
}

test('whatever three observations say, in any order, runs only what was chosen, once, with a former state', () => {
	let count = 0;
	forEach(3, () => (count += 1));
	expect(count).toBe(BEGINNINGS.length * OBSERVATIONS.length ** 3);
});

const CHECKS = [61_000, 21_000, 60_000];

test('after any two observations, a state that lasts and nobody has heard of runs once within three checks', () => {
	forEach(2, (branch) => {
		const isUnknown = branch.taken.length === 2;
		for (const state of STATES) {
			if (isUnknown || branch.knows(state) || !branch.rules.isWanted(eventOf(state), C, state))
				continue;
			const { runs, last } = branch.listed(state, CHECKS);
			if (runs.length !== 1) throw new Error(JSON.stringify({ taken: last.taken, row: last.row }));
			expect(last.listed(state, [60_000, 60_000]).runs).toEqual([]);
		}
	});
});

/** The changes from a state that lists have shown for some minutes, after any so many observations. */
function forEachChange(
	depth: number,
	judge: (quiet: Branch, before: Observation['state'], state: Observation['state']) => void,
): void {
	forEach(
		depth,
		(branch) => {
			// What these runs are about is unclear until they end.
			const isUnclear = branch.taken.some(({ run }) => run?.isLate || (run && !run.status));
			if (isUnclear && branch.ending === undefined) return;
			for (const before of STATES) {
				const { last: quiet } = branch.listed(before, [...CHECKS, 60_000]);
				for (const state of STATES) judge(quiet, before, state);
			}
		},
		FEW,
	);
}

const reportsOf = (runs: Run[]): string =>
	runs.map(({ event, previous }) => `${event} ${previous?.status}`).join();

function expectReports({ taken, row, ending, rules }: Branch, runs: Run[], expected: string): void {
	if (reportsOf(runs) === expected) return;
	throw new Error(
		JSON.stringify({ expected, runs, ending, taken, row, only: rules.isWanted(UPDATED, C, C!) }),
	);
}

test('once lists agree, a change that they show runs once, and its late delivery does not', () => {
	forEachChange(2, (quiet, before, state) => {
		const { runs, last } = quiet.listed(state, [5_000, 21_000, 60_000, 60_000]);
		if (quiet.ending === 'failed') {
			if (runs.length > 1) expectReports(last, runs, 'at most one');
			return;
		}
		const isNew = state !== before && quiet.rules.isWanted(eventOf(state), before, state);
		expectReports(last, runs, isNew ? `${eventOf(state)} ${before.status}` : '');
		const [run] = runs;
		if (!run) return;
		const late = delivery(5_000, state, run.at - last.now - 10_000);
		const action = last.ending ? 'duplicate' : 'again';
		expect(last.take(late).take(late).taken.slice(-2)).toMatchObject([{ action }, { action }]);
		const untimed = { ...late, moment: undefined };
		const second = last.ending ? 'run' : 'again';
		expect(last.take(untimed).take(untimed).taken.at(-1)?.action).toBe(
			last.rules.isWanted(eventOf(state), state, state) ? second : last.ending ? 'none' : 'again',
		);
	});
});

test.each<[string, number, Moment]>([
	['now', 2, TRUE],
	['hours ago', 1, OLD],
	['in some hours', 1, AHEAD],
	['at an unknown time', 1, undefined],
])(
	'once lists agree, a change that is delivered as of %s runs once, though lists are a minute behind',
	(_when, depth, moment) => {
		forEachChange(depth, (quiet, before, state) => {
			const delivered = quiet.take(delivery(5_000, state, moment));
			const isWanted = quiet.rules.isWanted(eventOf(state), before, state);
			const { run } = delivered.taken.at(-1)!;
			if (quiet.ending !== 'failed' && moment === TRUE) {
				const previous = state === before ? undefined : before.status;
				expectReports(delivered, run ? [run] : [], isWanted ? `${eventOf(state)} ${previous}` : '');
			}
			const behind = delivered.listed(before, [5_000, 21_000, 25_000]);
			expectReports(behind.last, behind.runs, '');
			if (quiet.ending === 'failed') return;
			const { runs, last } = behind.last.listed(state, [...CHECKS, 60_000]);
			const all = [...(run ? [run] : []), ...runs];
			const isNew = isWanted && state !== before;
			if (all.length !== 1 && (isNew || all.length > 1)) expectReports(last, all, 'one run');
		});
	},
);
