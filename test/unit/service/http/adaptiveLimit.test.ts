import fc from 'fast-check';

import {
	afterResponse,
	firstLimit,
} from '../../../../nodes/AppointmentScheduling/service/http/adaptiveLimit';
import { bestFixed, simulate, type SimulatedService } from './simulation';

const shareOfBest = (service: SimulatedService, requests = 500) =>
	bestFixed(service, requests) / simulate(service, { requests }).tookMs;

const flat = (ms: number): SimulatedService => ({ latency: () => ms });
const knee = (ms: number, at: number, power: number): SimulatedService => ({
	latency: (inService) => ms * Math.max(1, inService / at) ** power,
});
const hard = (ms: number, most: number): SimulatedService => ({
	latency: () => ms,
	capacity: () => most,
});

/** The same numbers between 0 and 1 at every run. */
function chance(seed: number): () => number {
	let state = seed;
	return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

describe('latency that does not depend on the load', () => {
	it.each([100, 300, 1_000])('%i ms: doubles to 128 and stays there', (ms) => {
		const { limits, tookMs } = simulate(flat(ms));
		expect([...new Set(limits)]).toEqual([16, 32, 64, 128]);
		expect(tookMs).toBeLessThan(simulate(flat(ms), { concurrency: 16 }).tookMs / 4);
	});

	it.each([0, 5])('%i ms: n8n is the slow one, and more would only wait there', (ms) => {
		const { limits, tookMs } = simulate(flat(ms), { requests: 5_000 });
		expect(limits.filter((limit) => limit > 32)).toEqual([]);
		expect(limits.filter((limit) => limit > 20).length).toBeLessThan(500);
		expect(tookMs).toBeLessThan(1.02 * bestFixed(flat(ms), 5_000));
	});

	it('ten requests are sent as they always were', () => {
		expect(simulate(flat(20), { requests: 10 }).tookMs).toBe(
			simulate(flat(20), { requests: 10, concurrency: 16 }).tookMs,
		);
	});
});

describe('a service that slows down beyond 24', () => {
	const cases = [20, 50, 100, 300].flatMap((ms) => [1, 1.5, 2, 3].map((power) => [ms, power]));
	it.each(cases)('%i ms, power %d: near the best number, and never over 64', (ms, power) => {
		const service = knee(ms!, 24, power!);
		expect(shareOfBest(service)).toBeGreaterThan(0.76);
		expect(shareOfBest(service, 5_000)).toBeGreaterThan(0.9);
		expect(simulate(service, { requests: 5_000 }).mostInFlight).toBeLessThanOrEqual(64);
	});

	it.each([10, 20, 50, 100])('%i ms: first requests that make connections do not mislead', (ms) => {
		const connectMs = 40;
		const { latency } = knee(ms, 24, 2);
		const cold: SimulatedService = {
			latency: (inService, now) => latency(inService, now) + (now < connectMs / 2 ? connectMs : 0),
		};
		expect(shareOfBest(cold)).toBeGreaterThan(0.85);
		expect(simulate(cold).mostInFlight).toBeLessThanOrEqual(32);
	});

	it('a trial that halves the rate is followed by one with fewer', () => {
		// Up to 32 responses come from a cache, so that 64 looks worthwhile.
		const service: SimulatedService = {
			latency: (inService) => (inService <= 32 ? 50 : 50 * (inService / 16) ** 2),
		};
		const { limits } = simulate(service, { requests: 2_000 });
		const steps = limits.filter((limit, index) => limit !== limits[index - 1]);
		expect(steps.slice(0, 4)).toEqual([16, 32, 64, 24]);
	});
});

describe('a service that refuses what goes beyond', () => {
	const cases = [4, 10, 16, 24, 40].flatMap((most) => [20, 100].map((ms) => [most, ms]));
	it.each(cases)('%i at a time, %i ms', (most, ms) => {
		const service = hard(ms!, most!);
		const { refused, limits } = simulate(service);
		expect(refused).toBeLessThanOrEqual(40);
		expect(shareOfBest(service)).toBeGreaterThan(0.75);
		expect(Math.max(...limits.slice(-50))).toBeLessThanOrEqual(most! + 20);
	});

	it('40, then 4, then 40 again: follows down at once, and up again', () => {
		const service: SimulatedService = {
			latency: () => 50,
			capacity: (now) => (now >= 1_000 && now < 4_000 ? 4 : 40),
		};
		const { refused, servedBetween } = simulate(service, { requests: 6_000 });
		expect(refused).toBeLessThan(150);
		expect(servedBetween(1_500, 4_000)).toBeGreaterThan(0.8 * 2.5 * 80);
		expect(servedBetween(9_000, 10_000)).toBeGreaterThan(0.8 * 800);
	});
});

it('a service that becomes slower, or faster, is followed', () => {
	const changing = (before: number, after: number): SimulatedService => ({
		latency: (inService, now) => 50 * Math.max(1, inService / (now < 2_000 ? before : after)) ** 2,
	});
	const slower = simulate(changing(64, 24), { requests: 5_000 });
	expect(slower.servedBetween(5_000, 7_000)).toBeGreaterThan(0.7 * 960);
	const faster = simulate(changing(24, 64), { requests: 5_000 });
	expect(faster.servedBetween(5_000, 6_000)).toBeGreaterThan(0.7 * 1_280);
});

it.each([20, 100, 300])('jitter of half the latency (%i ms) does not keep it low', (ms) => {
	const random = chance(7);
	const { tookMs } = simulate({ latency: () => ms * (0.5 + random()) });
	expect(tookMs).toBeLessThan(0.7 * simulate(flat(ms), { concurrency: 16 }).tookMs);
});

it("the user's number is never exceeded, and only a refusal lowers it", () => {
	fc.assert(
		fc.property(
			fc.integer({ min: 1, max: 200 }),
			fc.array(
				fc.record({ isRefused: fc.boolean(), latency: fc.integer({ min: 0, max: 60_000 }) }),
			),
			(concurrency, samples) => {
				let state = firstLimit(concurrency);
				let refusals = 0;
				for (const sample of samples) {
					state = afterResponse(state, { ...sample, inFlight: state.limit });
					refusals += sample.isRefused ? 1 : 0;
					expect(state.limit).toBeGreaterThanOrEqual(1);
					expect(state.limit).toBeLessThanOrEqual(concurrency);
					if (refusals === 0) expect(state.limit).toBe(concurrency);
				}
			},
		),
	);
});

it('whatever the responses, the limit is a whole number from 1 to 128', () => {
	const sample = fc.record({
		isRefused: fc.boolean(),
		latency: fc.oneof(
			fc.integer({ min: 0, max: 60_000 }),
			fc.double({ min: 0, max: 9, noNaN: true }),
		),
		inFlight: fc.integer({ min: 0, max: 128 }),
	});
	fc.assert(
		fc.property(fc.array(sample, { maxLength: 400, size: 'max' }), (samples) => {
			let state = firstLimit(undefined);
			for (const one of samples) {
				state = afterResponse(state, one);
				expect(Number.isInteger(state.limit)).toBe(true);
				expect(state.limit).toBeGreaterThanOrEqual(1);
				expect(state.limit).toBeLessThanOrEqual(128);
				expect(state.latencies.length).toBeLessThanOrEqual(128 * 64);
			}
		}),
	);
});
