import fc from 'fast-check';

import {
	createWebhook,
	type WebhookBody,
} from '../../../../nodes/AppointmentScheduling/service/webhooks';
import { ServiceError } from '../../../../nodes/AppointmentScheduling/service/errors';
import { broken, elapse, failureOf, json, talkTo, throughWaits, type Handler } from '../support';

const get = { method: 'GET', path: '/api/v3/appointments/' } as const;
const webhook: WebhookBody = { url: 'https://n8n.example/webhook/1', events: ['a'] };

/** Answers after a time, or fails as a request does that was given less. */
const after =
	(ms: number, status = 200): Handler =>
	async ({ timeout = 0 }) => {
		await elapse(Math.min(ms, timeout));
		if (ms > timeout) throw broken('ECONNABORTED');
		return json({}, status);
	};

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('a Retry-After that does not fit fails at once, and keeps what the service asked for', async () => {
	const { client, requests } = talkTo(() => json({}, 429, { 'retry-after': '60' }), {
		budgetMs: 10_000,
	});
	const failing = failureOf(client.request(get));
	await jest.advanceTimersByTimeAsync(1);
	expect(await failing).toMatchObject({ status: 429, retryAfter: 60_000 });
	expect(requests).toHaveLength(1);
});

it('a Retry-After that fits is waited for', async () => {
	const { client } = talkTo(
		(_request, count) => json({}, count === 1 ? 429 : 200, { 'retry-after': '9' }),
		{ budgetMs: 10_000 },
	);
	expect((await throughWaits(client.request(get))).status).toBe(200);
});

it('a request gets the time that is left', async () => {
	const { client, requests } = talkTo(after(8_000), { budgetMs: 10_000 });
	await throughWaits(client.request(get));
	const began = Date.now();
	const failure = await failureOf(throughWaits(client.request(get)));
	expect(failure).toMatchObject({ code: 'ECONNABORTED' });
	expect(requests.map(({ timeout }) => timeout)).toEqual([10_000, 2_000]);
	expect(Date.now() - began).toBe(2_000);
});

it('a response that never ends costs no more than the budget', async () => {
	const { client } = talkTo(async () => await new Promise(() => {}), { budgetMs: 1_000 });
	const failing = failureOf(client.request(get));
	await jest.advanceTimersByTimeAsync(1_001);
	expect(await failing).toMatchObject({ code: 'ETIMEDOUT' });
});

it('nothing is sent once the time is over, and a change was certainly not made', async () => {
	const { client, requests } = talkTo(after(0), { budgetMs: 1_000 });
	await jest.advanceTimersByTimeAsync(1_000);
	const failure = await throughWaits(client.send({ ...get, method: 'PATCH' }));
	expect(failure).toBeInstanceOf(ServiceError);
	expect(failure).toMatchObject({ code: 'ETIMEDOUT', uncertain: false, status: undefined });
	expect(requests).toEqual([]);
});

it('the interval between requests is kept, and is no reason to exceed it', async () => {
	const { client, times } = talkTo(() => json([]), { budgetMs: 1_000, requestInterval: 400 });
	const began = performance.now();
	const requests = Array.from({ length: 5 }, async () => await client.request(get));
	const outcomes = await throughWaits(Promise.allSettled(requests));
	expect(times.map((time) => time - times[0]!)).toEqual([0, 400, 800]);
	expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(2);
	expect(performance.now() - began).toBe(1_000);
});

it('creating a webhook keeps to the budget too', async () => {
	const { client, requests } = talkTo(() => json({}, 503, { 'retry-after': '30' }), {
		budgetMs: 10_000,
	});
	expect(await failureOf(throughWaits(createWebhook(client, webhook)))).toMatchObject({
		status: 503,
		retryAfter: 30_000,
	});
	expect(requests).toHaveLength(1);
});

it('a clock that is set does not change it', async () => {
	const { client, times } = talkTo(
		(_request, count) => {
			jest.setSystemTime(Date.now() + (count % 2 === 0 ? 1 : -1) * 86_400_000);
			return json({}, count < 3 ? 503 : 200);
		},
		{ budgetMs: 10_000 },
	);
	const began = performance.now();
	expect((await throughWaits(client.request(get))).status).toBe(200);
	expect(performance.now() - began).toBeLessThan(2_000);
	expect(times).toHaveLength(3);
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
