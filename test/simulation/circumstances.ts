import fc from 'fast-check';

import { CANCELED, CREATED, UPDATED } from './account';
import { HOUR, MINUTE, SECOND } from './clock';

/** `A2` is another token of the account A; `C` is at another host; nobody has the token of `none`. */
export type AccountName = 'A' | 'A2' | 'B' | 'C' | 'none';

export const ZONES = ['Europe/Madrid', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati'];
/** An ordinary day, and one or two days after clocks have changed in Madrid and New York. */
const BEGINS = [
	'2026-11-21T10:00:00Z',
	'2026-03-29T22:40:00Z',
	'2026-10-26T03:10:00Z',
	'2026-10-27T03:10:00Z',
	'2026-11-03T08:20:00Z',
	'2026-03-09T09:20:00Z',
].map((begin) => Date.parse(begin));

export const DOCUMENTED = [CREATED, UPDATED, CANCELED];

const among = <T>(...values: T[]): T[] => values;

/** An ordinary service and n8n: what may be chosen, with what is more frequent more than once. A mix changes some of it. */
export const ORDINARY = {
	/** What stays the same for a whole history. */
	around: {
		begin: BEGINS,
		serviceZone: ZONES,
		/** 1: `done` of an execution that cannot be created is never settled. */
		version: [2, 2, 1],
		triggers: among<'webhook' | 'webhook and polling' | 'two webhooks' | 'polling'>('webhook'),
		/** Webhook processors and workers besides the main process. */
		hasWorkers: among<boolean>(false),
		processors: [1, 2],
		/** Executions in the main process at a time. */
		concurrency: [Infinity],
		pollMs: [MINUTE, 10 * MINUTE, HOUR],
		/** How long the workflow takes after the trigger, at first. */
		workMs: [0],
		/** No appointment exists at first. */
		isEmpty: among<boolean>(false),
	},
	/** How one service differs from others. */
	dialect: {
		zone: ZONES,
		/** `mixed`: lists without an offset, deliveries with one or, `mixedUtc`, in UTC. */
		dates: among<'offset' | 'utc' | 'wallClock' | 'mixed' | 'mixedUtc'>(
			'offset',
			'offset',
			'utc',
			'wallClock',
		),
		/** What it delivers besides the key, of other kinds than creations. */
		content: among<'whole' | 'changed' | 'none'>('whole'),
		/** `booking`: the time of the booking; `rewritten`: another one in each delivery. */
		timestamps: among<'true' | 'none' | 'booking' | 'rewritten' | 'days ahead'>('true'),
		isUpperCase: among<boolean>(false),
		/** What lacks canceled appointments. */
		hides: among<'nothing' | 'lists' | 'lists and keys'>('nothing'),
		/** Entries per page; 0 for all in one. */
		pageSize: [0, 0, 0, 3],
		/** By how many ms its clock is ahead of the true time. */
		aheadMs: [0, 0, -MINUTE, 90 * SECOND],
		hasDate: among<boolean>(true),
		/** How old a list may be, and how long a request takes at most, in ms. */
		lagMs: [0, 0, 5 * SECOND],
		tookMs: [0, 200, 2 * SECOND],
	},
	options: {
		events: [DOCUMENTED],
		catchUp: among<'off' | 'atStart' | 'everyMinute' | 'every5Minutes' | 'hourly'>(
			'everyMinute',
			'everyMinute',
			'every5Minutes',
		),
		onlyWhenChanged: among<string[]>([]),
		status: among<string[]>([]),
		calendar: [''],
		urlSecret: [false, false, true],
		verify: among<boolean>(false),
		whenFinished: among<boolean>(false),
		deduplicate: among<boolean>(true),
		polled: among('created', 'rescheduled', 'startsSoon', 'statusChanged', 'canceled', 'ended'),
		/** Besides 24 hours before the start, in hours. */
		moreLeadTimes: among<number[]>([], [], [1], [1, 72]),
		skipShortNotice: [false, false, true],
	},
};

type Choice = typeof ORDINARY;
/** One of each. */
type Chosen<Choices> = {
	[name in keyof Choices]: Choices[name] extends Array<infer T> ? T : never;
};
export type Dialect = Chosen<Choice['dialect']>;
export type Options = Chosen<Choice['options']>;
export type Circumstances = Chosen<Choice['around']> & {
	dialect: Dialect;
	options: Options;
	/** Decides what is random within a history. */
	seed: number;
};
export type Changes = { [part in keyof Choice]?: Partial<Choice[part]> };

export function oneOfEach<C extends Record<string, unknown[]>>(
	choices: C,
): fc.Arbitrary<Chosen<C>> {
	const all = Object.entries(choices);
	const arbitraries = all.map(([name, values]) => [name, fc.constantFrom(...values)]);
	return fc.record(Object.fromEntries(arbitraries)) as fc.Arbitrary<Chosen<C>>;
}

export const circumstancesOf = (choice: Choice): fc.Arbitrary<Circumstances> =>
	fc
		.tuple(
			oneOfEach(choice.around),
			oneOfEach(choice.dialect),
			oneOfEach(choice.options),
			fc.nat(2 ** 31 - 1),
		)
		.map(([around, dialect, options, seed]) => ({
			...around,
			// Mostly the right one.
			serviceZone:
				seed % 3 === 0 && dialect.dates !== 'mixedUtc' ? around.serviceZone : dialect.zone,
			// In queue mode, n8n keeps the state of one trigger of a workflow.
			hasWorkers: around.hasWorkers && around.triggers === 'webhook',
			// With Verify, only a timestamp tells the rules which event has run.
			dialect: options.verify ? { ...dialect, timestamps: 'true' as const } : dialect,
			options,
			seed,
		}));

export const changed = ({ around, dialect, options }: Changes): Choice => ({
	around: { ...ORDINARY.around, ...around },
	dialect: { ...ORDINARY.dialect, ...dialect },
	options: { ...ORDINARY.options, ...options },
});
