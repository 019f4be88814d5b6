import fc from 'fast-check';

import { ATTENDED, CANCELED, CREATED, UPDATED, type Dialect } from './account';
import type { Fault } from './service';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How the service delivers what a step causes. */
export type Via = 'now' | 'later' | 'never' | 'twice';

/** What happens; `which` chooses among several. */
export type Step =
	| { do: 'book'; ahead: number; calendar: string; status: string; via: Via }
	| { do: 'move'; which: number; ahead: number; via: Via }
	| { do: 'mark'; which: number; status: string; via: Via }
	| { do: 'edit'; which: number; via: Via }
	| { do: 'delete'; which: number }
	/** One of the events so far, late or again. */
	| { do: 'deliver' | 'lose'; which: number }
	| { do: 'fault'; fault: Fault; lists: boolean; ms: number }
	| { do: 'forge'; count: number }
	| { do: 'pass'; ms: number }
	| { do: 'slow'; ms: number }
	/** n8n cannot create executions, or the workflow fails, for so long. */
	| { do: 'refuse' | 'fail'; ms: number }
	| { do: 'credential'; account: AccountName; isOther: boolean }
	| { do: 'zone'; zone: string }
	| { do: 'options'; options: Partial<Options> }
	/** n8n is down, or the workflow unpublished, for so long. */
	| { do: 'kill' | 'unpublish'; ms: number }
	| {
			do: 'loseWebhooks' | 'restart' | 'killWorker' | 'publish' | 'listen' | 'moveN8n' | 'codeNode';
	  };

/** `A2` is another token of the account A; `C` is at another host. */
export type AccountName = 'A' | 'A2' | 'B' | 'C';

export interface Options {
	events: string[];
	catchUp: 'off' | 'atStart' | 'everyMinute' | 'every5Minutes' | 'every15Minutes' | 'hourly';
	onlyWhenChanged: string[];
	status: string[];
	calendar: string;
	urlSecret: boolean;
	verify: boolean;
	whenFinished: boolean;
	polled: 'created' | 'rescheduled' | 'startsSoon' | 'statusChanged';
}

/** What stays the same for a whole history. */
export interface Circumstances {
	begin: number;
	dialect: Dialect;
	options: Options;
	serviceZone: string;
	version: 1 | 2;
	triggers: 'webhook' | 'webhook and polling' | 'two webhooks' | 'polling';
	hasWorkers: boolean;
	pollMs: number;
}

export interface History {
	around: Circumstances;
	steps: Step[];
}

const ZONES = ['Europe/Madrid', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati'];
const STATUSES = ['CONFIRMED', 'PENDING', 'ATTENDED', 'NO_SHOW', 'IN_PROGRESS', 'CANCELED'];
/** An ordinary day, and days around the changes of clocks in Madrid and New York. */
const BEGINS = [
	'2026-11-21T10:00:00Z',
	'2026-03-29T22:40:00Z',
	'2026-10-26T03:10:00Z',
	'2026-03-09T09:20:00Z',
].map((begin) => Date.parse(begin));

const chosen = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const which = fc.nat(30);
const via = fc.oneof(
	{ weight: 5, arbitrary: fc.constant<Via>('now') },
	{ weight: 3, arbitrary: fc.constantFrom<Via>('later', 'never') },
	{ weight: 1, arbitrary: fc.constant<Via>('twice') },
);
/** Of a start, in ms from now; some have begun. */
const ahead = fc
	.tuple(
		fc.constantFrom(-50 * HOUR, -30 * HOUR, -2 * HOUR, HOUR, DAY, 3 * DAY, 40 * DAY),
		fc.nat(90),
	)
	.map(([time, seconds]) => time + seconds * SECOND);
const calendar = fc.constantFrom('c1', 'c2');
const status = fc.constantFrom(...STATUSES);
const only = <T extends Step['do']>(what: T) => fc.constant({ do: what });
const ms = fc.constantFrom(5 * SECOND, 30 * SECOND, 3 * MINUTE, 20 * MINUTE, 3 * HOUR);

const options: fc.Arbitrary<Options> = fc.record({
	events: fc.oneof(
		{ weight: 3, arbitrary: chosen([CREATED, UPDATED, CANCELED]) },
		{ weight: 1, arbitrary: chosen([CREATED, UPDATED, CANCELED, ATTENDED]) },
		{ weight: 1, arbitrary: chosen([CREATED], [UPDATED, ATTENDED], [CREATED, CANCELED]) },
	),
	catchUp: chosen('everyMinute', 'every5Minutes', 'hourly', 'everyMinute', 'off', 'atStart'),
	onlyWhenChanged: chosen<string[]>([], [], ['status'], ['start', 'status']),
	status: chosen<string[]>([], [], [], ['CONFIRMED'], ['CONFIRMED', 'ATTENDED']),
	calendar: chosen('', '', '', 'c1'),
	urlSecret: fc.boolean(),
	verify: chosen(false, false, false, true),
	whenFinished: chosen(false, false, true),
	polled: chosen('created', 'rescheduled', 'startsSoon', 'statusChanged'),
});

const circumstances: fc.Arbitrary<Circumstances> = fc.record({
	begin: chosen(...BEGINS),
	dialect: fc.record({
		zone: chosen(...ZONES),
		dates: chosen('offset', 'utc', 'wallClock'),
		content: chosen('whole', 'whole', 'changed', 'none'),
		hides: fc.boolean(),
		pageSize: chosen(0, 0, 0, 3),
		aheadMs: chosen(0, 0, -60 * SECOND, 90 * SECOND, -5 * MINUTE),
	}),
	options,
	serviceZone: chosen('', ...ZONES),
	version: chosen(1, 2),
	triggers: chosen(
		'webhook',
		'webhook',
		'webhook',
		'webhook and polling',
		'two webhooks',
		'polling',
	),
	hasWorkers: chosen(false, false, false, true),
	pollMs: chosen(MINUTE, 10 * MINUTE, HOUR),
});

/** How often something happens. */
const WEIGHTED: Array<[number, fc.Arbitrary<Step>]> = [
	[6, fc.record({ do: fc.constant('book'), ahead, calendar, status, via })],
	[6, fc.record({ do: fc.constant('move'), which, ahead, via })],
	[6, fc.record({ do: fc.constant('mark'), which, status, via })],
	[4, fc.record({ do: fc.constant('edit'), which, via })],
	[1, fc.record({ do: fc.constant('delete'), which })],
	[6, fc.record({ do: fc.constant('deliver'), which })],
	[2, fc.record({ do: fc.constant('lose'), which })],
	[
		2,
		fc.record({
			do: fc.constant('fault'),
			fault: fc.constantFrom<Fault>('unavailable', 'timeout', 'broken', 'slow'),
			lists: fc.boolean(),
			ms,
		}),
	],
	[1, fc.record({ do: fc.constant('forge'), count: fc.integer({ min: 2, max: 10 }) })],
	[9, fc.record({ do: fc.constant('pass'), ms })],
	[3, fc.record({ do: fc.constant('pass'), ms: fc.constantFrom(DAY, 3 * DAY, 30 * DAY) })],
	[2, fc.record({ do: fc.constant('slow'), ms: fc.constantFrom(0, 10 * SECOND, 2 * MINUTE) })],
	[1, fc.record({ do: fc.constantFrom('refuse', 'fail'), ms })],
	[
		1,
		fc.record({
			do: fc.constant('credential'),
			account: fc.constantFrom<AccountName>('A', 'A2', 'B', 'C'),
			isOther: fc.boolean(),
		}),
	],
	[1, fc.record({ do: fc.constant('zone'), zone: fc.constantFrom('', ...ZONES) })],
	[1, fc.record({ do: fc.constant('options'), options: options.chain(someOf) })],
	[1, only('loseWebhooks')],
	[3, fc.record({ do: fc.constant('kill'), ms })],
	[1, only('restart')],
	[1, only('killWorker')],
	[1, only('publish')],
	[1, fc.record({ do: fc.constant('unpublish'), ms })],
	[1, only('listen')],
	[1, only('moveN8n')],
	[1, only('codeNode')],
] as Array<[number, fc.Arbitrary<Step>]>;

function someOf(all: Options): fc.Arbitrary<Partial<Options>> {
	return fc
		.constantFrom(...(Object.keys(all) as Array<keyof Options>))
		.map((name) => ({ [name]: all[name] }));
}

const step = fc.oneof(...WEIGHTED.map(([weight, arbitrary]) => ({ weight, arbitrary })));

export const histories = (longest: number): fc.Arbitrary<History> =>
	fc.record({
		around: circumstances.map((around) => ({
			...around,
			// In queue mode, n8n keeps the state of one trigger of a workflow.
			hasWorkers: around.hasWorkers && around.triggers === 'webhook',
		})),
		steps: fc.array(step, { maxLength: longest, size: 'max' }),
	});
