import {
	afterResponse,
	firstLimit,
} from '../../../../nodes/AppointmentScheduling/service/http/adaptiveLimit';
import { bestFixed, simulate, type SimulatedService } from './simulation';

const shareOfBest = (service: SimulatedService, requests = 500) =>
	bestFixed(service, requests) / simulate(service, { requests }).tookMs;

const bend = (ms: number, at: number, power: number): SimulatedService => ({
	latency: (inService) => ms * Math.max(1, inService / at) ** power,
});
const refusing = (ms: number, most: number): SimulatedService => ({
	latency: () => ms,
	capacity: () => most,
});

it.each([20, 50, 100, 300].flatMap((ms) => [1, 2, 3].map((power) => [ms, power])))(
	'is nearly as fast as the best number for a service that slows down beyond 24 (%i ms, power %i)',
	(ms, power) => {
		expect(shareOfBest(bend(ms!, 24, power!))).toBeGreaterThan(0.85);
		expect(shareOfBest(bend(ms!, 24, power!), 5_000)).toBeGreaterThan(0.7);
	},
);

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

it('asks for more ever less often after failures: few refusals in a long run', () => {
	const { refused } = simulate(refusing(50, 8), { requests: 10_000 });
	expect(refused).toBeLessThan(60);
});

it('does not learn from requests that are sent one after another', () => {
	let state = firstLimit(16, 64);
	for (let count = 0; count < 500; count += 1) {
		const sample = { isFailed: false, latency: 20, epoch: state.epoch, inFlight: 1 };
		state = afterResponse(state, sample);
	}
	expect(state.limit).toBe(16);
});

it('reaches 64 although n8n pauses in the first seconds', () => {
	const service: SimulatedService = {
		latency: (_inService, now) => (now > 250 && now < 500 ? 400 : 100),
	};
	const { limits } = simulate(service, { requests: 2_000 });
	expect(limits.at(-1)).toBe(64);
});
