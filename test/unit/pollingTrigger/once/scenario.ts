import fc from 'fast-check';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export interface State {
	/** ms since the epoch. */
	start: number;
	status: string;
}

export type Truth = ReadonlyMap<string, State>;

export interface Told {
	key: string;
	start: number;
	status: string;
	previous?: State;
	leadTime?: { value: number; unit: string };
}

/** A service with appointments, and a node that polls it. */
export interface Stage {
	book(key: string, state: State): void;
	move(key: string, start: number): void;
	setStatus(key: string, status: string): void;
	/** One poll; undefined where it failed. */
	poll(now: number, fails: boolean): Promise<Told[] | undefined>;
	/** Starts n8n anew: what it has not saved is lost. */
	restart(): void;
}

/** What a poll told, beside what was true at that moment. */
export interface Polled {
	at: number;
	told: Told[];
	truth: Truth;
	restarted: boolean;
}

export type Step = { wait: number } & (
	| { does: 'book'; ahead: number }
	| { does: 'move'; which: number; ahead: number }
	| { does: 'set'; which: number; status: string }
	| { does: 'poll'; fails: boolean }
	| { does: 'restart' }
);

const wait = fc.oneof(
	{ weight: 10, arbitrary: fc.constantFrom(0, 1, 999, SECOND, MINUTE, 15 * MINUTE) },
	{ weight: 4, arbitrary: fc.constantFrom(HOUR, 5 * HOUR) },
	{ weight: 1, arbitrary: fc.constantFrom(DAY, 3 * DAY) },
);
/** Often just what another wait or the lead time is, so that starts fall on boundaries. */
const ahead = fc
	.tuple(
		fc.constantFrom(0, MINUTE, 15 * MINUTE, HOUR, DAY, 3 * DAY, 9 * DAY),
		fc.constantFrom(-1, 0, 0, 1),
	)
	.map(([time, seconds]) => Math.max(0, time + seconds * SECOND));
const which = fc.nat({ max: 9 });
const status = fc.constantFrom('CONFIRMED', 'PENDING', 'NO_SHOW', 'ATTENDED');
const canceled = fc.constantFrom('CANCELED', 'CANCELED_CLIENT');

const step: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 3, arbitrary: fc.record({ wait, does: fc.constant('book' as const), ahead }) },
	{ weight: 4, arbitrary: fc.record({ wait, does: fc.constant('move' as const), which, ahead }) },
	{
		weight: 3,
		arbitrary: fc.record({
			wait,
			does: fc.constant('set' as const),
			which,
			status: fc.oneof(status, canceled),
		}),
	},
	{
		weight: 10,
		arbitrary: fc.record({
			wait,
			does: fc.constant('poll' as const),
			fails: fc.nat({ max: 4 }).map((die) => die === 0),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ wait, does: fc.constant('restart' as const) }) },
);

/** First some bookings and a poll, so that there is something to change. */
export const steps = (maxLength: number) =>
	fc
		.array(step, { minLength: 5, maxLength, size: 'max' })
		.map((all): Step[] => [...OPENING, ...all]);

const OPENING: Step[] = [
	{ wait: 0, does: 'book', ahead: HOUR },
	{ wait: 0, does: 'book', ahead: 3 * DAY },
	{ wait: 1, does: 'poll', fails: false },
];

const isCanceled = (text: string) => text.startsWith('CANCELED');

/**
 * Plays the steps. Appointments are booked and moved to what is still to come, never back to a
 * start that they had, never when they are long past, and a cancelled one remains so.
 */
export async function play(stage: Stage, all: Step[], begin: number): Promise<Polled[]> {
	const truth = new Map<string, State>();
	const starts = new Map<string, Set<number>>();
	const polls: Polled[] = [];
	let now = begin;
	let restarted = false;
	for (const next of all) {
		now += next.wait;
		const soonest = Math.ceil(now / SECOND) * SECOND;
		if (next.does === 'book') {
			const key = `key-${truth.size}`;
			const state = { start: soonest + next.ahead, status: 'CONFIRMED' };
			truth.set(key, state);
			starts.set(key, new Set([state.start]));
			stage.book(key, state);
		} else if (next.does === 'move' || next.does === 'set') {
			const [key, state] = [...truth][next.which % Math.max(1, truth.size)] ?? [];
			if (!key || !state || isCanceled(state.status) || state.start < now - 20 * HOUR) continue;
			if (next.does === 'set') {
				truth.set(key, { ...state, status: next.status });
				stage.setStatus(key, next.status);
			} else if (!starts.get(key)?.has(soonest + next.ahead)) {
				starts.get(key)?.add(soonest + next.ahead);
				truth.set(key, { ...state, start: soonest + next.ahead });
				stage.move(key, soonest + next.ahead);
			}
		} else if (next.does === 'restart') {
			stage.restart();
			restarted = true;
		} else {
			const told = await stage.poll(now, next.fails);
			if (!told) continue;
			polls.push({ at: now, told, truth: new Map(truth), restarted });
			restarted = false;
		}
	}
	return polls;
}
