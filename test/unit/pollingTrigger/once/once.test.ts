import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';

import { dialects, type Dialect, type DialectName, type Service } from '../../../stand-in';
import { service } from '../support';
import { ContextStage } from './contextStage';
import { changes, soon, type Lead } from './oracle';
import { DAY, HOUR, MINUTE, play, steps } from './scenario';

const RUNS = 60;
/** Clocks in Madrid and London are set back eight hours later. */
const CLOCKS_CHANGE = Date.parse('2026-10-24T17:00:00Z');
const SUMMER = Date.parse('2026-07-01T10:00:00Z');
const ZONES = ['Europe/Madrid', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu'];

const LEADS: Lead[] = [
	{ value: 1, unit: 'minutes', ms: MINUTE },
	{ value: 15, unit: 'minutes', ms: 15 * MINUTE },
	{ value: 1, unit: 'hours', ms: HOUR },
	{ value: 3, unit: 'days', ms: 3 * DAY },
];
const LISTED: Partial<Dialect> = { canceledListed: 'always', isCancelled: 'status' };
const someLeads = fc.shuffledSubarray(LEADS, { minLength: 1, maxLength: 3 });

const circumstances = fc.record({
	like: fc.constantFrom(...(Object.keys(dialects) as DialectName[])),
	serviceZone: fc.constantFrom(...ZONES),
	nodeZone: fc.constantFrom(...ZONES),
	dates: fc.constantFrom('offset' as const, 'utc' as const, 'local' as const),
	order: fc.constantFrom('start' as const, 'latestFirst' as const, 'key' as const),
	filterZone: fc.constantFrom(undefined, 'Pacific/Kiritimati', 'Pacific/Pago_Pago'),
	/** Where the flag disagrees with the status, it is set for nothing. */
	canceled: fc.constantFrom<Partial<Dialect>>(
		{ canceledListed: 'byFlag' },
		{ canceledListed: 'byStatus' },
		{ canceledListed: 'byStatus', isCancelled: 'flag' },
		{ isCancelled: 'flag' },
		LISTED,
	),
});

type Circumstances = typeof circumstances extends fc.Arbitrary<infer T> ? T : never;

const services = new Map<string, Service>();

async function serviceIn(zone: string): Promise<Service> {
	const at = services.get(zone) ?? (await service({ zone }));
	services.set(zone, at);
	return at;
}

/** Starts without an offset can only be read in the zone of the service, and not where clocks change. */
async function staged(around: Circumstances) {
	const { like, serviceZone, nodeZone, dates, order, filterZone, canceled } = around;
	const at = await serviceIn(serviceZone);
	at.speak(like);
	at.speak({ pageSize: 3, statusAfterReschedule: 'same', dates, order, filterZone });
	at.speak({ ...LISTED, ...canceled });
	const isLocal = dates === 'local';
	return {
		stage: (parameters: INodeParameters) =>
			new ContextStage(at, {
				...parameters,
				options: { timezone: isLocal ? serviceZone : nodeZone },
			}),
		begin: isLocal ? SUMMER : CLOCKS_CHANGE,
	};
}

test('announces each start once for each lead time that it reaches', async () => {
	const property = fc.asyncProperty(
		circumstances,
		someLeads,
		steps(40),
		async (around, leads, all) => {
			const { stage, begin } = await staged({ ...around, canceled: LISTED });
			const [first, ...more] = leads.map(({ value, unit }) => ({
				leadTime: value,
				leadTimeUnit: unit,
			}));
			const soonest = stage({ event: 'startsSoon', ...first, moreLeadTimes: { leadTimes: more } });
			const polls = await play(soonest, all, begin);
			expect(sorted(polls.map(({ told }) => told))).toEqual(sorted(soon(polls, leads)));
		},
	);
	await fc.assert(property, { numRuns: RUNS });
});

test.each(['created', 'rescheduled', 'statusChanged'] as const)(
	'%s: reports every change that a poll can see, once',
	async (event) => {
		const property = fc.asyncProperty(circumstances, steps(40), async (around, all) => {
			const canceled = event === 'statusChanged' ? around.canceled : LISTED;
			const { stage, begin } = await staged({ ...around, canceled });
			const polls = await play(stage({ event }), all, begin);
			const expected = changes(polls, event, 'canceledListed' in canceled && canceled !== LISTED);
			expect(sorted(polls.map(({ told }) => told))).toEqual(sorted(expected));
		});
		await fc.assert(property, { numRuns: RUNS });
	},
);

const sorted = <T extends { key: string }>(polls: T[][]) =>
	polls.map((told) => [...told].sort((a, b) => a.key.localeCompare(b.key)));
