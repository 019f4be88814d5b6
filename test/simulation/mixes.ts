import fc from 'fast-check';

import { CANCELED, CREATED, UPDATED } from './account';
import { circumstancesOf, KINDS, optionsOf, ZONES, type Changes } from './circumstances';
import { MINUTE, SECOND } from './clock';
import { stepsOf, type History, type Weights } from './steps';

/** Histories that have something in common, so that what is rare otherwise meets in them. */
interface Mix extends Changes {
	/** Besides the ordinary ones. */
	steps: Weights;
}

const EVERYDAY: Weights = { book: 3, shift: 4, mark: 6, move: 2, edit: 1, deliver: 4, pass: 8 };
const LAGS = [5 * SECOND, 30 * SECOND, MINUTE - SECOND];

const MIXES = {
	deliveries: { steps: { burst: 1, assign: 2, delete: 1, fail: 1, leap: 1 } },
	kills: { steps: { kill: 6, stop: 3, burst: 2, slow: 1, cancel: 1 } },
	restarts: {
		around: { hasCode: [true, false], workMs: [0, 2 * MINUTE] },
		steps: { stop: 3, kill: 2, publish: 3, unpublish: 2, options: 1 },
	},
	lag: { dialect: { lagMs: LAGS }, steps: { kill: 1, stop: 1, burst: 1, assign: 1 } },
	'hidden cancellations': {
		dialect: { hides: ['lists', 'lists', 'lists and keys'], lagMs: [0, 0, ...LAGS] },
		steps: { mark: 10, kill: 1, fault: 1, delete: 2, narrow: 1 },
	},
	pages: {
		dialect: { pageSize: [3, 5], pagesMove: [true], lagMs: [0, 5 * SECOND] },
		steps: { burst: 1, delete: 1, kill: 1, fault: 1 },
	},
	accounts: {
		around: { triggers: ['webhook', 'webhook', 'polling'], isEmpty: [false, false, true] },
		steps: { credential: 5, kill: 1, unpublish: 1, publish: 1 },
	},
	zones: {
		around: { wrongZone: [undefined, undefined, ...ZONES] },
		dialect: {
			dates: ['wallClock', 'mixed', 'mixedUtc', 'offset', 'utc'],
			lacksCalendar: ['none', 'lists', 'keys'],
		},
		steps: { zone: 2, clock: 2, shift: 4, kill: 1, leap: 1 },
	},
	filters: {
		options: {
			events: [KINDS, [CREATED], [UPDATED], [CANCELED], [CREATED, CANCELED]],
			status: [[], ['CONFIRMED'], ['CONFIRMED', 'PENDING']],
			calendar: ['', '', 'c1'],
			onlyWhenChanged: [[], ['start'], ['status'], ['start', 'calendar']],
		},
		steps: { options: 2, assign: 4, kill: 1, mark: 6 },
	},
	forgery: {
		options: { urlSecret: [true, false, false] },
		steps: { forge: 8, credential: 1, kill: 1 },
	},
	faults: {
		steps: { fault: 5, refuse: 3, loseWebhooks: 2, narrow: 2, burst: 1, stop: 1, unpublish: 1 },
	},
	workers: {
		around: { hasWorkers: [true], hasProcessors: [false, false, true], workMs: [0, 30 * SECOND] },
		steps: { killWorker: 2, leader: 2, kill: 2, stop: 1, refuse: 1, burst: 1 },
	},
	'several triggers': {
		around: { triggers: ['two webhooks', 'webhook and polling'], hasCode: [false, false, true] },
		steps: { kill: 2, stop: 1, publish: 1, options: 1, fail: 1 },
	},
	polls: {
		around: { triggers: ['polling'] },
		dialect: { hides: ['nothing', 'nothing', 'lists'], lagMs: [0, ...LAGS] },
		options: {
			polled: ['created', 'rescheduled', 'statusChanged', 'canceled'],
			status: [[], [], ['CONFIRMED']],
		},
		steps: { kill: 1, stop: 1, fault: 2, assign: 1, leap: 1, delete: 1, publish: 1 },
	},
	reminders: {
		around: { triggers: ['polling'] },
		options: { polled: ['startsSoon', 'startsSoon', 'ended'] },
		steps: { kill: 1, leap: 3, pass: 12, clock: 1, fault: 1 },
	},
} satisfies Record<string, Mix>;

export type MixName = keyof typeof MIXES;
export const MIX_NAMES = Object.keys(MIXES) as MixName[];

/** Histories with at most so many steps. */
export function historiesOf(name: MixName, longest: number): fc.Arbitrary<History> {
	const { steps, ...changes }: Mix = MIXES[name];
	const options = optionsOf(changes);
	return fc.record({
		around: circumstancesOf(changes, options),
		steps: stepsOf({ ...EVERYDAY, ...steps }, options, longest),
	});
}
