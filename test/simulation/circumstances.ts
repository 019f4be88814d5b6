import fc from 'fast-check';

import { ATTENDED, CANCELED, CREATED, UPDATED, type Dialect } from './account';
import { HOUR, MINUTE, SECOND } from './clock';

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

export const chosen = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
export const options: fc.Arbitrary<Options> = fc.record({
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

const any: fc.Arbitrary<Circumstances> = fc.record({
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

/** In queue mode, n8n keeps the state of one trigger of a workflow. */
export const circumstances = any.map((around) => ({
	...around,
	hasWorkers: around.hasWorkers && around.triggers === 'webhook',
}));
