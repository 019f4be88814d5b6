import { Concurrency } from '../../../../nodes/AppointmentScheduling/service/http/concurrency';
import type { ServiceSettings } from '../../../../nodes/AppointmentScheduling/service/http/settings';
import { RequestLimiter } from '../../../../nodes/AppointmentScheduling/service/http/limiter';
import { inOrder } from '../../../../nodes/AppointmentScheduling/service/http/pool';
import { refusal } from '../../../../nodes/AppointmentScheduling/service/http/refusal';
import { wait } from '../../../../nodes/AppointmentScheduling/service/http/wait';
import { elapse, json, talkTo, throughWaits } from '../support';

const get = { method: 'GET', path: '/api/v3/appointments/' } as const;
const times = <T>(count: number, task: () => Promise<T>) =>
	throughWaits(Promise.all(Array.from({ length: count }, task)));

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it.each([
	['reads', { concurrency: undefined }, 64],
	['requests of a run that changes something', { concurrency: undefined, isChange: true }, 16],
	['reads with Concurrency 7', { concurrency: 7 }, 7],
	['changes with Concurrency 40', { concurrency: 40, isChange: true }, 40],
])('sends many %s at a time, and no more than allowed', async (_what, settings, most) => {
	const talk = talkTo(async () => {
		await elapse(50);
		return json([]);
	}, settings);
	await times(800, () => talk.client.send(get));
	expect([talk.mostInFlight(), talk.client.width]).toEqual([most, most]);
});

it('keeps the interval between the starts of two requests', async () => {
	const limiter = new RequestLimiter(new Concurrency(10, 10), 200, wait);
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

it.each([
	[0, 5_010],
	[1, 100],
])(
	'a quota that is used up pauses all requests only if none is served (%i others)',
	async (others, ms) => {
		const limiter = new RequestLimiter(new Concurrency(2, 2), 0, wait);
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
	},
);

interface Service {
	latency(serving: number): number;
	/** Requests at a time. More are refused. */
	capacity?: number;
	/** What it refuses them with. */
	refusal?: ReturnType<typeof json>;
	/** One of so many fails. */
	failing?: number;
}

/** As for 500 items: how long that takes, how many of them are refused, and how many there are at a time. */
async function readMany(service: Service, settings: Partial<ServiceSettings> = {}) {
	const { latency, capacity = Infinity, failing = Infinity, refusal: no = json({}, 429) } = service;
	let [serving, refused] = [0, 0];
	const atATime: number[] = [];
	const { client } = talkTo(
		async (_request, count) => {
			atATime.push(serving + 1);
			if (serving >= capacity) {
				refused += 1;
				return no;
			}
			serving += 1;
			await elapse(latency(serving));
			serving -= 1;
			return json({}, count % failing === failing - 1 ? 503 : 200);
		},
		{ concurrency: undefined, ...settings },
	);
	const began = performance.now();
	const isRead = async () =>
		await client.request(get).then(
			() => true,
			() => false,
		);
	const read = await throughWaits(inOrder(500, client.width, isRead));
	const lost = read.filter((one) => !one).length;
	return { took: performance.now() - began, refused, lost, atATime };
}

/** How fast it is with the number that the node finds, compared with this Concurrency. */
async function shareOf(concurrency: number, service: Service) {
	const { took } = await readMany(service);
	return (await readMany(service, { concurrency })).took / took;
}

it('a service that stays as fast gets 64 reads at a time after 48 responses', async () => {
	const { atATime } = await readMany({ latency: () => 50 });
	// These are the ones that 48 responses make room for.
	expect(Math.max(...atATime.slice(0, 48 + 32))).toBe(32);
	expect(Math.max(...atATime.slice(0, 48 + 64))).toBe(64);
	expect(Math.max(...atATime)).toBe(64);
});

it('changes begin with 8 at a time, and never exceed 16', async () => {
	const { atATime } = await readMany({ latency: () => 50 }, { isChange: true });
	expect(Math.max(...atATime.slice(0, 8))).toBe(8);
	expect(Math.max(...atATime.slice(0, 40))).toBe(16);
	expect(Math.max(...atATime)).toBe(16);
});

it.each([4, 10, 16, 40])(
	'a service that takes %i at a time refuses few, and nothing is lost',
	async (capacity) => {
		// Much longer than a request that is refused waits.
		const service = { latency: () => 200, capacity };
		const { refused, lost } = await readMany(service);
		expect(lost).toBe(0);
		expect(refused).toBeLessThanOrEqual(60);
		expect(await shareOf(capacity, service)).toBeGreaterThan(0.6);
	},
);

it('a service that takes 40 at a time and names no wait is used well even by short requests', async () => {
	const service = { latency: () => 50, capacity: 40 };
	const { refused, lost } = await readMany(service);
	expect(lost).toBe(0);
	expect(refused).toBeLessThanOrEqual(60);
	expect(await shareOf(40, service)).toBeGreaterThan(0.6);
});

it('a service that takes 40 at a time and names a wait of a second is read within two', async () => {
	const refusal = json({}, 429, { 'retry-after': '1' });
	const { took, refused, lost } = await readMany({ latency: () => 50, capacity: 40, refusal });
	expect([lost, refused > 0]).toEqual([0, true]);
	expect(took).toBeLessThan(2_000);
});

it.each([1, 2, 4])(
	'a service that answers 503 if it has more than %i at a time gets no more for long, and nothing is lost',
	async (capacity) => {
		const service = { latency: () => 50, capacity, refusal: json({}, 503) };
		const { lost, atATime } = await readMany(service);
		expect(lost).toBe(0);
		expect(Math.max(...atATime.slice(100))).toBeLessThanOrEqual(capacity + 1);
		expect(await shareOf(capacity, service)).toBeGreaterThan(0.8);
	},
);

it('a service that slows down beyond 24 is used nearly as well as possible', async () => {
	const latency = (serving: number) => 50 * Math.max(1, serving / 24);
	expect(await shareOf(24, { latency })).toBeGreaterThan(0.85);
	const { atATime } = await readMany({ latency });
	expect(Math.max(...atATime.slice(-200))).toBeLessThanOrEqual(40);
});

it('a service that fails one time in five, however few it gets, is still read 8 at a time, and nothing is lost', async () => {
	// With four retries, one in six such runs loses a read by chance.
	const settings = { maxRetries: 9 };
	const { lost, atATime } = await readMany({ latency: () => 50, failing: 5 }, settings);
	expect(lost).toBe(0);
	const late = atATime.slice(200, -100).sort((a, b) => a - b);
	expect(late[late.length >> 1]).toBeGreaterThanOrEqual(7);
	expect(late.at(-1)).toBeLessThanOrEqual(10);
});

it('a lone request that gets 429 does not let more than one through', async () => {
	const concurrency = new Concurrency(16, 64);
	for (let cuts = 0; cuts < 12; cuts += 1) concurrency.failed(cuts, true);
	expect(concurrency.limit).toBe(1);
});

it('a service that becomes slower for another reason gets about as many as at first', async () => {
	let latency = 20;
	expect(await shareOf(16, { latency: () => (latency += 1) })).toBeGreaterThan(0.8);
});

it('after an outage, the number of requests grows again at a slower service', async () => {
	const began = performance.now();
	const { client } = talkTo(
		async () => {
			const now = performance.now() - began;
			const isDown = now > 1_000 && now < 3_000;
			await elapse(isDown ? 10 : now < 1_000 ? 50 : 80);
			return json({}, isDown ? 503 : 200);
		},
		{ concurrency: 16, maxRetries: 20 },
	);
	let left = 2_000;
	const work = async () => {
		while ((left -= 1) >= 0) await client.request(get);
	};
	await throughWaits(Promise.all(Array.from({ length: 16 }, work)));
	// 16 at a time take 10 s and the outage.
	expect(performance.now() - began).toBeLessThan(30_000);
});
