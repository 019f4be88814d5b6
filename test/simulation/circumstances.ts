import fc from 'fast-check';

import { CANCELED, CREATED, UPDATED } from './account';
import { MINUTE, SECOND } from './clock';

/** `A2` is another token of the account A; `C` is at another host; nobody has the token of `none`. */
export type AccountName = 'A' | 'A2' | 'B' | 'C' | 'none';

export const ZONES = ['Europe/Madrid', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati'];
/** An ordinary day, and one or two days after clocks have changed in Madrid and New York. */
const BEGINS = [
	'2026-11-21T10:00:00Z',
	'2026-03-29T22:40:00Z',
	'2026-10-26T03:10:00Z',
	'2026-11-03T08:20:00Z',
].map((begin) => Date.parse(begin));

export const KINDS = [CREATED, UPDATED, CANCELED];

const among = <T>(...values: T[]): T[] => values;

/** An ordinary service and n8n: what may be chosen, with what is more frequent more than once. A mix changes some of it. */
const ORDINARY = {
	/** What stays the same for a whole history. */
	around: {
		begin: BEGINS,
		/** Of the credential; undefined for the right one. */
		wrongZone: among<string | undefined>(undefined),
		/** 1: no ids of executions, and `done` of what cannot be created is never settled. */
		version: among<1 | 2>(2, 2, 2, 1),
		triggers: among<'webhook' | 'webhook and polling' | 'two webhooks' | 'polling'>('webhook'),
		hasWorkers: among<boolean>(false),
		/** Another process gets the deliveries. */
		hasProcessors: among<boolean>(false),
		pollMs: [MINUTE, 10 * MINUTE],
		/** How long the workflow takes after the trigger, at first. */
		workMs: [0, 0, 10 * SECOND],
		/** It writes static data. */
		hasCode: among<boolean>(false),
		/** No appointment exists at first. */
		isEmpty: among<boolean>(false),
	},
	/** How one service differs from others. */
	dialect: {
		zone: ZONES,
		/** `mixed`: without an offset in lists, otherwise with one or, `mixedUtc`, in UTC. */
		dates: among<'offset' | 'utc' | 'wallClock' | 'mixed' | 'mixedUtc'>(
			'offset',
			'utc',
			'wallClock',
		),
		/** What lacks canceled appointments. */
		hides: among<'nothing' | 'lists' | 'lists and keys'>('nothing'),
		/** Which answers lack the calendar. */
		lacksCalendar: among<'none' | 'lists' | 'keys'>('none'),
		/** Entries per page; 0 for all in one. */
		pageSize: [0, 0, 3],
		pagesMove: among<boolean>(false),
		/** How old a list may be, and how long a request takes at most, in ms. */
		lagMs: [0, 0, 5 * SECOND],
		tookMs: [0, 200, 2 * SECOND],
	},
	options: {
		events: [KINDS],
		check: among<'everyMinute' | 'every5Minutes' | 'hourly'>('everyMinute', 'every5Minutes'),
		onlyWhenChanged: among<string[]>([]),
		status: among<string[]>([]),
		calendar: [''],
		urlSecret: [false, true],
		polled: among('created', 'rescheduled', 'statusChanged', 'canceled', 'startsSoon', 'ended'),
		/** Besides 24 hours before the start, in hours. */
		moreLeadTimes: among<number[]>([], [1], [1, 72]),
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

function oneOfEach<C extends Record<string, unknown[]>>(choices: C): fc.Arbitrary<Chosen<C>> {
	const all = Object.entries(choices);
	const arbitraries = all.map(([name, values]) => [name, fc.constantFrom(...values)]);
	return fc.record(Object.fromEntries(arbitraries)) as fc.Arbitrary<Chosen<C>>;
}

export const circumstancesOf = ({ around, dialect }: Changes, options: fc.Arbitrary<Options>) =>
	fc
		.tuple(
			oneOfEach({ ...ORDINARY.around, ...around }),
			oneOfEach({ ...ORDINARY.dialect, ...dialect }),
			options,
			fc.nat(2 ** 31 - 1),
		)
		.map(([all, own, chosen, seed]): Circumstances => ({
			...all,
			dialect: own,
			options: chosen,
			seed,
		}));

export const optionsOf = ({ options }: Changes): fc.Arbitrary<Options> =>
	oneOfEach({ ...ORDINARY.options, ...options });
