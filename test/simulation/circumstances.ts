import fc from 'fast-check';

import { CANCELED, CREATED, UPDATED, type Dialect } from './account';
import { HOUR, MINUTE, SECOND } from './clock';

/** `A2` is another token of the account A; `C` is at another host; nobody has the token of `none`. */
export type AccountName = 'A' | 'A2' | 'B' | 'C' | 'none';

export interface Options {
	events: string[];
	catchUp: 'off' | 'atStart' | 'everyMinute' | 'every5Minutes' | 'hourly';
	onlyWhenChanged: string[];
	status: string[];
	calendar: string;
	urlSecret: boolean;
	verify: boolean;
	whenFinished: boolean;
	deduplicate: boolean;
	polled: 'created' | 'rescheduled' | 'startsSoon' | 'statusChanged' | 'canceled' | 'ended';
	/** Besides 24 hours before the start, in hours. */
	moreLeadTimes: number[];
	skipShortNotice: boolean;
}

/** What stays the same for a whole history. */
export interface Circumstances {
	/** Decides what is random within a history. */
	seed: number;
	begin: number;
	dialect: Dialect;
	options: Options;
	serviceZone: string;
	/** 1: `done` of an execution that cannot be created is never settled. */
	version: 1 | 2;
	triggers: 'webhook' | 'webhook and polling' | 'two webhooks' | 'polling';
	/** Webhook processors and workers besides the main process. */
	hasWorkers: boolean;
	processors: 1 | 2;
	/** Executions in the main process at a time. */
	concurrency: number;
	pollMs: number;
	/** How long the workflow takes after the trigger, at first. */
	workMs: number;
	/** No appointment exists at first. */
	isEmpty: boolean;
}

export type Choices<T> = { [name in keyof T]: ReadonlyArray<T[name]> };

/** What may be chosen, with what is more frequent more than once. */
export interface Choice {
	around: Choices<Omit<Circumstances, 'seed' | 'dialect' | 'options'>>;
	dialect: Choices<Dialect>;
	options: Choices<Options>;
}

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

/** An ordinary service and n8n. A mix changes some of it. */
export const ORDINARY: Choice = {
	around: {
		begin: BEGINS,
		serviceZone: ZONES,
		version: [2, 2, 1],
		triggers: ['webhook'],
		hasWorkers: [false],
		processors: [1, 2],
		concurrency: [Infinity],
		pollMs: [MINUTE, 10 * MINUTE, HOUR],
		workMs: [0],
		isEmpty: [false],
	},
	dialect: {
		zone: ZONES,
		dates: ['offset', 'offset', 'utc', 'wallClock'],
		content: ['whole'],
		timestamps: ['true'],
		isUpperCase: [false],
		hides: ['nothing'],
		pageSize: [0, 0, 0, 3],
		aheadMs: [0, 0, -MINUTE, 90 * SECOND],
		hasDate: [true],
		lagMs: [0, 0, 5 * SECOND],
		tookMs: [0, 200, 2 * SECOND],
	},
	options: {
		events: [DOCUMENTED],
		catchUp: ['everyMinute', 'everyMinute', 'every5Minutes'],
		onlyWhenChanged: [[]],
		status: [[]],
		calendar: [''],
		urlSecret: [false, false, true],
		verify: [false],
		whenFinished: [false],
		deduplicate: [true],
		polled: ['created', 'rescheduled', 'startsSoon', 'statusChanged', 'canceled', 'ended'],
		moreLeadTimes: [[], [], [1], [1, 72]],
		skipShortNotice: [false, false, true],
	},
};

export type Changes = { [part in keyof Choice]?: Partial<Choice[part]> };

const oneOfEach = <T extends object>(choices: Choices<T>): fc.Arbitrary<T> =>
	fc.record(
		Object.fromEntries(
			Object.entries<readonly unknown[]>(choices).map(([name, values]) => [
				name,
				fc.constantFrom(...values),
			]),
		),
	) as unknown as fc.Arbitrary<T>;

export const optionsOf = (choice: Choice): fc.Arbitrary<Options> => oneOfEach(choice.options);

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

export const changed = (choice: Choice, { around, dialect, options }: Changes): Choice => ({
	around: { ...choice.around, ...around },
	dialect: { ...choice.dialect, ...dialect },
	options: { ...choice.options, ...options },
});
