import fc from 'fast-check';

import { MINUTE, SECOND } from './clock';
import { stepsOf, type Step, type Weights } from './steps';

export const KINDS = ['appointment.created', 'appointment.updated', 'appointment.canceled'];

/** What may be chosen, with what is more frequent more than once. A mix changes some of it. */
const ORDINARY = {
	/** What stays the same for a whole history. */
	around: {
		zone: ['America/Sao_Paulo', 'Europe/Madrid', 'Asia/Kathmandu'],
		triggers: ['webhook'] as Array<'webhook' | 'polling' | 'both'>,
		shape: ['samples', 'document', 'mixed'] as Array<'samples' | 'document' | 'mixed'>,
		order: ['start'] as Array<'start' | 'latestFirst' | 'unstable'>,
		pageSize: [100, 100, 3],
		/** How long a request takes, and how old what it shows may be, at most. */
		tookMs: [0, 200, 2 * SECOND],
		lagMs: [0, 0, 5 * SECOND],
		/** Requests a minute; 0 for any number. */
		quota: [0],
		/** How long the workflow takes after the trigger. */
		workMs: [0, 0, 10 * SECOND],
		pollMs: [MINUTE, 10 * MINUTE],
	},
	options: {
		events: [KINDS],
		/** '' for all. */
		calendar: [''],
		check: ['everyMinute', 'every5Minutes'],
		polled: ['created', 'rescheduled', 'statusChanged', 'canceled'],
		status: [[]] as string[][],
	},
};

type Choice = typeof ORDINARY;
type Chosen<C> = { [name in keyof C]: C[name] extends Array<infer T> ? T : never };
export type Options = Chosen<Choice['options']>;
export type Around = Chosen<Choice['around']> & { options: Options; seed: number };

export interface History {
	around: Around;
	steps: Step[];
}

/** Histories that have something in common, so that what is rare otherwise meets in them. */
interface Mix {
	around?: Partial<Choice['around']>;
	options?: Partial<Choice['options']>;
	/** Besides the ordinary ones. */
	steps: Weights;
}

const EVERYDAY: Weights = { book: 3, shift: 4, mark: 6, move: 2, edit: 1, deliver: 3, pass: 8 };
const LAGS = [5 * SECOND, 30 * SECOND, MINUTE - SECOND];

const MIXES = {
	deliveries: { steps: { burst: 1, assign: 2, loseWebhooks: 1, leap: 1 } },
	forgery: { steps: { forge: 8, pass: 2 } },
	restarts: {
		around: { workMs: [0, 2 * MINUTE] },
		steps: { kill: 5, stop: 3, publish: 2, unpublish: 2, burst: 2, cancel: 1 },
	},
	lists: {
		around: { lagMs: [0, ...LAGS], pageSize: [3, 5], order: ['start', 'unstable', 'latestFirst'] },
		steps: { burst: 2, kill: 1, assign: 1, pass: 4 },
	},
	quota: {
		around: { quota: [20, 60], pageSize: [3, 100], triggers: ['webhook', 'both'] },
		steps: { burst: 3, forge: 1, leap: 1 },
	},
	accounts: {
		around: { triggers: ['webhook', 'polling'] },
		steps: { account: 4, blind: 4, fault: 2, kill: 1 },
	},
	edits: {
		options: {
			events: [KINDS, KINDS.slice(0, 1), KINDS.slice(1), KINDS.slice(2)],
			calendar: ['', '', 'c1'],
		},
		steps: { options: 3, assign: 4, kill: 1 },
	},
	polls: {
		around: { triggers: ['polling'], lagMs: [0, ...LAGS], pageSize: [100, 3] },
		options: { status: [[], [], ['CONFIRMED']] },
		steps: { kill: 1, stop: 1, fault: 2, blind: 1, leap: 1, publish: 1, unpublish: 1, burst: 1 },
	},
	'polls and edits': {
		around: { triggers: ['polling'], pollMs: [MINUTE] },
		options: { polled: ['created'], calendar: ['', 'c1', 'c2'] },
		steps: { book: 9, options: 16, assign: 1, fault: 1 },
	},
} satisfies Record<string, Mix>;

export type MixName = keyof typeof MIXES;
export const MIX_NAMES = Object.keys(MIXES) as MixName[];

function oneOfEach<C extends Record<string, unknown[]>>(choices: C): fc.Arbitrary<Chosen<C>> {
	const all = Object.entries(choices).map(([name, values]) => [name, fc.constantFrom(...values)]);
	return fc.record(Object.fromEntries(all)) as fc.Arbitrary<Chosen<C>>;
}

/** Histories with at most so many steps. */
export function historiesOf(name: MixName, longest: number): fc.Arbitrary<History> {
	const { steps, around, options: chosen }: Mix = MIXES[name];
	const options = oneOfEach({ ...ORDINARY.options, ...chosen });
	const seed = fc.nat(2 ** 31 - 1);
	return fc.record({
		around: fc
			.tuple(oneOfEach({ ...ORDINARY.around, ...around }), options, seed)
			.map(([all, own, number]): Around => ({ ...all, options: own, seed: number })),
		steps: stepsOf({ ...EVERYDAY, ...steps }, options, longest),
	});
}
