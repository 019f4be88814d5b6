import fc from 'fast-check';

import { broken, elapse, json, talkTo, throughWaits, type Handler } from '../support';

const get = { method: 'GET', path: '/api/v3/appointments/' } as const;

/** Answers after a time, or fails as a request does that was given less. */
const after =
	(ms: number): Handler =>
	async ({ timeout = 0 }) => {
		await elapse(Math.min(ms, timeout));
		if (ms > timeout) throw broken('ECONNABORTED');
		return json({});
	};

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('nothing is sent once the time is over, and a change was certainly not made', async () => {
	const { client, requests } = talkTo(after(0), { budgetMs: 1_000 });
	await jest.advanceTimersByTimeAsync(1_000);
	const failure = await throughWaits(client.send({ ...get, method: 'PATCH' }));
	expect(failure).toMatchObject({ code: 'ETIMEDOUT', uncertain: false, status: undefined });
	expect(requests).toEqual([]);
});

it('never takes longer, however the service behaves', async () => {
	const answers = fc.array(
		fc.record({
			ms: fc.integer({ min: 0, max: 40_000 }),
			status: fc.constantFrom(200, 429, 500, 503, 504),
			retryAfter: fc.option(fc.integer({ min: 1, max: 90 }), { nil: undefined }),
		}),
		{ minLength: 1 },
	);
	await fc.assert(
		fc.asyncProperty(answers, fc.integer({ min: 1, max: 60_000 }), async (script, budgetMs) => {
			const { client } = talkTo(
				async (request, count) => {
					const { ms, status, retryAfter } = script[count % script.length] ?? script[0]!;
					await after(ms)(request, count);
					return json({}, status, retryAfter ? { 'retry-after': String(retryAfter) } : {});
				},
				{ budgetMs },
			);
			const began = performance.now();
			const requests = Array.from({ length: 40 }, async () => await client.request(get));
			await throughWaits(Promise.allSettled(requests));
			expect(performance.now() - began).toBeLessThanOrEqual(budgetMs + 1);
		}),
		{ numRuns: 50 },
	);
});
