import fc from 'fast-check';

import { ZONES, type AccountName, type Circumstances, type Options } from './circumstances';
import { currentTime, DAY, HOUR, MINUTE, pass, SECOND } from './clock';
import type { Fault } from './service';
import type { World } from './world';

/** Not a divisor of what triggers wait, so that nothing happens in the same moment by chance. */
export const STEP_MS = 1_013;

/** How the service delivers what a step causes. `both`: two copies at once, to two processes. */
export type Via = 'now' | 'later' | 'never' | 'twice' | 'both';

type Values = Record<string, fc.Arbitrary<unknown>>;
type Chosen<V extends Values> = {
	[name in keyof V]: V[name] extends fc.Arbitrary<infer T> ? T : never;
};

/** What can happen: what is chosen at random for it, and what happens then. */
const kind = <V extends Values>(
	values: V,
	take: (world: World, step: Chosen<V>) => Promise<void> | void,
) => ({ values, take });

const chosen = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const which = fc.nat(30);
/** Often the same few appointments, which begin in some hours. */
const whose = fc.oneof(
	{ weight: 3, arbitrary: fc.integer({ min: 2, max: 3 }) },
	{ weight: 1, arbitrary: which },
);
const via = fc.oneof(
	{ weight: 5, arbitrary: fc.constant<Via>('now') },
	{ weight: 3, arbitrary: chosen<Via>('later', 'never') },
	{ weight: 1, arbitrary: chosen<Via>('twice', 'both') },
);
/** Of a start, in ms from now; some have begun. */
const ahead = fc
	.tuple(chosen(-50 * HOUR, -30 * HOUR, -2 * HOUR, HOUR, DAY, 3 * DAY, 40 * DAY), fc.nat(90))
	.map(([time, seconds]) => time + seconds * SECOND);
const calendar = chosen('c1', 'c2');
const status = fc.oneof(
	{ weight: 2, arbitrary: chosen('CONFIRMED', 'PENDING') },
	{
		weight: 3,
		arbitrary: chosen('CONFIRMED', 'PENDING', 'ATTENDED', 'NO_SHOW', 'IN_PROGRESS', 'CANCELED'),
	},
);
const ms = chosen(5 * SECOND, 30 * SECOND, 3 * MINUTE, 20 * MINUTE, 3 * HOUR);
const fault = chosen<Fault>('unavailable', 'timeout', 'broken', 'slow', 'busy', 'lost');
const inSeconds = (time: number): number => Math.floor(time / SECOND) * SECOND;

/** What happens to appointments; `which` chooses among several. */
const CHANGES = {
	book: kind({ ahead, calendar, status, via }, ({ accountNow }, step) =>
		accountNow.book(inSeconds(currentTime() + step.ahead), step.calendar, step.status),
	),
	move: kind({ which: whose, ahead, via }, ({ accountNow }, step) => {
		const start = inSeconds(currentTime() + step.ahead);
		accountNow.change(step.which, () => ({ start }));
	}),
	/** What people do most: an hour later. */
	shift: kind({ which: whose, hours: chosen(-2, -1, 1, 2), via }, ({ accountNow }, step) =>
		accountNow.change(step.which, ({ start }) => ({ start: start + step.hours * HOUR })),
	),
	mark: kind({ which: whose, status, via }, ({ accountNow }, step) =>
		accountNow.change(step.which, () => ({ status: step.status })),
	),
	edit: kind({ which: whose, via }, ({ accountNow }, step) =>
		accountNow.change(step.which, ({ note }) => ({ note: note + 1 })),
	),
};

type StepOf<Kinds extends Record<string, { values: Values }>> = {
	[name in keyof Kinds]: { do: name } & Chosen<Kinds[name]['values']>;
}[keyof Kinds];
type Change = StepOf<typeof CHANGES>;

const stepOf = <T>(name: string, values: Values): fc.Arbitrary<T> =>
	fc.record({ do: fc.constant(name), ...values }) as unknown as fc.Arbitrary<T>;
const change = (name: 'book' | 'move' | 'mark') => stepOf<Change>(name, CHANGES[name].values);
const changes = fc.array(fc.oneof(change('book'), change('move'), change('mark')), {
	maxLength: 2,
});

function takeChange(world: World, { do: name, ...step }: Change): void {
	const { accountNow } = world;
	const notified = accountNow.events.length;
	void CHANGES[name].take(world, step as never);
	world.notify(accountNow, accountNow.events.slice(notified), step.via);
}

/** n8n is down, or the workflow unpublished, for so long. */
const interrupted = (end: 'kill' | 'stop' | 'unpublish', begin: 'start' | 'publish') =>
	kind({ changes, ms }, async (world, step) => {
		await world[end]();
		for (const one of step.changes) {
			takeChange(world, one);
			await pass(STEP_MS);
		}
		await pass(step.ms);
		await world[begin]();
	});

const badWeather = (until: 'refusesUntil' | 'failsUntil') =>
	kind({ ms }, ({ workflow: { weather }, facts }, step) => {
		weather[until] = currentTime() + step.ms;
		facts.disturb(weather[until]);
	});

const OTHERS = {
	delete: kind({ which: whose }, ({ accountNow }, step) => accountNow.delete(step.which)),
	/** Many bookings at once, which the service delivers once. */
	burst: kind({ count: fc.integer({ min: 12, max: 30 }) }, (world, { count }) => {
		const { accountNow } = world;
		const start = inSeconds(currentTime() + DAY);
		for (let made = 0; made < count; made += 1) accountNow.book(start, 'c1', 'CONFIRMED');
		world.notify(accountNow, accountNow.events.slice(-count), 'now');
	}),
	/** One of the events so far, late or again. */
	deliver: kind({ which }, (world, step) => {
		const open = world.deliveries.filter(({ isLost }) => !isLost);
		world.send(open[step.which % Math.max(1, open.length)]);
	}),
	lose: kind({ which }, (world, step) => {
		const open = world.deliveries.filter(({ isAcknowledged }) => !isAcknowledged);
		const lost = open[step.which % Math.max(1, open.length)];
		if (lost) lost.isLost = true;
	}),
	fault: kind({ fault, lists: fc.boolean(), ms }, ({ service, facts }, step) => {
		const until = currentTime() + step.ms;
		service.fault = { fault: step.fault, lists: step.lists, until };
		facts.faults.push({ from: currentTime(), until });
		facts.disturb(until);
	}),
	pass: kind({ ms }, async (world, step) => await world.pass(step.ms)),
	leap: kind({ ms: chosen(DAY, 3 * DAY, 30 * DAY) }, async (world, step) => {
		await world.pass(step.ms);
	}),
	/** The workflow takes so long after the trigger. */
	slow: kind({ ms: chosen(0, 10 * SECOND, 2 * MINUTE) }, ({ workflow }, step) => {
		workflow.weather.workMs = step.ms;
	}),
	/** n8n cannot create executions, or the workflow fails, for so long. */
	refuse: badWeather('refusesUntil'),
	fail: badWeather('failsUntil'),
	/** n8n's clock is wrong by so much. */
	clock: kind({ ms: chosen(0, -5 * MINUTE, 5 * MINUTE) }, (world, step) => world.setClock(step.ms)),
	credential: kind(
		{ account: chosen<AccountName>('A', 'A', 'A2', 'B', 'C', 'none'), isOther: fc.boolean() },
		async (world, { account, isOther }) => {
			world.choose(account, isOther);
			if (isOther && world.n8n.isPublished) await world.publish();
		},
	),
	zone: kind({ zone: chosen(...ZONES) }, (world, { zone }) => world.setZone(zone)),
	/** Chosen from the options of the mix. */
	options: kind({ options: fc.constant<Partial<Options>>({}) }, async (world, { options }) => {
		world.edit(options);
		if (world.n8n.isPublished) await world.publish();
	}),
	/** The service has none of the webhooks any more, or several copies of each. */
	loseWebhooks: kind({ copies: chosen(0, 0, 2) }, ({ accountNow, facts }, step) => {
		accountNow.webhooks = accountNow.webhooks.flatMap((one) =>
			Array.from({ length: step.copies }, (_, nth) => ({
				...one,
				webhook_key: `${one.webhook_key}-${nth}`,
			})),
		);
		facts.disturb();
	}),
	kill: interrupted('kill', 'start'),
	stop: interrupted('stop', 'start'),
	unpublish: interrupted('unpublish', 'publish'),
	/** Another main process leads from now on. */
	leader: kind({}, async (world) => await world.changeLeader()),
	killWorker: kind({}, ({ facts, n8n }) => {
		facts.disturb();
		n8n.killWorker();
	}),
	publish: kind({}, async (world) => await world.publish()),
	/** n8n gets another address. Meanwhile, the service may lose the webhooks. */
	moveN8n: kind({ loses: fc.boolean() }, async (world, { loses }) => {
		world.oracle.observe();
		world.facts.disturb();
		if (loses) world.accountNow.webhooks = [];
		world.workflow.publicUrl = 'https://moved.n8n.example/';
		await world.stop();
		await world.start();
	}),
	cancel: kind({}, ({ workflow }) => workflow.cancel()),
	retry: kind({}, ({ n8n }) => n8n.retry()),
};

export type Step = Change | StepOf<typeof OTHERS>;

export interface History {
	around: Circumstances;
	steps: Step[];
}

export type Weights = Partial<Record<Step['do'], number>>;

/** What happens in a step. */
export async function take(world: World, step: Step): Promise<void> {
	if (step.do in CHANGES) takeChange(world, step as Change);
	else await OTHERS[step.do as keyof typeof OTHERS].take(world, step as never);
}

const someOf = (all: Options): fc.Arbitrary<Partial<Options>> =>
	chosen(...(Object.keys(all) as Array<keyof Options>)).map((name) => ({ [name]: all[name] }));

/** @param weights how frequent each kind of step is, others absent */
export function stepsOf(
	weights: Weights,
	options: fc.Arbitrary<Options>,
	longest: number,
): fc.Arbitrary<Step[]> {
	const kinds: Record<string, { values: Values }> = { ...CHANGES, ...OTHERS };
	kinds.options = { values: { options: options.chain(someOf) } };
	const weighted = Object.entries(weights).map(([name, weight]) => ({
		weight,
		arbitrary: stepOf<Step>(name, kinds[name]!.values),
	}));
	return fc.array(fc.oneof(...weighted), { maxLength: longest, size: 'max' });
}
