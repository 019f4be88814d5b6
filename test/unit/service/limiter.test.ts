import {
	Limiter,
	limiterOf,
	type Wish,
} from '../../../nodes/AppointmentScheduling/service/limiter';
import { loadIn, Quota } from '../../../nodes/AppointmentScheduling/service/quota';
import { MOST_IN_FLIGHT } from '../../../nodes/AppointmentScheduling/service/window';
import { VirtualTime } from './virtualTime';

interface Answer {
	status: number;
	headers: Record<string, unknown>;
}

interface Kind {
	perMinute?: number;
	/** Of the present minute, before. */
	used?: number;
	says?: 'headers' | 'retry' | 'nothing';
	isSliding?: boolean;
	/** How far its clock is ahead, in ms. */
	skew?: number;
	hasDate?: boolean;
	latency?: () => number;
	/** How many requests it takes at a time, and with what it refuses others. */
	atOnce?: number;
	refusesWith?: number;
}

/** A service that counts requests by the minute as it gets them. */
class QuotaService {
	refused = 0;
	served = 0;
	most = 0;
	/** Sent in place of a normal response. */
	failure?: number;
	private inFlight = 0;
	private taken: number[] = [];

	constructor(
		readonly time: VirtualTime,
		private readonly kind: Kind,
	) {
		this.use(kind.used ?? 0);
	}

	/** Another process uses so many. */
	use(count: number): void {
		for (let i = 0; i < count; i += 1) this.taken.push(this.time.now());
	}

	get = async (): Promise<Answer> => {
		const { time, kind } = this;
		const { perMinute = Infinity, isSliding, atOnce = Infinity, refusesWith = 429 } = kind;
		const latency = kind.latency?.() ?? 100;
		await time.sleep(latency / 2);
		const minute = Math.floor(time.now() / 60_000) * 60_000;
		const since = isSliding ? time.now() - 60_000 : minute;
		this.taken = this.taken.filter((at) => (isSliding ? at > since : at >= since));
		const isUsedUp = this.taken.length >= perMinute;
		const isTooMany = this.inFlight >= atOnce;
		const refusal = isUsedUp ? 429 : isTooMany ? refusesWith : undefined;
		const status = this.failure ?? refusal ?? 200;
		if (status === 200) {
			this.served += 1;
			this.taken.push(time.now());
		} else this.refused += 1;
		const headers = this.headers(isUsedUp, minute);
		if (status !== 200 && !isUsedUp) return { status, headers };
		this.most = Math.max(this.most, (this.inFlight += 1));
		await time.sleep(latency / 2);
		this.inFlight -= 1;
		return { status, headers };
	};

	private headers(isUsedUp: boolean, minute: number): Record<string, unknown> {
		const { perMinute, says = 'headers', isSliding, skew = 0, hasDate = true } = this.kind;
		const reset = (isSliding ? (this.taken[0] ?? this.time.now()) : minute) + 60_000;
		const isShown = perMinute !== undefined && says === 'headers';
		return {
			...(hasDate && { date: new Date(this.time.now() + skew).toUTCString() }),
			...(isShown && {
				'x-ratelimit-limit': String(perMinute),
				'x-ratelimit-remaining': String(perMinute - this.taken.length),
				'x-ratelimit-reset': String(Math.floor((reset + skew) / 1_000)),
			}),
			...(isUsedUp &&
				says !== 'nothing' && {
					'retry-after': String(Math.ceil((reset - this.time.now()) / 1_000)),
				}),
		};
	}
}

/** From the 18th second of a minute on, which has 42.7 s left. */
function setUp(kind: Kind) {
	const time = new VirtualTime();
	const service = new QuotaService(time, kind);
	const limiter = new Limiter(time);
	const pass = async (send: () => Promise<Answer>, wish?: Wish) =>
		await limiter.pass(send, ({ status, headers }) => loadIn(status, headers, time.now()), wish);
	const ask = async (wish?: Wish) => await pass(service.get, wish);
	/** A node that reads so many, 100 items at a time. A 5xx uses up one of four tries. */
	const read = async (count: number, wish?: Wish): Promise<number> => {
		let next = 0;
		let lost = 0;
		const item = async () => {
			for (let tries = 1; tries <= 4;) {
				const { status } = (await ask(wish))!;
				if (status === 200) return;
				if (status === 429) continue;
				await time.sleep(1_000 * 2 ** (tries - 1));
				tries += 1;
			}
			lost += 1;
		};
		const work = async () => {
			while (next < count) {
				next += 1;
				await item();
			}
		};
		await Promise.all(Array.from({ length: 100 }, work));
		return lost;
	};
	/** How long it takes, in s of virtual time. */
	const timed = async (task: () => Promise<unknown>): Promise<number> => {
		const began = time.now();
		await time.run(task);
		return (time.now() - began) / 1_000;
	};
	return { time, service, limiter, pass, ask, read, timed };
}

const reading = async (kind: Kind, ...counts: number[]) => {
	const { service, read, timed } = setUp(kind);
	let lost = 0;
	const seconds = await timed(async () => {
		const all = await Promise.all(counts.map(async (count) => await read(count)));
		lost = all.reduce((sum, one) => sum + one, 0);
	});
	const { refused, served, most } = service;
	return { seconds, refused, served, most, lost };
};

/** A tenth is kept: 54 of 200 in the rest of the minute, 54 in each one after. */
const BEST_OF_200 = 42.7 + 120;

describe('without a quota', () => {
	it.each([20, 100, 300])('500 reads at %i ms need at most five rounds to speed up', async (ms) => {
		const { seconds, most, refused } = await reading({ latency: () => ms }, 500);
		expect(seconds).toBeLessThanOrEqual(((500 / MOST_IN_FLIGHT + 5) * ms) / 1_000);
		expect([most, refused]).toEqual([MOST_IN_FLIGHT, 0]);
	});

	it('one asks, then eight are in flight, doubled with each round', async () => {
		const { time, service, read } = setUp({});
		const rounds: number[] = [];
		await time.run(async () => {
			const all = read(100);
			for (let round = 0; round < 4; round += 1) {
				service.most = 0;
				await time.sleep(99);
				rounds.push(service.most);
				await time.sleep(1);
			}
			await all;
		});
		expect(rounds).toEqual([1, 8, 16, 32]);
	});

	it.each([429, 503].flatMap((status) => [4, 10, 40].map((atOnce) => [atOnce, status] as const)))(
		'a service that takes %i at a time, and refuses with %i, loses nothing',
		async (atOnce, refusesWith) => {
			const found = await reading({ atOnce, refusesWith }, 500);
			expect(found).toMatchObject({ served: 500, lost: 0 });
			expect(found.refused).toBeLessThan(100);
			expect(found.seconds).toBeLessThan(60);
		},
	);

	it('an overload halves it once for all that were in flight together', async () => {
		const { time, service, ask, read } = setUp({});
		const many = async () => await Promise.all(Array.from({ length: 64 }, async () => await ask()));
		await time.run(async () => await read(300));
		service.failure = 502;
		await time.run(many);
		service.failure = undefined;
		service.most = 0;
		await time.run(many);
		expect(service.most).toBeGreaterThanOrEqual(32);
		expect(service.most).toBeLessThanOrEqual(36);
	});

	it('it doubles again a minute after the last overload', async () => {
		const { time, service, ask, read } = setUp({});
		service.failure = 502;
		await time.run(async () => {
			for (let i = 0; i < 8; i += 1) await ask();
		});
		service.failure = undefined;
		await time.run(async () => await time.sleep(61_000));
		service.most = 0;
		await time.run(async () => await read(300));
		expect(service.most).toBeGreaterThan(60);
	});

	it('a dead service is asked by one request at a time', async () => {
		const { time, limiter, pass } = setUp({});
		let [inFlight, most] = [0, 0];
		const lose = async (): Promise<Answer> => {
			most = Math.max(most, (inFlight += 1));
			await time.sleep(1_000);
			inFlight -= 1;
			throw new Error('ECONNRESET');
		};
		const all = Array.from({ length: 20 }, async () => await pass(lose));
		await time.run(async () => await Promise.allSettled(all));
		expect([most, limiter.wait()]).toEqual([1, 0]);
	});
});

describe('a quota of 60 a minute', () => {
	it.each<[string, Kind, number[], seconds: number, refused: number]>([
		['by one node', {}, [200], BEST_OF_200 * 1.05, 2],
		['by three nodes', {}, [100, 60, 40], BEST_OF_200 * 1.05, 2],
		['of which others have used 58', { used: 58 }, [100], (42.7 + 60) * 1.05, 1],
		['of which others have used all', { used: 60 }, [100], (42.7 + 60) * 1.05, 1],
		['on a clock that is late', { skew: -40_000 }, [200], BEST_OF_200 * 1.05, 2],
		['on a clock that is a little ahead', { skew: 3_000 }, [200], BEST_OF_200 * 1.05, 2],
		['on a clock that is ahead', { skew: 40_000 }, [200], BEST_OF_200 * 1.05, 2],
		['on a late clock without Date', { skew: -40_000, hasDate: false }, [200], 268, 4],
		['on an early clock without Date', { skew: 40_000, hasDate: false }, [200], 268, 4],
		['in any minute', { isSliding: true }, [200], 200, 2],
		['that only Retry-After says', { says: 'retry' }, [200], BEST_OF_200 * 1.05, 200],
		['that nothing says', { says: 'nothing' }, [200], BEST_OF_200 + 60, 200],
	])('%s is kept', async (_what, kind, counts, seconds, refused) => {
		const found = await reading({ perMinute: 60, ...kind }, ...counts);
		expect(found).toMatchObject({ served: counts.reduce((sum, one) => sum + one), lost: 0 });
		expect(found.seconds).toBeLessThanOrEqual(seconds);
		expect(found.refused).toBeLessThanOrEqual(refused);
	});

	it.each([-5_000, 0, 4_000_000, 4e11])(
		'that says it begins anew in %i ms does so in a minute, because that cannot be right',
		(resetIn) => {
			const quota = new Quota();
			quota.learn({ isOverloaded: false, limit: 60, remaining: 0, resetIn }, 0);
			expect(quota.resetAt).toBe(61_000);
		},
	);

	it('stays known after a response that does not show it', () => {
		const quota = new Quota();
		quota.learn({ isOverloaded: false, limit: 60, remaining: 5, resetIn: 30_000 }, 0);
		quota.learn({ isOverloaded: false }, 0);
		expect(quota.most(true, 0)).toBe(5);
	});

	it('is kept if all that it has left are on their way for long', async () => {
		const { time, service, ask } = setUp({ perMinute: 60, used: 56, latency: () => 20_000 });
		await time.run(async () => {
			await ask();
			await Promise.all([1, 2, 3, 4, 5].map(async () => await ask({ isUrgent: true })));
		});
		expect([service.served, service.refused]).toEqual([6, 0]);
	});

	it('that another process uses as well is kept', async () => {
		const { time, service, read } = setUp({ perMinute: 60 });
		await time.run(async () => {
			const all = read(150);
			for (let i = 0; i < 12; i += 1) {
				await time.sleep(9_000);
				service.use(7);
			}
			await all;
		});
		expect(service.refused).toBeLessThanOrEqual(3);
	});

	it('has a tenth for urgent requests, which wait for nobody', async () => {
		const { time, service, read, ask } = setUp({ perMinute: 60 });
		const waits: number[] = [];
		await time.run(async () => {
			const all = read(200);
			for (let i = 0; i < 5; i += 1) {
				await time.sleep(20_000);
				const at = time.now();
				await ask({ isUrgent: true });
				waits.push(time.now() - at);
			}
			await all;
		});
		expect(Math.max(...waits)).toBeLessThanOrEqual(250);
		expect(service.refused).toBe(0);
	});

	it('is kept whatever the order of responses', async () => {
		let seed = 7;
		const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
		const latency = () => 20 + 3_000 * random() ** 4;
		const { time, service, read } = setUp({ perMinute: 60, latency });
		await time.run(async () => await read(600, { isUrgent: true }));
		expect([service.served, service.refused]).toEqual([600, 0]);
	});
});

describe('while nothing is known of the quota', () => {
	/** The first request hangs. */
	const hanging = () => {
		const { time, service, pass } = setUp({ perMinute: 60 });
		const sentAt: number[] = [];
		const began = time.now();
		const send = async (): Promise<Answer> => {
			const count = sentAt.push(time.now() - began);
			if (count === 1) await time.sleep(30_000);
			return await service.get();
		};
		return { time, sentAt, ask: async (wish?: Wish) => await pass(send, wish) };
	};

	it('a request without a response holds up the others for five seconds', async () => {
		const { time, sentAt, ask } = hanging();
		const all = Array.from({ length: 9 }, async () => await ask());
		await time.run(async () => await Promise.all(all));
		const [, second, ...others] = sentAt;
		expect(second).toBeGreaterThanOrEqual(5_000);
		expect(second).toBeLessThanOrEqual(5_500);
		expect(Math.max(...others)).toBeLessThanOrEqual(5_700);
	});

	it('so does it one that must not wait for the quota', async () => {
		const { time, ask } = hanging();
		await time.run(async () => {
			void ask();
			const began = time.now();
			expect((await ask({ longestWait: 0 }))?.status).toBe(200);
			expect(time.now() - began).toBeLessThanOrEqual(5_700);
		});
	});
});

it('what is sent again goes before what was never sent', async () => {
	const { time, pass } = setUp({});
	const order: string[] = [];
	const send = async (name: string, wish?: Wish) =>
		await pass(async () => {
			order.push(name);
			await time.sleep(100);
			return { status: 503, headers: {} };
		}, wish);
	const all = [send('first'), send('second'), send('again', { isAgain: true })];
	await time.run(async () => await Promise.all(all));
	expect(order).toEqual(['first', 'again', 'second']);
});

/** What a service refuses that does not say how long, or says it. */
const refusing =
	(headers: Answer['headers'] = {}) =>
	async (): Promise<Answer> =>
		await Promise.resolve({ status: 429, headers });

describe('whoever waits', () => {
	const closed = async () => {
		const { time, pass } = setUp({});
		const ask = async (wish?: Wish) =>
			(await pass(refusing({ 'retry-after': '1800' }), wish))?.status;
		await time.run(async () => await ask());
		return { time, ask };
	};

	it('is not sent if the service takes none for longer than that', async () => {
		const { time, ask } = await closed();
		const began = time.now();
		expect(await time.run(async () => await ask({ longestWait: 120_000 }))).toBeUndefined();
		expect(time.now()).toBe(began);
	});

	it('is not sent if the quota has none left, whatever is in flight', async () => {
		const { time, ask } = setUp({ perMinute: 60, used: 53 });
		await time.run(async () => {
			await ask();
			const urgent = ask({ isUrgent: true });
			const began = time.now();
			expect(await ask({ longestWait: 0 })).toBeUndefined();
			expect(time.now()).toBe(began);
			expect((await urgent)?.status).toBe(200);
		});
	});

	it('ends within half a second if nobody waits any more', async () => {
		const { time, ask } = await closed();
		await time.run(async () => {
			let isCanceled = false;
			const waiting = ask({ isOver: () => isCanceled });
			await time.sleep(3_000);
			isCanceled = true;
			const at = time.now();
			expect(await waiting).toBeUndefined();
			expect(time.now() - at).toBeLessThanOrEqual(500);
		});
	});
});

it('refusals in a row that do not say how long make waits of half a second, doubled up to half a minute', async () => {
	const { time, limiter, pass, ask } = setUp({});
	const sentAt: number[] = [];
	const refuse = async (count: number) => {
		for (let i = 0; i < count; i += 1) {
			await pass(refusing());
			sentAt.push(time.now());
		}
	};
	await time.run(async () => await refuse(9));
	const waits = sentAt.slice(1).map((at, index) => at - sentAt[index]!);
	expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
	expect(limiter.refusedFor).toBe(91_500);
	await time.run(async () => await ask());
	expect(limiter.refusedFor).toBe(0);
	await time.run(async () => await refuse(1));
	expect(limiter.wait()).toBe(500);
});

it('refusals at the same time make the wait no longer', async () => {
	const { time, limiter, pass, ask } = setUp({});
	await time.run(async () => await ask());
	const all = Array.from({ length: 8 }, async () => await pass(refusing()));
	await time.run(async () => await Promise.all(all));
	expect(limiter.wait()).toBe(1_000);
});

it('after a refusal, older responses and shorter waits let nothing pass, and then one asks', async () => {
	const { time, pass } = setUp({});
	const sentAt: number[] = [];
	const send = async (): Promise<Answer> => {
		const count = sentAt.push(time.now());
		await time.sleep(count === 2 ? 100 : 200);
		if (count === 2) return await refusing({ 'retry-after': '10' })();
		if (count === 3) return await refusing()();
		return { status: 200, headers: {} };
	};
	const all = Array.from({ length: 30 }, async () => await pass(send));
	await time.run(async () => await Promise.all(all));
	const refusedAt = sentAt[1]! + 100;
	expect(sentAt.filter((at) => at > refusedAt && at < refusedAt + 10_000)).toEqual([]);
	expect(sentAt.filter((at) => at < refusedAt + 10_200)).toHaveLength(1 + 8 + 1);
});

it('an account has one limiter in the process, and 300 accounts are remembered', () => {
	const first = limiterOf('a0');
	for (let i = 1; i < 300; i += 1) limiterOf(`a${i}`);
	expect(limiterOf('a0')).toBe(first);
	for (let i = 300; i < 599; i += 1) limiterOf(`a${i}`);
	expect(limiterOf('a0')).toBe(first);
	for (let i = 600; i < 900; i += 1) limiterOf(`a${i}`);
	expect(limiterOf('a0')).not.toBe(first);
});

describe('the load that a response reports', () => {
	const now = Date.parse('2027-01-01T10:00:00Z');
	const [limit, left, reset] = [
		'x-ratelimit-limit',
		'x-ratelimit-remaining',
		'x-ratelimit-reset',
	] as const;
	const at = String(now / 1_000 + 30);
	const date = 'Fri, 01 Jan 2027 10:00:20 GMT';
	const year = '99999999';

	it.each<[number, Record<string, unknown>, object]>([
		[200, {}, { isOverloaded: false }],
		[
			200,
			{ [limit]: '60', [left]: '7', [reset]: at },
			{ limit: 60, remaining: 7, resetIn: 30_000 },
		],
		[200, { date, [reset]: at }, { resetIn: 10_000 }],
		[200, { [left]: '-1, 5' }, { remaining: undefined }],
		[429, { 'retry-after': '7' }, { isOverloaded: true, isRefused: true, retryIn: 7_000 }],
		[429, { [reset]: at }, { isRefused: true, retryIn: 30_000 }],
		// An hour at most.
		[429, { 'retry-after': year }, { isRefused: true, retryIn: 3_600_000 }],
		[429, { [reset]: '99999999999' }, { isRefused: true, retryIn: 3_600_000 }],
		[429, { 'retry-after': 'soon' }, { isOverloaded: true, isRefused: true }],
		[502, { [left]: '9' }, { isOverloaded: true }],
	])('%i with %j', (status, headers, load) => {
		expect(loadIn(status, headers, now)).toMatchObject(load);
	});
});
