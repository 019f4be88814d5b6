import fc from 'fast-check';

import {
	chosen,
	circumstances,
	options,
	ZONES,
	type AccountName,
	type Circumstances,
	type Options,
} from './circumstances';
import { DAY, HOUR, MINUTE, SECOND } from './clock';
import type { Fault } from './service';

/** How the service delivers what a step causes. */
export type Via = 'now' | 'later' | 'never' | 'twice';

/** What happens to appointments; `which` chooses among several. */
export type Change =
	| { do: 'book'; ahead: number; calendar: string; status: string; via: Via }
	| { do: 'move'; which: number; ahead: number; via: Via }
	| { do: 'mark'; which: number; status: string; via: Via }
	| { do: 'edit'; which: number; via: Via };

/** What happens. */
export type Step =
	| Change
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
	| { do: 'kill' | 'unpublish'; changes: Change[]; ms: number }
	/** n8n gets another address. Meanwhile, the service may lose the webhooks. */
	| { do: 'moveN8n'; loses: boolean }
	| { do: 'loseWebhooks' | 'restart' | 'killWorker' | 'publish' | 'codeNode' };

export interface History {
	around: Circumstances;
	steps: Step[];
}

const STATUSES = ['CONFIRMED', 'PENDING', 'ATTENDED', 'NO_SHOW', 'IN_PROGRESS', 'CANCELED'];
const which = fc.nat(30);
/** Often the same few appointments, which begin in some hours. */
const whose = fc.oneof(
	{ weight: 2, arbitrary: fc.integer({ min: 2, max: 4 }) },
	{ weight: 1, arbitrary: which },
);
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
const status = fc.oneof(
	{ weight: 2, arbitrary: chosen('CONFIRMED', 'PENDING') },
	{ weight: 3, arbitrary: chosen(...STATUSES) },
);
const only = <T extends Step['do']>(what: T) => fc.constant({ do: what });
const ms = fc.constantFrom(5 * SECOND, 30 * SECOND, 3 * MINUTE, 20 * MINUTE, 3 * HOUR);

const book = fc.record({ do: fc.constant('book' as const), ahead, calendar, status, via });
const move = fc.record({ do: fc.constant('move' as const), which: whose, ahead, via });
const mark = fc.record({ do: fc.constant('mark' as const), which: whose, status, via });
const edit = fc.record({ do: fc.constant('edit' as const), which: whose, via });
const changes = fc.array(fc.oneof(book, move, mark), { maxLength: 2 });

/** How often something happens. */
const WEIGHTED: Array<[number, fc.Arbitrary<Step>]> = [
	[6, book],
	[6, move],
	[6, mark],
	[4, edit],
	[1, fc.record({ do: fc.constant('delete'), which: whose })],
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
	[3, fc.record({ do: fc.constant('kill'), changes, ms })],
	[1, only('restart')],
	[1, only('killWorker')],
	[1, only('publish')],
	[1, fc.record({ do: fc.constant('unpublish'), changes, ms })],
	[1, fc.constant({ do: 'pass', ms: SECOND })],
	[1, fc.record({ do: fc.constant('moveN8n'), loses: fc.boolean() })],
	[1, only('codeNode')],
] as Array<[number, fc.Arbitrary<Step>]>;

function someOf(all: Options): fc.Arbitrary<Partial<Options>> {
	return fc
		.constantFrom(...(Object.keys(all) as Array<keyof Options>))
		.map((name) => ({ [name]: all[name] }));
}

/** Some kinds of steps are frequent in a history and others absent, so that rare ones meet. */
const mix = fc
	.tuple(...WEIGHTED.map(([weight]) => chosen(0, weight, weight, 5 * weight)))
	.map((weights) =>
		fc.oneof(
			{ weight: 1, arbitrary: fc.constant<Step>({ do: 'pass', ms: MINUTE }) },
			...WEIGHTED.map(([, arbitrary], at) => ({ weight: weights[at]!, arbitrary })),
		),
	);

export const histories = (longest: number): fc.Arbitrary<History> =>
	mix.chain((step) =>
		fc.record({
			around: circumstances,
			steps: fc.array(step, { maxLength: longest, size: 'max' }),
		}),
	);
