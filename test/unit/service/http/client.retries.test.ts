import fc from 'fast-check';

import type { ServiceRequest } from '../../../../nodes/AppointmentScheduling/service/http/client';
import {
	CanceledError,
	ServiceError,
} from '../../../../nodes/AppointmentScheduling/service/errors';
import { broken, failureOf, json, talkTo, throughWaits } from '../support';

type Method = ServiceRequest['method'];

const ask = (method: Method): ServiceRequest => ({ method, path: '/api/v3/appointments/a/' });
const stateful: Method[] = ['GET', 'PUT', 'PATCH', 'DELETE'];

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe.each(stateful)('%s', (method) => {
	it.each([429, 502, 503, 504])('is sent again after %i', async (status) => {
		const { client, requests } = talkTo((_request, count) =>
			count < 3 ? json({}, status) : json({ done: true }),
		);
		const { body } = await throughWaits(client.request(ask(method)));
		expect(body).toEqual({ done: true });
		expect(requests).toHaveLength(3);
		expect(new Set(requests.map(({ url, body: sent }) => JSON.stringify([url, sent]))).size).toBe(
			1,
		);
	});

	it.each(['ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT', 'ECONNREFUSED', 'EPIPE', 'ERR_BAD_RESPONSE'])(
		'is sent again after %s',
		async (code) => {
			const { client, requests } = talkTo((_request, count) => {
				if (count === 1) throw broken(code);
				return json({ done: true });
			});
			expect((await throughWaits(client.request(ask(method)))).body).toEqual({ done: true });
			expect(requests).toHaveLength(2);
		},
	);

	it.each([400, 401, 403, 404, 405, 409, 410, 415, 418, 422, 501])(
		'is not sent again after %i',
		async (status) => {
			const { client, requests } = talkTo(() => json({}, status));
			expect(await failureOf(throughWaits(client.request(ask(method))))).toMatchObject({ status });
			expect(requests).toHaveLength(1);
		},
	);

	it.each(['ENOTFOUND', 'CERT_HAS_EXPIRED'])('is not sent again after %s', async (code) => {
		const { client, requests } = talkTo(() => {
			throw broken(code);
		});
		expect(await failureOf(throughWaits(client.request(ask(method))))).toMatchObject({ code });
		expect(requests).toHaveLength(1);
	});
});

it('sends a read again after 500, and no write', async () => {
	for (const method of stateful) {
		const { client, requests } = talkTo(() => json({}, 500));
		await failureOf(throughWaits(client.request(ask(method))));
		expect(requests).toHaveLength(method === 'GET' ? 5 : 1);
	}
});

it.each([429, 500, 502, 503, 504])('never sends a POST again by itself (%i)', async (status) => {
	const { client, requests } = talkTo(() => json({}, status));
	await failureOf(throughWaits(client.request(ask('POST'))));
	expect(requests).toHaveLength(1);
});

it('never sends a POST again when the connection breaks', async () => {
	const { client, requests } = talkTo(() => {
		throw broken('ECONNRESET');
	});
	const failure = await failureOf(throughWaits(client.request(ask('POST'))));
	expect(failure).toMatchObject({ code: 'ECONNRESET', uncertain: true });
	expect(requests).toHaveLength(1);
});

it.each([0, 1, 4, 6])('tries again %i times at most', async (maxRetries) => {
	const { client, requests } = talkTo(() => json({ detail: 'Busy.' }, 503), { maxRetries });
	expect(await failureOf(throughWaits(client.request(ask('GET'))))).toMatchObject({ status: 503 });
	expect(requests).toHaveLength(maxRetries + 1);
});

it('tries again twice as often while the service handles other requests', async () => {
	const { client, requests } = talkTo(({ url }) => json({}, url.endsWith('/a/') ? 502 : 200), {
		maxRetries: 2,
	});
	const failing = failureOf(client.request(ask('GET')));
	const other = client.request({ method: 'GET', path: '/api/v3/appointments/b/' });
	await throughWaits(Promise.all([failing, other]));
	expect(requests.filter(({ url }) => url.endsWith('/a/'))).toHaveLength(5);
});

it.each([500, 502, undefined])(
	'a change is not checked while the service is down (%p)',
	async (status) => {
		const check = jest.fn();
		const { client, requests } = talkTo(() => {
			if (status === undefined) throw broken('ECONNRESET');
			return json({}, status);
		});
		const failing = throughWaits(client.request({ ...ask('PATCH'), check }));
		expect(await failureOf(failing)).toMatchObject({ status, uncertain: true });
		expect(requests).toHaveLength(status === 500 ? 1 : 5);
		expect(check).not.toHaveBeenCalled();
	},
);

it('waits longer before every further try', async () => {
	const { client, times } = talkTo(() => json({}, 503));
	await failureOf(throughWaits(client.request(ask('GET'))));
	const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
	[250, 500, 1000, 2000].forEach((most, index) => {
		expect(waits[index]).toBeGreaterThanOrEqual(most / 2);
		expect(waits[index]).toBeLessThanOrEqual(most);
	});
});

it.each([
	['seconds', () => '7', 7000],
	['a date', () => new Date(Date.now() + 9000).toUTCString(), 9000],
	['more than is bearable', () => '86400', 60_000],
])('waits as Retry-After says in %s', async (_form, header, expected) => {
	jest.setSystemTime(Date.parse('2026-05-01T10:00:00Z'));
	const { client, times } = talkTo((_request, count) =>
		count === 1 ? json({}, 429, { 'retry-after': header() }) : json({}),
	);
	await throughWaits(client.request(ask('PATCH')));
	expect((times[1] ?? 0) - (times[0] ?? 0)).toBe(expected);
});

it('tells that a write may have taken effect when an earlier answer was lost', async () => {
	const { client } = talkTo((_request, count) => {
		if (count === 1) throw broken('ECONNRESET');
		return json({}, 404);
	});
	const failure = await failureOf(throughWaits(client.request(ask('DELETE'))));
	expect(failure).toMatchObject({ status: 404, uncertain: true });
	const { client: other } = talkTo((_request, count) => json({}, count === 1 ? 429 : 404));
	expect(await failureOf(throughWaits(other.request(ask('DELETE'))))).toMatchObject({
		status: 404,
		uncertain: false,
	});
});

it('stops trying when the execution is cancelled', async () => {
	const abort = new AbortController();
	const { client, requests } = talkTo(() => json({}, 503, { 'retry-after': '30' }), {
		signal: abort.signal,
	});
	const failing = failureOf(client.request(ask('GET')));
	await jest.advanceTimersByTimeAsync(5000);
	abort.abort();
	await jest.runAllTimersAsync();
	expect(await failing).toBeInstanceOf(CanceledError);
	expect(requests).toHaveLength(1);
});

it('a request that is canceled on its way is canceled, and no failure of the service', async () => {
	const abort = new AbortController();
	const { client } = talkTo(
		() => {
			abort.abort();
			throw broken('ECONNRESET');
		},
		{ signal: abort.signal },
	);
	expect(await failureOf(client.request(ask('POST')))).toBeInstanceOf(CanceledError);
});

it('gives the gate back while it waits, so that others are served', async () => {
	const { client, requests } = talkTo(
		({ url }, count) => json({}, url.endsWith('/a/') && count < 3 ? 502 : 200),
		{ concurrency: 1 },
	);
	const slow = client.request(ask('GET'));
	const fast = client.request({ method: 'GET', path: '/api/v3/appointments/b/' });
	await throughWaits(Promise.all([slow, fast]));
	expect(requests.map(({ url }) => url.slice(-3))).toEqual(['/a/', '/b/', '/a/']);
});

it('loses none of 500 where one answer in five fails, and has never more in flight than asked', async () => {
	await fc.assert(
		fc.asyncProperty(fc.integer({ min: 1, max: 32 }), async (concurrency) => {
			const talk = talkTo(
				async (_request, count) => {
					await new Promise((resolve) => setTimeout(resolve, 20));
					if (count % 10 === 5) throw broken('ECONNRESET');
					return json({}, count % 10 === 0 ? 503 : 200);
				},
				{ concurrency },
			);
			const all = Promise.allSettled(
				Array.from({ length: 500 }, () => talk.client.request(ask('GET'))),
			);
			const settled = await throughWaits(all);
			expect(settled.filter(({ status }) => status === 'rejected')).toEqual([]);
			expect(talk.mostInFlight()).toBeLessThanOrEqual(concurrency);
		}),
		{ numRuns: 6 },
	);
});

it('has a failure of the service alone, whatever went wrong', async () => {
	const { client } = talkTo(() => {
		throw new TypeError('something of n8n');
	});
	expect(await failureOf(client.request(ask('GET')))).toBeInstanceOf(ServiceError);
});
