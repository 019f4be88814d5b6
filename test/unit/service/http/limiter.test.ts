import fc from 'fast-check';

import {
	ConcurrencyLimiter,
	type Outcome,
} from '../../../../nodes/AppointmentScheduling/service/http/limiter';
import { elapse, json, talkTo, throughWaits } from '../support';

const get = { method: 'GET', path: '/api/v3/appointments/' } as const;
const asIs = (passage: Outcome) => passage;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** A service that serves so many at a time and refuses the rest. */
function limited(capacity: number) {
	let serving = 0;
	const log: { refused: number; inFlight: number[] } = { refused: 0, inFlight: [] };
	let inFlight = 0;
	const request = async (): Promise<Outcome> => {
		inFlight += 1;
		log.inFlight.push(inFlight);
		try {
			if (serving >= capacity) {
				await elapse(1);
				log.refused += 1;
				return 'overloaded';
			}
			serving += 1;
			await elapse(20);
			serving -= 1;
			return 'served';
		} finally {
			inFlight -= 1;
		}
	};
	return { request, log };
}

async function until(gate: ConcurrencyLimiter, request: () => Promise<Outcome>): Promise<void> {
	while ((await gate.pass(request, asIs)) !== 'served') await elapse(100);
}

it('lets no more pass at once than asked for, and as many', async () => {
	const gate = new ConcurrencyLimiter(7);
	const { request, log } = limited(Infinity);
	const all = Promise.all(Array.from({ length: 50 }, () => until(gate, request)));
	await jest.runAllTimersAsync();
	await all;
	expect(Math.max(...log.inFlight)).toBe(7);
	expect(log.inFlight).toHaveLength(50);
});

it('soon has no more than five in flight at a service that takes four', async () => {
	const gate = new ConcurrencyLimiter(16);
	const { request, log } = limited(4);
	const all = Promise.all(Array.from({ length: 500 }, () => until(gate, request)));
	await jest.runAllTimersAsync();
	await all;
	expect(Math.max(...log.inFlight)).toBe(16);
	expect(Math.max(...log.inFlight.slice(40))).toBeLessThanOrEqual(5);
	expect(log.refused).toBeLessThan(100);
});

it('uses what the service takes: nearly as fast as a service of four can be', async () => {
	const gate = new ConcurrencyLimiter(16);
	const { request } = limited(4);
	const start = Date.now();
	const all = Promise.all(Array.from({ length: 400 }, () => until(gate, request)));
	await jest.runAllTimersAsync();
	await all.then(() => undefined);
	expect(Date.now() - start).toBeLessThan((400 / 4) * 20 * 1.3);
});

it.each([
	{ latency: 20, count: 800, spread: 8 },
	{ latency: 5000, count: 32, spread: 40 },
])(
	'spreads the starts after answers that came together, at no cost in the long run: $latency ms',
	async ({ latency, count, spread }) => {
		const gate = new ConcurrencyLimiter(16);
		const starts: number[] = [];
		const begin = Date.now();
		const request = async (): Promise<Outcome> => {
			starts.push(Date.now() - begin);
			await elapse(latency);
			return 'served';
		};
		const all = Promise.all(Array.from({ length: count }, () => gate.pass(request, asIs)));
		await jest.runAllTimersAsync();
		await all;
		expect(starts.slice(0, 16)).toEqual(Array(16).fill(0));
		expect((starts[31] ?? 0) - (starts[16] ?? 0)).toBeGreaterThanOrEqual(spread);
		expect((starts.at(-1) ?? 0) + latency).toBeLessThan((count / 16) * latency + 50);
	},
);

it('rises again when the service does', async () => {
	const gate = new ConcurrencyLimiter(8);
	let overloaded = true;
	let inFlight = 0;
	const seen: number[] = [];
	const request = async (): Promise<Outcome> => {
		inFlight += 1;
		seen.push(inFlight);
		await elapse(10);
		inFlight -= 1;
		return overloaded ? 'overloaded' : 'served';
	};
	const first = Promise.all(Array.from({ length: 8 }, () => gate.pass(request, asIs)));
	await jest.runAllTimersAsync();
	await first;
	overloaded = false;
	seen.length = 0;
	const rest = Promise.all(Array.from({ length: 300 }, () => gate.pass(request, asIs)));
	await jest.runAllTimersAsync();
	await rest;
	expect(seen[0]).toBe(1);
	expect(Math.max(...seen.slice(0, 3))).toBe(1);
	expect(Math.max(...seen)).toBe(8);
});

it('always lets one pass, whatever the service answers, and never more than asked', async () => {
	const passages = fc.array(fc.constantFrom<Outcome>('served', 'overloaded', 'broken'), {
		minLength: 1,
		maxLength: 80,
	});
	await fc.assert(
		fc.asyncProperty(fc.integer({ min: 1, max: 12 }), passages, async (bound, outcomes) => {
			const gate = new ConcurrencyLimiter(bound);
			let inFlight = 0;
			let most = 0;
			const all = Promise.all(
				outcomes.map(
					async (outcome, index) =>
						await gate.pass(async () => {
							inFlight += 1;
							most = Math.max(most, inFlight);
							await elapse(1 + (index % 5));
							inFlight -= 1;
							return outcome;
						}, asIs),
				),
			);
			await jest.runAllTimersAsync();
			expect(await all).toEqual(outcomes);
			expect(most).toBeLessThanOrEqual(bound);
		}),
		{ numRuns: 50 },
	);
});

it.each([
	[429, 4, 1, 12],
	[500, 4, 16, 16],
	[429, Infinity, 16, 16],
])(
	'a service that answers %i beyond %p requests gets %i to %i at once',
	async (status, capacity, least, most) => {
		const atOnce: number[] = [];
		let inFlight = 0;
		const { client } = talkTo(async () => {
			inFlight += 1;
			atOnce.push(inFlight);
			const answer = inFlight > capacity ? json({}, status) : json([]);
			await elapse(50);
			inFlight -= 1;
			return answer;
		});
		const all = Array.from({ length: 200 }, async () => await client.request(get));
		await throughWaits(Promise.allSettled(all));
		const later = Math.max(...atOnce.slice(50, 150));
		expect(later).toBeGreaterThanOrEqual(least);
		expect(later).toBeLessThanOrEqual(most);
	},
);

it.each<[Outcome, number]>([
	['served', 32],
	['broken', 16],
])('after two rounds of "%s" there may be %i in flight', async (outcome, limit) => {
	const gate = new ConcurrencyLimiter(undefined);
	const request = async () => {
		await elapse(20);
		return outcome;
	};
	const all = Promise.all(Array.from({ length: 32 }, () => gate.pass(request, asIs)));
	await jest.runAllTimersAsync();
	await all;
	expect(gate.limit).toBe(limit);
});

it('goes on after a request that throws', async () => {
	const gate = new ConcurrencyLimiter(1);
	const failing = gate.pass(async () => {
		throw new Error('broke');
	}, asIs);
	const after = gate.pass(async () => 'served' as const, asIs);
	await expect(failing).rejects.toThrow('broke');
	await expect(after).resolves.toBe('served');
});
