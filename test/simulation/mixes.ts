import fc from 'fast-check';

import { ATTENDED, CANCELED, CREATED, UPDATED } from './account';
import { changed, circumstancesOf, DOCUMENTED, oneOfEach, type Changes } from './circumstances';
import { MINUTE, SECOND } from './clock';
import { stepsOf, type History, type Weights } from './steps';

/** Histories that have something in common, so that what is rare otherwise meets in them. */
interface Mix extends Changes {
	/** Besides the ordinary ones. */
	steps: Weights;
}

const EVERYDAY: Weights = { book: 4, move: 5, mark: 8, edit: 2, deliver: 5, lose: 1, pass: 8 };

const MIXES = {
	/** Long runs, and n8n is often killed. */
	kills: {
		around: { workMs: [10 * MINUTE, 10 * MINUTE, 2 * MINUTE, 0] },
		steps: { kill: 6, stop: 2, slow: 1, cancel: 1, retry: 1 },
	},
	'one kind of event': {
		options: {
			events: [[CREATED], [UPDATED], [CANCELED], [UPDATED, ATTENDED]],
			status: [[], [], ['CONFIRMED']],
		},
		steps: { kill: 2, stop: 2, mark: 12, pass: 12 },
	},
	'Only When Changed': {
		dialect: { dates: ['offset', 'utc', 'wallClock', 'mixedUtc'] },
		options: {
			onlyWhenChanged: [['status'], ['start'], ['start', 'status']],
			catchUp: ['off', 'everyMinute'],
			status: [[], [], ['CONFIRMED']],
		},
		steps: { edit: 4, shift: 3, kill: 2, slow: 2, leap: 1 },
	},
	'When Finished': {
		options: { whenFinished: [true], catchUp: ['everyMinute', 'everyMinute', 'off'] },
		steps: { fail: 5, refuse: 2, slow: 2, kill: 1, stop: 2, deliver: 5, cancel: 1 },
	},
	Verify: {
		dialect: { hides: ['nothing', 'lists', 'lists and keys'], tookMs: [200, 2 * SECOND] },
		options: {
			verify: [true],
			catchUp: ['off', 'everyMinute'],
			onlyWhenChanged: [[], [], ['status']],
		},
		steps: { burst: 1, fault: 1, kill: 1 },
	},
	'hidden cancellations': {
		dialect: {
			hides: ['lists', 'lists', 'lists and keys'],
			lagMs: [0, MINUTE - SECOND],
		},
		steps: { kill: 2, fault: 1, unpublish: 1, publish: 1, delete: 1, leap: 1 },
	},
	'accounts and zones': {
		around: { triggers: ['webhook', 'webhook', 'polling'], isEmpty: [false, false, true] },
		dialect: { dates: ['wallClock', 'mixed', 'offset'] },
		steps: { credential: 5, zone: 4, shift: 4, kill: 1, unpublish: 1, leap: 1 },
	},
	clocks: {
		dialect: {
			timestamps: ['true', 'true', 'none', 'booking', 'rewritten', 'days ahead'],
			aheadMs: [0, -MINUTE, 90 * SECOND, -5 * MINUTE],
			isUpperCase: [false, false, true],
			hasDate: [true, false],
			lagMs: [0, MINUTE - SECOND],
		},
		options: { deduplicate: [true, true, false] },
		steps: { clock: 1, kill: 2, slow: 1 },
	},
	'one at a time': {
		around: { concurrency: [1, 2], workMs: [10 * SECOND, MINUTE] },
		steps: { slow: 6, kill: 1, fail: 1 },
	},
	workers: {
		around: { hasWorkers: [true], workMs: [0, 10 * SECOND, 2 * MINUTE] },
		options: {
			whenFinished: [false, false, true],
			onlyWhenChanged: [[], [], [], ['status']],
		},
		steps: { killWorker: 3, leader: 2, slow: 3, kill: 1 },
	},
	polls: {
		around: { triggers: ['polling'], pollMs: [MINUTE, MINUTE, 10 * MINUTE] },
		dialect: { hides: ['nothing', 'nothing', 'lists'] },
		options: {
			polled: ['created', 'rescheduled', 'statusChanged', 'canceled'],
			status: [[], [], ['CONFIRMED']],
		},
		steps: { kill: 1, fault: 2, refuse: 1, slow: 1, leap: 1 },
	},
	reminders: {
		around: { triggers: ['polling'], pollMs: [MINUTE, 10 * MINUTE] },
		options: { polled: ['startsSoon', 'startsSoon', 'ended'] },
		steps: { kill: 1, leap: 3, pass: 12 },
	},
	'the webhook': {
		options: { urlSecret: [false, true] },
		around: { triggers: ['webhook', 'two webhooks'] },
		steps: {
			loseWebhooks: 3,
			moveN8n: 2,
			unpublish: 3,
			publish: 2,
			fault: 4,
			stop: 1,
		},
	},
	'what is rare': {
		around: { triggers: ['webhook', 'webhook and polling'], hasWorkers: [false, false, true] },
		dialect: { content: ['whole', 'changed', 'none'], isUpperCase: [false, false, false, true] },
		options: {
			events: [DOCUMENTED, [...DOCUMENTED, ATTENDED], [CREATED, CANCELED]],
			catchUp: ['everyMinute', 'hourly', 'off', 'atStart'],
			calendar: ['', '', '', 'c1'],
		},
		steps: { delete: 1, burst: 1, leap: 1, slow: 2, kill: 3, options: 2, publish: 1 },
	},
} satisfies Record<string, Mix>;

export type MixName = keyof typeof MIXES;
export const MIX_NAMES = Object.keys(MIXES) as MixName[];
/** About half of the time is spent with these. */
export const ORDINARY_MIXES = MIX_NAMES.slice(0, 6);

/** Histories with at most so many steps. */
export function historiesOf(name: MixName, longest: number): fc.Arbitrary<History> {
	const { steps, ...changes }: Mix = MIXES[name];
	const choice = changed(changes);
	return fc.record({
		around: circumstancesOf(choice),
		steps: stepsOf({ ...EVERYDAY, ...steps }, oneOfEach(choice.options), longest),
	});
}
