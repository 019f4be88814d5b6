import { CanceledError } from '../../../../nodes/AppointmentScheduling/service/errors';
import {
	ConcurrencyLimiter,
	type Outcome,
} from '../../../../nodes/AppointmentScheduling/service/http/limiter';
import { elapse, failureOf } from '../support';

const asIs = (passage: Outcome) => passage;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('keeps the interval between the starts of two requests', async () => {
	const gate = new ConcurrencyLimiter(10, 200);
	const starts: number[] = [];
	const all = Promise.all(
		Array.from({ length: 6 }, () =>
			gate.pass(async () => {
				starts.push(Date.now());
				await elapse(3);
				return 'served' as const;
			}, asIs),
		),
	);
	await jest.runAllTimersAsync();
	await all;
	const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
	expect(gaps).toEqual([200, 200, 200, 200, 200]);
});

it('sends nothing more after the execution is cancelled', async () => {
	const abort = new AbortController();
	const gate = new ConcurrencyLimiter(2, 0, abort.signal);
	let sent = 0;
	const all = Array.from({ length: 20 }, () =>
		gate.pass(async () => {
			sent += 1;
			await elapse(50);
			return 'served' as const;
		}, asIs),
	);
	const failures = Promise.all(all.slice(2).map(failureOf));
	await jest.advanceTimersByTimeAsync(10);
	abort.abort();
	await jest.runAllTimersAsync();
	expect((await failures).every((failure) => failure instanceof CanceledError)).toBe(true);
	expect(sent).toBe(2);
});

it.each<[Outcome, number, number]>([
	['overloaded', 0, 5_010],
	['overloaded', 1, 100],
	['served', 0, 10],
])(
	'after "%s" with %i others in flight, the next starts after %i ms',
	async (outcome, others, ms) => {
		const gate = new ConcurrencyLimiter(4);
		const after = async (took: number, result: Outcome) => {
			await elapse(took);
			return result;
		};
		const asked = () => 5_000;
		const began = performance.now();
		const first = gate.pass(async () => await after(10, outcome), asIs, asked);
		const more = Array.from({ length: others }, () =>
			gate.pass(async () => await after(100, 'served'), asIs, asked),
		);
		let started = 0;
		const next = first.then(async () => {
			await gate.pass(async () => {
				started = performance.now() - began;
				return await after(1, 'served');
			}, asIs);
		});
		await jest.runAllTimersAsync();
		await Promise.all([next, ...more]);
		expect(Math.abs(started - ms)).toBeLessThanOrEqual(3);
	},
);

describe('a service whose quota is used up', () => {
	/** Serves so many in each window, and says how long the rest of the window takes. */
	function quota(most: number, windowMs: number) {
		let window = -1;
		let served = 0;
		let refused = 0;
		const request = async (): Promise<number> => {
			await elapse(20);
			const now = Math.floor(performance.now() / windowMs);
			if (now !== window) [window, served] = [now, 0];
			served += 1;
			if (served <= most) return 0;
			refused += 1;
			return (now + 1) * windowMs - performance.now();
		};
		return { request, refused: () => refused };
	}

	it.each([undefined, 16])(
		'is not asked before it says so (concurrency %p)',
		async (concurrency) => {
			const gate = new ConcurrencyLimiter(concurrency);
			const service = quota(60, 60_000);
			const ask = async () => {
				const judge = (pause: number) => (pause > 0 ? 'overloaded' : 'served') as Outcome;
				for (;;) {
					const pause = await gate.pass(service.request, judge, (ms) => ms);
					if (pause === 0) return;
					await elapse(pause);
				}
			};
			const began = performance.now();
			const all = Promise.all(Array.from({ length: 300 }, ask));
			await jest.runAllTimersAsync();
			await all;
			expect(performance.now() - began).toBeLessThanOrEqual(5 * 60_000);
			expect(service.refused()).toBeLessThanOrEqual(4 * 64);
		},
	);
});
