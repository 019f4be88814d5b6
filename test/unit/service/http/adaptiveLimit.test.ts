import fc from 'fast-check';

import {
	afterResponse,
	firstLimit,
} from '../../../../nodes/AppointmentScheduling/service/http/adaptiveLimit';
import { bestFixed, simulate, type SimulatedService } from './simulation';

const shareOfBest = (service: SimulatedService, requests = 500) =>
	bestFixed(service, requests) / simulate(service, { requests }).tookMs;

const flat = (ms: number): SimulatedService => ({ latency: () => ms });
const bend = (ms: number, at: number, power: number): SimulatedService => ({
	latency: (inService) => ms * Math.max(1, inService / at) ** power,
});
const refusing = (ms: number, most: number): SimulatedService => ({
	latency: () => ms,
	capacity: () => most,
});

/** The limits in their order, each once. */
const steps = ({ limits }: { limits: number[] }) =>
	limits.filter((limit, index) => limit !== limits[index - 1]);

it.each([50, 100, 300, 1_000])('doubles to 64 while latency stays the same (%i ms)', (ms) => {
	expect(steps(simulate(flat(ms)))).toEqual([16, 32, 64]);
});

it.each([0, 5, 20])('costs at most a tenth if n8n is the slow one (%i ms)', (ms) => {
	for (const requests of [10, 500, 5_000]) {
		const { tookMs } = simulate(flat(ms), { requests });
		for (const concurrency of [16, 32]) {
			expect(tookMs).toBeLessThan(1.1 * simulate(flat(ms), { requests, concurrency }).tookMs);
		}
	}
});

it.each([20, 50, 100, 300].flatMap((ms) => [1, 2, 3].map((power) => [ms, power])))(
	'comes near the best number of a service that slows down beyond 24 (%i ms, power %i)',
	(ms, power) => {
		expect(shareOfBest(bend(ms!, 24, power!))).toBeGreaterThan(0.85);
		expect(shareOfBest(bend(ms!, 24, power!), 5_000)).toBeGreaterThan(0.7);
	},
);

it('tries a number halfway once if twice as many are too many, and both again later', () => {
	const { limits } = simulate(bend(50, 24, 2), { requests: 5_000 });
	expect(steps({ limits }).slice(0, 7)).toEqual([16, 32, 24, 48, 36, 24, 48]);
	const [first, second] = [limits.indexOf(48), limits.lastIndexOf(48)];
	expect(second).toBeGreaterThan(3 * first);
});

it.each([4, 10, 16, 24, 40].flatMap((most) => [20, 50, 100].map((ms) => [most, ms])))(
	'gets few refusals from a service that takes %i at a time (%i ms)',
	(most, ms) => {
		const service = refusing(ms!, most!);
		const { refused, limits } = simulate(service);
		expect(refused).toBeLessThanOrEqual(30);
		expect(shareOfBest(service)).toBeGreaterThan(0.6);
		expect(Math.max(...limits.slice(-50))).toBeLessThanOrEqual(most! + 1);
	},
);

it('halves once if all requests of one moment fail, and then adds one per round', () => {
	let state = firstLimit(16, 64);
	const sent = { latency: 50, epoch: state.epoch, inFlight: 16 };
	for (let count = 0; count < 16; count += 1)
		state = afterResponse(state, { ...sent, isFailed: true });
	expect(state.limit).toBe(8);
	for (let rounds = 0; rounds < 4; rounds += 1) {
		const { limit: inFlight, epoch } = state;
		for (let count = 0; count < inFlight; count += 1)
			state = afterResponse(state, { isFailed: false, latency: 50, epoch, inFlight });
		expect(state.limit).toBe(9 + rounds);
	}
});

it('follows a service down from 40 to 4 at a time, and up again', () => {
	const service: SimulatedService = {
		latency: () => 50,
		capacity: (now) => (now >= 1_000 && now < 4_000 ? 4 : 40),
	};
	const { refused, servedBetween } = simulate(service, { requests: 6_000 });
	expect(refused).toBeLessThan(150);
	expect(servedBetween(1_500, 4_000)).toBeGreaterThan(0.8 * 2.5 * 80);
	expect(servedBetween(9_000, 10_000)).toBeGreaterThan(0.8 * 800);
});

it('a pause of n8n in the first seconds does not keep it low', () => {
	const service: SimulatedService = {
		latency: (_inService, now) => (now > 250 && now < 500 ? 400 : 100),
	};
	const { limits } = simulate(service, { requests: 2_000 });
	expect(limits.at(-1)).toBe(64);
});

it("the user's number is never exceeded, and only a failure lowers it", () => {
	const sample = fc.record({
		isFailed: fc.boolean(),
		latency: fc.double({ min: 0, max: 60_000, noNaN: true }),
		age: fc.integer({ min: 0, max: 2 }),
		share: fc.double({ min: 0, max: 1, noNaN: true }),
	});
	fc.assert(
		fc.property(
			fc.integer({ min: 1, max: 200 }),
			fc.integer({ min: 1, max: 200 }),
			fc.array(sample, { maxLength: 400, size: 'max' }),
			(first, more, samples) => {
				let state = firstLimit(first, Math.max(first, more));
				let failures = 0;
				for (const { isFailed, latency, age, share } of samples) {
					const inFlight = Math.round(share * state.limit);
					state = afterResponse(state, { isFailed, latency, epoch: state.epoch - age, inFlight });
					failures += isFailed ? 1 : 0;
					expect(Number.isInteger(state.limit)).toBe(true);
					expect(state.limit).toBeGreaterThanOrEqual(failures === 0 ? first : 1);
					expect(state.limit).toBeLessThanOrEqual(Math.max(first, more));
				}
			},
		),
	);
});
