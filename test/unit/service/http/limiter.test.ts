import { ConcurrencyLimiter } from '../../../../nodes/AppointmentScheduling/service/http/limiter';
import { refusal } from '../../../../nodes/AppointmentScheduling/service/http/refusal';
import { wait } from '../../../../nodes/AppointmentScheduling/service/http/wait';
import { elapse, json, talkTo, throughWaits } from '../support';

const get = { method: 'GET', path: '/api/v3/appointments/' } as const;
const change = { method: 'PATCH', path: '/api/v3/appointments/k/' } as const;
const times = <T>(count: number, task: () => Promise<T>) =>
	throughWaits(Promise.all(Array.from({ length: count }, task)));

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it.each([
	['reads', get, undefined, 64],
	['changes', change, undefined, 16],
	['reads with Concurrency 7', get, 7, 7],
	['changes with Concurrency 40', change, 40, 40],
])(
	'sends many %s at a time, and no more than allowed',
	async (_what, request, concurrency, most) => {
		const talk = talkTo(
			async () => {
				await elapse(50);
				return json([]);
			},
			{ concurrency },
		);
		await times(800, () => talk.client.send(request));
		expect(talk.mostInFlight()).toBe(most);
		expect(talk.client.width).toBe(Math.max(most, concurrency ?? 16));
	},
);

it('reads before the first change do not raise the number of changes at a time', async () => {
	const { client, mostInFlight } = talkTo(
		async ({ method }) => {
			await elapse(method === 'GET' ? 20 : 50);
			return json({});
		},
		{ concurrency: undefined },
	);
	await times(300, () => client.send(get));
	expect(mostInFlight()).toBe(64);
	let changing = 0;
	await times(100, async () => {
		await client.send(change);
		changing = Math.max(changing, client.width);
	});
	expect(changing).toBe(16);
});

it('spreads requests after responses that arrived together, but for a few ms only', async () => {
	const limiter = new ConcurrencyLimiter(16, 0, wait);
	const starts: number[] = [];
	const request = async () => {
		starts.push(performance.now());
		await elapse(5_000);
		return 'a response';
	};
	await times(32, () => limiter.pass(async () => await limiter.measure(request)));
	expect(starts[15]! - starts[0]!).toBe(0);
	expect(starts[31]! - starts[16]!).toBeGreaterThanOrEqual(40);
	expect(starts[31]! - starts[16]!).toBeLessThanOrEqual(50);
});

it('keeps the interval between the starts of two requests', async () => {
	const limiter = new ConcurrencyLimiter(10, 200, wait);
	const starts: number[] = [];
	await times(6, () =>
		limiter.pass(async () => {
			starts.push(Date.now());
			await elapse(3);
		}),
	);
	const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
	expect(gaps).toEqual([200, 200, 200, 200, 200]);
});

describe('a service whose quota is used up', () => {
	it.each([
		[0, 5_010],
		[1, 100],
	])('pauses all requests only if none is served (%i others)', async (others, ms) => {
		const limiter = new ConcurrencyLimiter(2, 0, wait);
		const began = performance.now();
		const refused = async () => {
			await elapse(10);
			return refusal(429, '', { retryAfter: 5_000 });
		};
		const first = limiter.pass(async () => await limiter.measure(refused));
		const more = Array.from({ length: others }, () => limiter.pass(async () => await elapse(100)));
		let started = 0;
		const next = first.then(
			async () => await limiter.pass(async () => (started = performance.now() - began)),
		);
		await throughWaits(Promise.all([next, ...more]));
		expect(Math.abs(started - ms)).toBeLessThanOrEqual(3);
	});

	it.each([undefined, 16])(
		'gets no request before the time it names (Concurrency %p)',
		async (concurrency) => {
			const [most, windowMs] = [60, 60_000];
			let [window, inWindow, refused] = [-1, 0, 0];
			const { client } = talkTo(
				async () => {
					await elapse(20);
					const now = Math.floor(performance.now() / windowMs);
					if (now !== window) [window, inWindow] = [now, 0];
					inWindow += 1;
					if (inWindow <= most) return json({});
					refused += 1;
					const left = ((now + 1) * windowMs - performance.now()) / 1000;
					return json({}, 429, { 'retry-after': String(left) });
				},
				{ concurrency },
			);
			const began = performance.now();
			await times(300, () => client.request(get));
			expect(performance.now() - began).toBeLessThanOrEqual(5 * windowMs);
			expect(refused).toBeLessThanOrEqual(4 * 64);
		},
	);
});

it('loses none of 500 requests to a service that takes 4 at a time and names no wait', async () => {
	let serving = 0;
	const { client } = talkTo(
		async () => {
			if (serving >= 4) return json({}, 429);
			serving += 1;
			await elapse(20);
			serving -= 1;
			return json({});
		},
		{ concurrency: undefined },
	);
	const began = performance.now();
	await times(500, () => client.request(get));
	// The best rate takes 2.5 s.
	expect(performance.now() - began).toBeLessThan(2 * 2_500);
});
