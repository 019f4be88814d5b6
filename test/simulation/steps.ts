import fc from 'fast-check';

import type { AccountName, Circumstances, Options } from './circumstances';
import { ZONES } from './circumstances';
import { currentTime, DAY, HOUR, MINUTE, pass, SECOND } from './clock';
import type { Fault } from './service';
import type { World } from './world';

/** Not a divisor of what triggers wait, so that nothing happens in the same moment by chance. */
export const STEP_MS = 1_013;

/** How the service delivers what a step causes. */
export type Via = 'now' | 'later' | 'never' | 'twice';

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
	status: chosen(
		'CONFIRMED',
		'CONFIRMED',
		'PENDING',
		'PENDING',
		'ATTENDED',
		'CANCELED',
		'CANCELED_CLIENT',
	),
	via: chosen<Via>('now', 'now', 'now', 'now', 'later', 'never', 'never', 'twice'),
	/** How long something lasts. */
	ms: chosen(2, 5, 30, 70, 180, 1_200, 10_800).map((seconds) => seconds * SECOND),
	count: fc.integer({ min: 8, max: 30 }),
	fault: chosen<Fault>('unavailable', 'timeout', 'broken', 'slow', 'busy', 'lost', 'cut'),
	account: chosen<AccountName>('A', 'A', 'A2', 'B', 'C', 'none'),
	zone: chosen(...ZONES),
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
		const { events } = world.accountNow;
		const count = events.length;
		void change(world, step);
		world.notify(events.slice(count), step.via);
	};

/** n8n is down, or the workflow unpublished, for so long. */
const interrupted =
	(end: 'kill' | 'stop' | 'unpublish', begin: 'start' | 'publish'): Take =>
	async (world, step) => {
		await world[end]();
		for (const one of step.meanwhile) {
			await take(world, one);
			await pass(STEP_MS);
		}
		await pass(step.ms);
		await world[begin]();
	};

/** The values that each kind of step reads. */
const NEEDS: Record<keyof typeof KINDS, string> = {
	book: 'ahead calendar status via',
	move: 'which ahead via',
	shift: 'which hours via',
	mark: 'which status via',
	assign: 'which calendar via',
	edit: 'which via',
	delete: 'which',
	burst: 'count via',
	deliver: 'which count',
	forge: 'which count isSo',
	fault: 'fault isSo ms',
	narrow: 'ms',
	pass: 'ms',
	leap: 'count',
	slow: 'ms',
	refuse: 'ms',
	fail: 'ms',
	cancel: '',
	clock: 'hours',
	credential: 'account isSo',
	zone: 'zone',
	options: 'options',
	publish: '',
	loseWebhooks: 'isSo',
	kill: 'ms meanwhile',
	stop: 'ms meanwhile',
	unpublish: 'ms meanwhile',
	leader: '',
	killWorker: '',
};

const KINDS = {
	book: notified(({ accountNow }, { ahead, calendar, status }) =>
		accountNow.book(inSeconds(currentTime() + ahead), calendar, status),
	),
	move: notified(({ accountNow }, { which, ahead }) => {
		accountNow.change(which, () => ({ start: inSeconds(currentTime() + ahead) }));
	}),
	/** What people do most. */
	shift: notified(({ accountNow }, { which, hours }) =>
		accountNow.change(which, ({ start }) => ({ start: start + hours * HOUR })),
	),
	mark: notified(({ accountNow }, { which, status }) =>
		accountNow.change(which, () => ({ status })),
	),
	assign: notified(({ accountNow, around }, { which, calendar }) => {
		const isShown = around.dialect.lacksCalendar === 'none';
		accountNow.change(which, () => (isShown ? { calendar } : {}));
	}),
	edit: notified(({ accountNow }, { which }) =>
		accountNow.change(which, ({ note }) => ({ note: note + 1 })),
	),
	delete: ({ accountNow }, { which }) => accountNow.delete(which),
	/** Many bookings at once. */
	burst: notified(({ accountNow }, { count }) => {
		const start = inSeconds(currentTime() + DAY);
		for (let made = 0; made < count; made += 1) accountNow.book(start, 'c1', 'CONFIRMED');
	}),
	/** One of the events so far, late or again. */
	deliver: (world, { which, count }) => {
		world.send(world.deliveries[(which * count) % Math.max(1, world.deliveries.length)]);
	},
	/** A stranger sends what never happened, about this appointment or many that do not exist. */
	forge: (world, { which, count, isSo }) => world.forge(which, isSo ? 0 : 6 * (count - 8) ** 2),
	fault: (world, { fault, isSo: lists, ms }) => {
		world.service.fault = { fault, lists, until: currentTime() + ms };
		world.trouble(currentTime() + ms);
	},
	/** The token does not see a calendar for so long. */
	narrow: async (world, { ms }) => {
		const from = currentTime();
		world.service.hiddenCalendar = 'c1';
		world.trouble(currentTime() + ms);
		await pass(ms);
		world.service.hiddenCalendar = undefined;
		world.narrows.push({ from, until: currentTime() });
		world.trouble();
	},
	pass: async (_world, { ms }) => await pass(ms),
	leap: async (_world, { count }) => await pass(count * 6 * HOUR),
	/** The workflow takes so long after the trigger. */
	slow: ({ workflow }, { ms }) => void (workflow.weather.workMs = Math.min(ms, 2 * MINUTE)),
	/** n8n cannot create executions, or the workflow fails, for so long. */
	refuse: (world, { ms }) => {
		// n8n 1 tells a trigger nothing about what it could not create.
		if (world.around.version === 1) return;
		world.workflow.weather.refusesUntil = currentTime() + ms;
		world.trouble(currentTime() + ms);
	},
	fail: ({ workflow }, { ms }) => void (workflow.weather.failsUntil = currentTime() + ms),
	cancel: ({ workflow }) => workflow.cancel(),
	clock: (world, { hours }) => world.setClock((hours % 2) * 5 * MINUTE),
	credential: async (world, { account, isSo }) => {
		world.choose(account);
		if (isSo) await world.republish();
	},
	zone: (world, { zone }) => world.setZone(zone),
	/** Chosen from the options of the mix. */
	options: async (world, { options }) => {
		world.optionsNow = { ...world.optionsNow, ...options };
		await world.republish();
	},
	publish: async (world) => await world.republish(),
	/** The service has none of the webhooks any more, or two copies of each. */
	loseWebhooks: ({ accountNow }, { isSo }) => {
		accountNow.webhooks = (isSo ? [0, 1] : []).flatMap((nth) =>
			accountNow.webhooks.map((one) => ({ ...one, webhook_key: `${one.webhook_key}-${nth}` })),
		);
	},
	kill: interrupted('kill', 'start'),
	stop: interrupted('stop', 'start'),
	unpublish: interrupted('unpublish', 'publish'),
	/** Another main process leads from now on. */
	leader: async (world) => await world.changeLeader(),
	killWorker: ({ n8n }) => n8n.killWorker(),
} satisfies Record<string, Take>;

export type Step = { do: keyof typeof KINDS } & Partial<Values>;
export type Weights = Partial<Record<Step['do'], number>>;

export interface History {
	around: Circumstances;
	steps: Step[];
}

/** What happens in a step. */
export async function take(world: World, step: Step): Promise<void> {
	await (KINDS[step.do] as Take)(world, step as Step & Values);
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
	const of = (name: Step['do'], values: Record<string, fc.Arbitrary<unknown>>) => {
		const needed = NEEDS[name].split(' ').flatMap((need) => (need ? [[need, values[need]!]] : []));
		return fc.record({
			do: fc.constant(name),
			...Object.fromEntries(needed),
		}) as fc.Arbitrary<Step>;
	};
	const changes = (['book', 'shift', 'mark'] as const).map((name) => of(name, VALUES));
	const meanwhile = fc.array(fc.oneof(...changes), { maxLength: 2 });
	const weighted = Object.entries(weights).map(([name, weight]) => ({
		weight,
		arbitrary: of(name as Step['do'], { ...VALUES, options, meanwhile }),
	}));
	return fc.array(fc.oneof(...weighted), { maxLength: longest, size: 'max' });
}
