import fc from 'fast-check';

import type { Status } from '../stand-in/appointments';
import { currentTime, DAY, HOUR, MINUTE, pass, SECOND } from './clock';
import type { Options } from './mixes';
import type { Fault } from './service';
import type { World } from './world';

/** Not a divisor of what triggers wait, so that nothing happens in the same moment by chance. */
export const STEP_MS = 1_013;

const inSeconds = (time: number): number => Math.floor(time / SECOND) * SECOND;
const chosen = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values);

/** What is chosen at random for a step. */
const VALUES = {
	/** Which appointment: often the same few, which begin in some hours. */
	which: fc.oneof({ weight: 3, arbitrary: chosen(2, 3) }, { weight: 1, arbitrary: fc.nat(30) }),
	/** Of a start, in ms from now; some have begun. */
	ahead: fc
		.tuple(chosen(-50, -30, -2, 1, 24, 24, 72, 960), fc.nat(90))
		.map(([hours, seconds]) => hours * HOUR + seconds * SECOND),
	hours: chosen(-1, 1, 2),
	calendar: chosen('c1', 'c1', 'c2'),
	status: chosen<Status>(
		...(['CONFIRMED', 'CONFIRMED', 'PENDING', 'PENDING', 'ATTENDED'] as const),
		...(['CANCELED', 'CANCELED_CLIENT', 'DECLINED'] as const),
	),
	/** How the service delivers what a step causes. */
	via: chosen('now', 'now', 'now', 'now', 'later', 'never', 'never', 'twice'),
	/** How long something lasts. */
	ms: chosen(2, 5, 30, 70, 180, 1_200, 7_200).map((seconds) => seconds * SECOND),
	count: fc.integer({ min: 5, max: 20 }),
	fault: chosen<Fault>('unavailable', 'timeout', 'broken', 'slow', 'busy'),
	account: chosen<'A' | 'renewed' | 'B' | 'none'>('A', 'renewed', 'renewed', 'B', 'none'),
	isSo: fc.boolean(),
};

type Values = {
	[name in keyof typeof VALUES]: (typeof VALUES)[name] extends fc.Arbitrary<infer T> ? T : never;
} & { options: Partial<Options>; meanwhile: Step[] };
type Take = (world: World, step: Values) => Promise<void> | void;

/** Something that happens to an appointment, and how the service delivers it. */
const notified =
	(change: Take): Take =>
	(world, step) => {
		const { events } = world.account;
		const count = events.length;
		void change(world, step);
		world.notify(events.slice(count), step.via);
	};

/** Something that stops, and what happens until it begins again. */
const interrupted =
	(end: 'kill' | 'stop' | 'unpublish', begin: 'start' | 'publish'): Take =>
	async (world, { ms, meanwhile }) => {
		await world[end]();
		for (const step of meanwhile) {
			await pass(STEP_MS);
			await take(world, step);
		}
		await pass(ms);
		await world[begin]();
	};

const CHANGES = {
	book: notified(({ account }, { ahead, calendar, status }) =>
		account.book(inSeconds(currentTime() + ahead), status, calendar),
	),
	move: notified(({ account }, { which, ahead }) =>
		account.change(which, () => ({ start: inSeconds(currentTime() + ahead) })),
	),
	/** What people do most. */
	shift: notified(({ account }, { which, hours }) =>
		account.change(which, ({ start }) => ({ start: start + hours * HOUR })),
	),
	mark: notified(({ account }, { which, status }) => account.change(which, () => ({ status }))),
	assign: notified(({ account }, { which, calendar }) =>
		account.change(which, () => ({ calendar })),
	),
	edit: notified(({ account }, { which }) => account.change(which, () => ({}))),
	/** Many bookings at once. */
	burst: notified(({ account }, { count }) => {
		const start = inSeconds(currentTime() + DAY);
		for (let made = 0; made < count; made += 1) account.book(start + made * MINUTE, 'CONFIRMED');
	}),
} satisfies Record<string, Take>;

const OTHERS = {
	/** One of the events so far, late or again. */
	deliver: (world, { which, count }) => world.redeliver(which * count),
	/** Somebody sends what never happened, about an appointment or many that do not exist. */
	forge: (world, { which, count, isSo }) => world.forge(which, isSo ? 0 : count * count),
	fault: (world, { fault, ms }) => {
		world.network.fault = { is: fault, until: currentTime() + ms };
		world.trouble(currentTime() + ms);
	},
	/** The token sees nothing for so long. */
	blind: async (world, { ms }) => {
		world.account.service.set({ blind: true });
		world.trouble(Infinity);
		await pass(ms);
		for (const { service } of world.accounts) service.set({ blind: false });
		world.endTroubles();
	},
	pass: async (_world, { ms }) => await pass(ms),
	leap: async (_world, { count }) => await pass(count * 2 * HOUR),
	cancel: ({ workflow }) => workflow.cancel(),
	account: (world, { account }) => world.choose(account),
	options: async (world, { options }) => {
		world.options = { ...world.options, ...options };
		await world.republish();
	},
	publish: async (world) => await world.republish(),
	loseWebhooks: ({ account }) => account.service.webhooks.clear(),
	kill: interrupted('kill', 'start'),
	stop: interrupted('stop', 'start'),
	unpublish: interrupted('unpublish', 'publish'),
} satisfies Record<string, Take>;

const KINDS: Record<string, Take> = { ...CHANGES, ...OTHERS };
export type Step = { do: keyof typeof CHANGES | keyof typeof OTHERS } & Partial<Values>;
export type Weights = Partial<Record<Step['do'], number>>;

/** What happens in a step. */
export async function take(world: World, step: Step): Promise<void> {
	await KINDS[step.do]!(world, step as Step & Values);
}

/** @param weights how frequent each kind of step is, others absent */
export function stepsOf(
	weights: Weights,
	all: fc.Arbitrary<Options>,
	longest: number,
): fc.Arbitrary<Step[]> {
	const options = fc.tuple(all, fc.nat(30)).map(([one, nth]) => {
		const entries = Object.entries(one);
		return Object.fromEntries([entries[nth % entries.length]!]);
	});
	const of = (name: string, more: Record<string, fc.Arbitrary<unknown>> = {}) =>
		fc.record({ do: fc.constant(name), ...VALUES, ...more }) as fc.Arbitrary<Step>;
	const meanwhile = fc.array(fc.oneof(of('book'), of('shift'), of('mark')), { maxLength: 2 });
	const weighted = Object.entries(weights).map(([name, weight]) => ({
		weight,
		arbitrary: of(name, { options, meanwhile }),
	}));
	return fc.array(fc.oneof(...weighted), { maxLength: longest, size: 'max' });
}
