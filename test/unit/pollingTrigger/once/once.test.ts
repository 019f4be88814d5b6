import fc from 'fast-check';

import type { LeadTime } from '../../../../nodes/AppointmentScheduling/pollingTrigger/leadTimes';
import { MemoryStage, type Circumstances } from './memoryStage';
import { changes, soon, type Lead } from './oracle';
import { DAY, HOUR, MINUTE, play, steps } from './scenario';

const RUNS = 400;
/** Clocks in Madrid are set back eight hours later. */
const BEGIN = Date.parse('2026-10-24T17:00:00Z');
const ZONES = [
	'Europe/Madrid',
	'Pacific/Kiritimati',
	'Pacific/Pago_Pago',
	'Asia/Kathmandu',
	'America/New_York',
];

const zone = fc.constantFrom(...ZONES);
const circumstances: fc.Arbitrary<Circumstances> = fc.record({
	serviceZone: zone,
	zone,
	dates: fc.constantFrom('offset' as const, 'utc' as const),
	hides: fc.constantFrom(false as const, 'byFlag' as const, 'byStatus' as const),
});

const LEADS: Lead[] = [
	{ value: 1, unit: 'minutes', ms: MINUTE },
	{ value: 15, unit: 'minutes', ms: 15 * MINUTE },
	{ value: 1, unit: 'hours', ms: HOUR },
	{ value: 1, unit: 'days', ms: DAY },
	{ value: 3, unit: 'days', ms: 3 * DAY },
];
const someLeads = fc.shuffledSubarray(LEADS, { minLength: 1, maxLength: 3 });
const leadTimes = (leads: Lead[]) => leads as LeadTime[];
const day = LEADS.slice(3, 4);
const none = { leadTimes: [] };

test('each start is announced once for each lead time that it reaches', async () => {
	const property = fc.asyncProperty(
		circumstances,
		someLeads,
		steps(40),
		async (around, leads, all) => {
			const stage = new MemoryStage({ event: 'startsSoon', leadTimes: leadTimes(leads) }, around);
			const polls = await play(stage, all, BEGIN);
			expect(polls.map(({ told }) => told)).toEqual(soon(polls, leads));
		},
	);
	await fc.assert(property, { numRuns: RUNS });
});

test.each(['created', 'rescheduled', 'statusChanged'] as const)(
	'%s: every change that a poll can see is told of once',
	async (event) => {
		const property = fc.asyncProperty(circumstances, steps(40), async (around, all) => {
			const hides = event === 'statusChanged' && around.hides;
			const stage = new MemoryStage({ event, ...none }, { ...around, hides });
			const polls = await play(stage, all, BEGIN);
			const sorted = (told: typeof polls) => told.map((poll) => byKey(poll.told));
			expect(sorted(polls)).toEqual(changes(polls, event, hides !== false).map(byKey));
		});
		await fc.assert(property, { numRuns: RUNS });
	},
);

test.each(['startsSoon', 'created', 'rescheduled', 'statusChanged'] as const)(
	'%s: starts without an offset are read on the clock of the workflow',
	async (event) => {
		const property = fc.asyncProperty(zone, steps(25), async (here, all) => {
			const around = { serviceZone: here, zone: here, dates: 'wallClock', hides: false } as const;
			const begin = Date.parse('2026-07-01T10:00:00Z');
			const polls = await play(
				new MemoryStage({ event, leadTimes: leadTimes(day) }, around),
				all,
				begin,
			);
			const expected = event === 'startsSoon' ? soon(polls, day) : changes(polls, event);
			expect(polls.map(({ told }) => told)).toEqual(expected);
		});
		await fc.assert(property, { numRuns: 150 });
	},
);

test('the scenarios hold what they are for', async () => {
	const told = { startsSoon: 0, created: 0, rescheduled: 0, statusChanged: 0 };
	let restarts = 0;
	for (const all of fc.sample(steps(40), { numRuns: 50, seed: 1 })) {
		for (const event of Object.keys(told) as Array<keyof typeof told>) {
			const around = {
				serviceZone: ZONES[0]!,
				zone: ZONES[1]!,
				dates: 'utc',
				hides: 'byFlag',
			} as const;
			const polls = await play(
				new MemoryStage({ event, leadTimes: leadTimes(LEADS.slice(0, 3)) }, around),
				all,
				BEGIN,
			);
			told[event] += polls.flatMap((poll) => poll.told).length;
			restarts += polls.filter(({ restarted }) => restarted).length;
		}
	}
	expect(Math.min(...Object.values(told))).toBeGreaterThan(50);
	expect(restarts).toBeGreaterThan(50);
});

const byKey = <T extends { key: string }>(told: T[]) =>
	[...told].sort((a, b) => a.key.localeCompare(b.key));
