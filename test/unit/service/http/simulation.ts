import {
	afterResponse,
	firstLimit,
	type AdaptiveLimit,
} from '../../../../nodes/AppointmentScheduling/service/http/adaptiveLimit';

export interface SimulatedService {
	/** ms that a request takes with so many in service, at a time. */
	latency(inService: number, now: number): number;
	/** Requests served at once at a time; more are refused. */
	capacity?(now: number): number;
}

export interface Simulation {
	tookMs: number;
	refused: number;
	/** The limit after each response. */
	limits: number[];
	/** Responses served after each of these times. */
	servedBetween(from: number, to: number): number;
}

const REFUSAL_MS = 2;
const BACKOFF_MS = 190;

/**
 * Sends requests under the adaptive limit in simulated time. n8n handles one response at a time:
 * each takes `cpuMs` of it before the response counts as received.
 */
export function simulate(
	service: SimulatedService,
	{ requests = 500, cpuMs = 0.7, concurrency = undefined as number | undefined } = {},
): Simulation {
	let state: AdaptiveLimit = firstLimit(concurrency ?? 16, concurrency ?? 64);
	let now = 0;
	let cpuFree = 0;
	let inFlight = 0;
	let inService = 0;
	let refused = 0;
	let queued = requests;
	let left = requests;
	const limits: number[] = [];
	const servedAt: number[] = [];
	const events: Array<{ at: number; run: () => void }> = [];
	const later = (at: number, run: () => void) => {
		let index = events.length;
		while (index > 0 && (events[index - 1]?.at ?? 0) > at) index -= 1;
		events.splice(index, 0, { at, run });
	};
	const send = () => {
		queued -= 1;
		inFlight += 1;
		const sent = { at: now, inFlight, epoch: state.epoch };
		const isRefused = inService >= (service.capacity?.(now) ?? Infinity);
		if (!isRefused) inService += 1;
		const respondsAt = now + (isRefused ? REFUSAL_MS : service.latency(inService, now));
		later(respondsAt, () => {
			if (!isRefused) inService -= 1;
			cpuFree = Math.max(cpuFree, now) + cpuMs;
			later(cpuFree, () => {
				inFlight -= 1;
				const latency = now - sent.at;
				const { epoch } = sent;
				const isFailed = isRefused;
				state = afterResponse(state, { isFailed, latency, epoch, inFlight: sent.inFlight });
				limits.push(state.limit);
				if (isRefused) {
					refused += 1;
					later(now + BACKOFF_MS, () => {
						queued += 1;
						fill();
					});
				} else {
					left -= 1;
					servedAt.push(now);
				}
				fill();
			});
		});
	};
	const fill = () => {
		while (queued > 0 && inFlight < state.limit) send();
	};
	fill();
	while (left > 0) {
		const event = events.shift();
		if (!event) throw new Error('The simulation has stopped');
		now = event.at;
		event.run();
	}
	const servedBetween = (from: number, to: number) =>
		servedAt.filter((at) => at >= from && at < to).length;
	return { tookMs: now, refused, limits, servedBetween };
}

/** The rate of the best fixed number of requests in flight. */
export function bestFixed(service: SimulatedService, requests = 500): number {
	const numbers = [4, 8, 10, 12, 16, 20, 24, 28, 32, 40, 48, 64, 96, 128];
	const times = numbers.map((concurrency) => simulate(service, { requests, concurrency }).tookMs);
	return Math.min(...times);
}
