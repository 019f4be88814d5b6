import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';

import { dialects, type DialectName } from '../../../stand-in';
import { ContextStage } from './contextStage';
import { changes, soon } from './oracle';
import { DAY, HOUR, play, steps } from './scenario';
import { hideCanceled, service } from '../support';

const RUNS = 10;
const BEGIN = Date.parse('2026-10-24T17:00:00Z');

const leads = [
	{ value: 60, unit: 'minutes', ms: HOUR },
	{ value: 2, unit: 'days', ms: 2 * DAY },
];
const events: INodeParameters[] = [
	{
		event: 'startsSoon',
		leadTime: 60,
		leadTimeUnit: 'minutes',
		moreLeadTimes: { leadTimes: [{ leadTime: 2, leadTimeUnit: 'days' }] },
	},
	{ event: 'created' },
	{ event: 'rescheduled' },
	{ event: 'statusChanged' },
];

describe.each(Object.keys(dialects) as DialectName[])(
	'dialect %s, on n8n’s own context',
	(like) => {
		test.each(events)('$event: told once, over failing polls and restarts', async (parameters) => {
			const at = await service({ dialect: { like, pageSize: 3, statusAfterReschedule: 'same' } });
			const event = parameters.event as 'startsSoon' | 'created' | 'rescheduled' | 'statusChanged';
			const hides = event === 'statusChanged';
			if (hides) hideCanceled(at);
			const property = fc.asyncProperty(steps(30), async (all) => {
				const polls = await play(new ContextStage(at, parameters), all, BEGIN);
				const expected = event === 'startsSoon' ? soon(polls, leads) : changes(polls, event, hides);
				const told = polls.map((poll) => byKey(poll.told));
				expect(told).toEqual(expected.map(byKey));
			});
			await fc.assert(property, { numRuns: RUNS });
		});
	},
);

const byKey = <T extends { key: string }>(told: T[]) =>
	[...told].sort((a, b) => a.key.localeCompare(b.key));
