import { CanceledError } from '../../../../nodes/AppointmentScheduling/service/core/errors';
import {
	backoffDelay,
	requestedWait,
} from '../../../../nodes/AppointmentScheduling/service/http/retry';
import { broken, elapse, failureOf, json, talkTo, throughWaits, type Handler } from '../support';

const get = { method: 'GET', path: '/api/v3/appointments/a/' } as const;
const other = { method: 'GET', path: '/api/v3/appointments/b/' } as const;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const statuses = (...all: number[]) => all.map((status) => [`${status}`, () => json({}, status)]);
// Each code of a broken connection: network.test.ts.
const breaking = (code: string) => {
	throw broken(code);
};

it.each([
	...statuses(408, 429, 500, 502, 503, 504, 522),
	['ECONNRESET', () => breaking('ECONNRESET')],
] as Array<[string, Handler]>)('a read is sent again after %s', async (_what, fail) => {
	const { client, requests } = talkTo((request, count) =>
		count < 3 ? fail(request, count) : json({ done: true }),
	);
	expect((await throughWaits(client.request(get))).body).toEqual({ done: true });
	expect(new Set(requests.map(({ url }) => url)).size).toBe(1);
	expect(requests).toHaveLength(3);
});

it.each([...statuses(400, 404, 422, 501), ['ENOTFOUND', () => breaking('ENOTFOUND')]] as Array<
	[string, Handler]
>)('nothing is sent again after %s', async (_what, fail) => {
	const { client, requests } = talkTo(fail);
	expect(await failureOf(throughWaits(client.request(get)))).toMatchObject({
		name: 'ServiceError',
		uncertain: false,
	});
	expect(requests).toHaveLength(1);
});

it.each([
	[0, 'Try again later'],
	[1, 'The node sent the request 2 times. Try again later'],
])('with Max Retries %i the failure says how often it was sent', async (maxRetries, advice) => {
	const { client, requests } = talkTo(() => json({}, 503), { maxRetries });
	expect(await failureOf(throughWaits(client.request(get)))).toMatchObject({ status: 503, advice });
	expect(requests).toHaveLength(maxRetries + 1);
});

it.each([
	['12', 200, 13],
	['12', 500, 3],
	[undefined, 200, 13],
	[undefined, 500, 3],
])(
	'a 429 with Retry-After %p uses up no retry while other requests get %i: sent %i times',
	async (retryAfter, status, sent) => {
		const isA = (url: string) => url.endsWith('/a/');
		const talk = talkTo(
			({ url }) => {
				if (!isA(url)) return json({}, status);
				const count = talk.requests.filter((request) => isA(request.url)).length;
				return json({}, count < 13 ? 429 : 200, retryAfter ? { 'retry-after': retryAfter } : {});
			},
			{ maxRetries: 2 },
		);
		const serving = (async () => {
			for (let second = 0; second < 160; second += 1) {
				await talk.client.send(other);
				await elapse(1_000);
			}
		})();
		const outcome = talk.client.request(get).catch((error: unknown) => error);
		await throughWaits(Promise.all([outcome, serving]));
		expect(talk.requests.filter(({ url }) => isA(url))).toHaveLength(sent);
	},
);

describe('Retry-After', () => {
	beforeEach(() => jest.setSystemTime(Date.parse('2026-05-01T10:00:00Z')));

	it('of up to five minutes is waited for', async () => {
		const { client, times } = talkTo((_request, count) =>
			count === 1 ? json({}, 429, { 'retry-after': '300' }) : json({}),
		);
		await throughWaits(client.request(get));
		expect(times[1]! - times[0]!).toBe(300_000);
	});

	it.each<[header: string, wait: number | undefined]>([
		[' 1.25 ', 1_250],
		['2, 2', 2_000],
		['Fri, 01 May 2026 10:00:09 GMT', 9_000],
		['2026-05-01T10:00:05+00:00', 5_000],
		['soon', undefined],
		['31536001', undefined],
		['Sat, 01 May 2027 10:00:01 GMT', undefined],
		['Fri, 01 May 2026 09:00:00 GMT', undefined],
	])('counts if it is a time to come: %p', (header, wait) => {
		expect(requestedWait(503, { 'retry-after': header })).toBe(wait);
	});

	it.each<[name: string, reset: string, status: number, wait: number]>([
		['ratelimit-reset', '7', 429, 7_000],
		['ratelimit-reset', '7', 503, 0],
		['ratelimit-reset', String(Date.parse('2026-05-01T10:00:07Z') / 1000), 429, 7_000],
		['x-ratelimit-reset', String(Date.parse('2026-05-01T10:00:07Z')), 429, 7_000],
	])('may be missing: with %s %s at %i, the wait is %i ms', async (name, reset, status, wait) => {
		expect(requestedWait(status, { 'retry-after': 'soon', [name]: reset }) ?? 0).toBe(wait);
	});

	it.each([403, 429, 503])('of more fails at once and names the time (%i)', async (status) => {
		const { client, requests } = talkTo(() => json({}, status, { 'retry-after': '86400' }), {
			concurrency: 2,
		});
		const all = Array.from({ length: 50 }, async () => await failureOf(client.request(get)));
		for (const failure of await throughWaits(Promise.all(all))) {
			expect(failure).toMatchObject({
				status,
				retryAfter: 86_400_000,
				advice: expect.stringMatching(
					/^The service asks to wait until 2026-05-02 10:00:00 UTC\. (This was not sent\. )?Try/,
				),
			});
		}
		expect(requests).toHaveLength(2);
		await jest.advanceTimersByTimeAsync(86_400_000);
		await failureOf(client.request(get));
		expect(requests).toHaveLength(3);
	});
});

it('waits vary, so that requests that failed together are not sent together again', () => {
	const many = (delay: () => number) => Array.from({ length: 200 }, delay);
	for (const [attempt, ceiling] of [
		[0, 250],
		[3, 2_000],
		[12, 20_000],
	] as const) {
		const delays = many(() => backoffDelay(attempt));
		expect(Math.min(...delays)).toBeGreaterThanOrEqual(ceiling / 2);
		expect(Math.max(...delays)).toBeLessThanOrEqual(ceiling);
		expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(ceiling / 4);
	}
});

it('150 reads of a service that takes five a second all succeed', async () => {
	const served: number[] = [];
	const { client } = talkTo(
		async () => {
			await elapse(30);
			const now = performance.now();
			if (served.filter((at) => at > now - 1_000).length >= 5) return json({}, 429);
			served.push(now);
			return json({});
		},
		{ concurrency: undefined },
	);
	const all = Array.from({ length: 150 }, async () => await client.request(get));
	const ended = await throughWaits(Promise.allSettled(all));
	expect(ended.filter(({ status }) => status === 'rejected')).toEqual([]);
});

it('a 403 with Retry-After is waited for, and one without it is final', async () => {
	const { client, times } = talkTo((_request, count) =>
		count === 1 ? json({}, 403, { 'retry-after': '7' }) : json({}),
	);
	await throughWaits(client.request(get));
	expect(times[1]! - times[0]!).toBe(7_000);
	const refused = talkTo(() => json({}, 403));
	expect(await failureOf(refused.client.request(get))).toMatchObject({ status: 403 });
	expect(refused.requests).toHaveLength(1);
});

it.each([403, 429])(
	'a %i with Retry-After that does not end uses up the retries',
	async (status) => {
		const answer = json({}, status, { 'retry-after': '2' });
		const { client, requests } = talkTo(() => answer, { maxRetries: 2 });
		expect(await failureOf(throughWaits(client.request(get)))).toMatchObject({ status });
		expect(requests).toHaveLength(3);
	},
);

describe('a 200 that cannot be read', () => {
	const unreadable: Array<[string, Handler]> = [
		['a web page', () => json('<html>Sorry</html>')],
		['an empty body', () => json('')],
		['a cut body', () => json('{"results": [{"appointment_key"')],
	];

	it.each(unreadable)('is read again once something has worked: %s', async (_what, fail) => {
		const { client, requests } = talkTo((request, count) =>
			count > 1 && count < 5 ? fail(request, count) : json({ count }),
		);
		await throughWaits(client.request(get));
		expect((await throughWaits(client.request(get))).body).toEqual({ count: 5 });
		expect(requests).toHaveLength(5);
	});

	it.each(unreadable)('blames the Base URL only if nothing has worked: %s', async (_what, fail) => {
		const wrong = talkTo(fail);
		expect(await failureOf(throughWaits(wrong.client.request(get)))).toMatchObject({
			advice: expect.stringContaining("'Base URL'"),
		});
		expect(wrong.requests).toHaveLength(2);
		const { client } = talkTo((request, count) => (count === 1 ? json({}) : fail(request, count)));
		await client.request(get);
		const { advice } = (await failureOf(throughWaits(client.request(get)))) as { advice: string };
		expect(advice).not.toContain('Base URL');
		expect(advice).toContain('5 times');
	});
});

it('stops waiting for a retry soon after the execution is canceled', async () => {
	const abort = new AbortController();
	const { client, requests } = talkTo(() => json({}, 503, { 'retry-after': '30' }), {
		signal: abort.signal,
	});
	const failing = failureOf(client.request(get));
	await jest.advanceTimersByTimeAsync(5_200);
	abort.abort();
	await jest.advanceTimersByTimeAsync(500);
	expect(await failing).toBeInstanceOf(CanceledError);
	expect(jest.getTimerCount()).toBe(0);
	expect(requests).toHaveLength(1);
});

it('a request that is canceled on its way is canceled, not a failure of the service', async () => {
	const abort = new AbortController();
	const { client, requests } = talkTo(
		() => {
			abort.abort();
			expect(requests[0]?.abortSignal?.aborted).toBe(true);
			throw broken('ERR_CANCELED');
		},
		{ signal: abort.signal },
	);
	expect(await failureOf(client.request(get))).toBeInstanceOf(CanceledError);
});

it('a refusal of one item with Retry-After is not that of the others', async () => {
	const { client } = talkTo(
		({ url }) =>
			url.includes('gone')
				? json({}, 404, { 'retry-after': '3600' })
				: json({ appointment_key: 'there' }),
		{ concurrency: 1 },
	);
	const get = async (key: string) =>
		await client.request({ method: 'GET', path: `/api/v3/appointments/${key}/` });
	await expect(throughWaits(get('gone'))).rejects.toMatchObject({ status: 404 });
	expect(await throughWaits(get('there'))).toMatchObject({ status: 200 });
});
