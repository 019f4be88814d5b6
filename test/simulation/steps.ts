import fc from 'fast-check';

import { ZONES, type AccountName, type Circumstances, type Options } from './circumstances';
import { DAY, HOUR, MINUTE, SECOND } from './clock';
import type { Fault } from './service';

/** How the service delivers what a step causes. `both`: two copies at once, to two processes. */
export type Via = 'now' | 'later' | 'never' | 'twice' | 'both';

/** What happens to appointments; `which` chooses among several. */
export type Change =
	| { do: 'book'; ahead: number; calendar: string; status: string; via: Via }
	| { do: 'move'; which: number; ahead: number; via: Via }
	/** What people do most: an hour later. */
	| { do: 'shift'; which: number; hours: number; via: Via }
	| { do: 'mark'; which: number; status: string; via: Via }
	| { do: 'edit'; which: number; via: Via };

/** What happens. */
export type Step =
	| Change
	| { do: 'delete'; which: number }
	/** Many bookings at once, which the service delivers once. */
	| { do: 'burst'; count: number }
	/** One of the events so far, late or again. */
	| { do: 'deliver' | 'lose'; which: number }
	| { do: 'fault'; fault: Fault; lists: boolean; ms: number }
	| { do: 'forge'; count: number }
	| { do: 'pass' | 'leap'; ms: number }
	/** The workflow takes so long after the trigger. */
	| { do: 'slow'; ms: number }
	/** n8n cannot create executions, or the workflow fails, for so long. */
	| { do: 'refuse' | 'fail'; ms: number }
	/** n8n's clock is wrong by so much. */
	| { do: 'clock'; ms: number }
	| { do: 'credential'; account: AccountName; isOther: boolean }
	| { do: 'zone'; zone: string }
	| { do: 'options'; options: Partial<Options> }
	/** n8n is down, or the workflow unpublished, for so long. */
	| { do: 'kill' | 'stop' | 'unpublish'; changes: Change[]; ms: number }
	/** n8n gets another address. Meanwhile, the service may lose the webhooks. */
	| { do: 'moveN8n'; loses: boolean }
	/** The service has none of the webhooks any more, or several copies of each. */
	| { do: 'loseWebhooks'; copies: number }
	/** `leader`: another main process leads from now on. */
	| { do: 'leader' | 'killWorker' | 'publish' | 'codeNode' | 'cancel' | 'retry' };

export interface History {
	around: Circumstances;
	steps: Step[];
}

export type Weights = Partial<Record<Step['do'], number>>;

const STATUSES = ['CONFIRMED', 'PENDING', 'ATTENDED', 'NO_SHOW', 'IN_PROGRESS', 'CANCELED'];
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
	{ weight: 3, arbitrary: chosen(...STATUSES) },
);
const ms = chosen(5 * SECOND, 30 * SECOND, 3 * MINUTE, 20 * MINUTE, 3 * HOUR);
const fault = chosen<Fault>('unavailable', 'timeout', 'broken', 'slow', 'busy', 'lost');

const step = (
	kind: Step['do'],
	values: Record<string, fc.Arbitrary<unknown>> = {},
): fc.Arbitrary<Step> =>
	fc.record({ do: fc.constant(kind), ...values }) as unknown as fc.Arbitrary<Step>;

const book = step('book', { ahead, calendar, status, via });
const move = step('move', { which: whose, ahead, via });
const shift = step('shift', { which: whose, hours: chosen(-2, -1, 1, 2), via });
const mark = step('mark', { which: whose, status, via });
const changes = fc.array(fc.oneof(book, move, mark), { maxLength: 2 }) as fc.Arbitrary<Change[]>;

const KINDS = (options: fc.Arbitrary<Options>): Record<Step['do'], fc.Arbitrary<Step>> => ({
	book,
	move,
	shift,
	mark,
	edit: step('edit', { which: whose, via }),
	delete: step('delete', { which: whose }),
	burst: step('burst', { count: fc.integer({ min: 12, max: 30 }) }),
	deliver: step('deliver', { which }),
	lose: step('lose', { which }),
	fault: step('fault', { fault, lists: fc.boolean(), ms }),
	forge: step('forge', { count: fc.integer({ min: 2, max: 10 }) }),
	pass: step('pass', { ms }),
	leap: step('leap', { ms: chosen(DAY, 3 * DAY, 30 * DAY) }),
	slow: step('slow', { ms: chosen(0, 10 * SECOND, 2 * MINUTE) }),
	refuse: step('refuse', { ms }),
	fail: step('fail', { ms }),
	clock: step('clock', { ms: chosen(0, -5 * MINUTE, 5 * MINUTE) }),
	credential: step('credential', {
		account: chosen<AccountName>('A', 'A', 'A2', 'B', 'C', 'none'),
		isOther: fc.boolean(),
	}),
	zone: step('zone', { zone: chosen(...ZONES) }),
	options: step('options', { options: options.chain(someOf) }),
	loseWebhooks: step('loseWebhooks', { copies: chosen(0, 0, 2) }),
	kill: step('kill', { changes, ms }),
	stop: step('stop', { changes, ms }),
	leader: step('leader'),
	killWorker: step('killWorker'),
	publish: step('publish'),
	unpublish: step('unpublish', { changes, ms }),
	moveN8n: step('moveN8n', { loses: fc.boolean() }),
	codeNode: step('codeNode'),
	cancel: step('cancel'),
	retry: step('retry'),
});

function someOf(all: Options): fc.Arbitrary<Partial<Options>> {
	return chosen(...(Object.keys(all) as Array<keyof Options>)).map((name) => ({
		[name]: all[name],
	}));
}

/** @param weights how frequent each kind of step is, others absent */
export function stepsOf(
	weights: Weights,
	options: fc.Arbitrary<Options>,
	longest: number,
): fc.Arbitrary<Step[]> {
	const kinds = KINDS(options);
	const weighted = Object.entries(weights).map(([kind, weight]) => ({
		weight,
		arbitrary: kinds[kind as Step['do']],
	}));
	return fc.array(fc.oneof(...weighted), { maxLength: longest, size: 'max' });
}
