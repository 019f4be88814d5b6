import { searchOf } from '../../../nodes/AppointmentScheduling/service/addresses';
import { CanceledError, isPassing } from '../../../nodes/AppointmentScheduling/service/errors';
import {
	baseUrl,
	broken,
	elapse,
	failureOf,
	json,
	talkTo,
	throughWaits,
	type Handler,
} from './support';

const PATH = 'appointments/';
const down = () => {
	throw broken('ECONNRESET');
};

it('a request goes below the base URL, with a slash, as JSON, and follows no redirect', async () => {
	const { client, requests } = talkTo(() => json({ id: 1 }));
	const query = { name: 'Ana & Bé', service_keys: ['a', 'b'], is_cancelled: false };
	await client.read(PATH, searchOf(query));
	expect(requests[0]).toMatchObject({
		method: 'GET',
		url: `${baseUrl}/api/v3/appointments/?name=Ana+%26+B%C3%A9&service_keys=a&service_keys=b&is_cancelled=false`,
		disableFollowRedirect: true,
	});
});

describe('a read', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	const failingFirst =
		(times: number, failing: Handler): Handler =>
		(request, count) =>
			count <= times ? failing(request, count) : json({ id: 1 });

	it.each<[string, Handler, seconds: number]>([
		['408', () => json('', 408), 1 + 2 + 4],
		['500', () => json('', 500), 1 + 2 + 4],
		['503 with Retry-After', () => json('', 503, { 'retry-after': '3' }), 3 + 3 + 4],
		['a lost connection', down, 1 + 2 + 4],
	])('is tried four times after %s', async (_what, failing, seconds) => {
		const { client, requests } = talkTo(failingFirst(3, failing));
		const began = performance.now();
		expect(await throughWaits(client.read(PATH))).toEqual({ id: 1 });
		expect(requests).toHaveLength(4);
		expect(Math.round((performance.now() - began) / 1_000)).toBe(seconds);
		const never = talkTo(failing);
		await failureOf(throughWaits(never.client.read(PATH)));
		expect(never.requests).toHaveLength(4);
	});

	it.each<[string, Handler]>([
		...[302, 400, 401, 403, 404, 409].map((status): [string, Handler] => [
			String(status),
			() => json({ detail: 'No.' }, status),
		]),
		[
			'a certificate that has expired',
			() => {
				throw broken('CERT_HAS_EXPIRED');
			},
		],
	])('is tried once after %s, because that does not pass', async (_what, failing) => {
		const { client, requests } = talkTo(failing);
		expect(isPassing(await failureOf(throughWaits(client.read(PATH))))).toBe(false);
		expect(requests).toHaveLength(1);
	});

	it('waits for the quota as often as it takes, because a 429 uses up no try', async () => {
		const refuse = () => json({ detail: 'Throttled.' }, 429, { 'retry-after': '5' });
		const { client, requests } = talkTo(failingFirst(8, refuse));
		expect(await throughWaits(client.read(PATH))).toEqual({ id: 1 });
		expect(requests).toHaveLength(9);
	});

	it('fails at once at a quota by the hour, and says when it is free again', async () => {
		jest.setSystemTime(Date.parse('2026-12-01T10:00:00Z'));
		const { client, requests } = talkTo(() => json('', 429, { 'retry-after': '1800' }));
		const failing = failureOf(client.read(PATH));
		await jest.advanceTimersByTimeAsync(1_000);
		expect(await failing).toMatchObject({
			message: 'The quota of requests is used up (429)',
			advice: 'Try again at 2026-12-01 10:30 (UTC)',
			details: { status: 429, retryAfter: expect.any(Number) },
		});
		const next = failureOf(client.read(PATH));
		await jest.advanceTimersByTimeAsync(1_000);
		expect(await next).toMatchObject({ details: { status: 429 } });
		expect(requests).toHaveLength(1);
	});

	it('fails at once if a failing service wants no request for half an hour', async () => {
		const { client, requests } = talkTo(() => json('', 503, { 'retry-after': '1800' }));
		const fail = jest.fn();
		client.read(PATH).catch(fail);
		await jest.advanceTimersByTimeAsync(1_000);
		expect(fail).toHaveBeenCalledWith(expect.objectContaining({ details: expect.anything() }));
		expect(requests).toHaveLength(1);
	});

	it('fails in the end if the service refuses only this one, and serves urgent ones', async () => {
		const { client } = talkTo(({ url }) => (url.includes('refused') ? json('', 429) : json({})));
		const fail = jest.fn();
		client.read('refused/').catch(fail);
		const urgent = client.with({ isUrgent: true });
		const others = async () => {
			for (let count = 0; count < 300; count += 1) {
				await elapse(1_000);
				await urgent.read(PATH);
			}
			return fail.mock.calls.length;
		};
		expect(await throughWaits(others())).toBe(1);
	});

	it('fails after two minutes if the service refuses everything without saying how long', async () => {
		const { client } = talkTo(() => json('', 429));
		const began = performance.now();
		expect(await failureOf(throughWaits(client.read(PATH)))).toMatchObject({
			details: { status: 429 },
		});
		expect(performance.now() - began).toBeLessThan(155_000);
	});

	it('at a publication is not sent if it would have to wait for the quota', async () => {
		jest.setSystemTime(Date.parse('2026-12-01T10:00:00Z'));
		// The last ones are for urgent requests.
		const used = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '3' };
		const { client, requests } = talkTo(() => json({ id: 1 }, 200, used));
		await client.read(PATH);
		const failure = await failureOf(client.with({ longestWait: 0 }).read(PATH));
		expect(failure).toMatchObject({
			advice: 'Try again at 2026-12-01 10:01 (UTC)',
			details: { status: 429, retryAfter: 61_000 },
		});
		expect(requests).toHaveLength(1);
	});
});

describe('an end', () => {
	const never = async () => await new Promise<never>(() => {});

	it('of the time for a response breaks the request off', async () => {
		const { signal } = new AbortController();
		const { client, requests } = talkTo(never, { timeout: 20, tries: 1, signal });
		expect(await failureOf(client.read(PATH))).toMatchObject({
			message: 'The service did not respond in time',
		});
		expect(requests[0]?.abortSignal?.aborted).toBe(true);
	});

	it('of the time for all requests ends waits and requests', async () => {
		const { signal } = new AbortController();
		const { client } = talkTo(() => json('', 503, { 'retry-after': '60' }), { signal });
		const failure = await failureOf(client.with({}, 30).read(PATH));
		expect(failure).toMatchObject({ message: 'There was no time left for the requests' });
	});

	it('of the execution comes within half a second, and nothing is sent after', async () => {
		const abort = new AbortController();
		const { client, requests } = talkTo(() => json('', 503, { 'retry-after': '60' }), {
			signal: abort.signal,
		});
		const failing = failureOf(client.read(PATH));
		await elapse(30);
		const began = performance.now();
		abort.abort();
		expect(await failing).toBeInstanceOf(CanceledError);
		expect(performance.now() - began).toBeLessThan(1_500);
		expect(await failureOf(client.read(PATH))).toBeInstanceOf(CanceledError);
		expect(requests).toHaveLength(1);
	});

	it('of the execution does not wait for a response that never ends', async () => {
		const abort = new AbortController();
		const { client } = talkTo(never, { tries: 1, signal: abort.signal });
		const failing = failureOf(client.read(PATH));
		await elapse(10);
		abort.abort();
		expect(await failing).toBeInstanceOf(CanceledError);
	});
});

it('the clock of the service is known from the Date of its responses', async () => {
	const ahead = 40_000;
	const { client } = talkTo(() =>
		json({ id: 1 }, 200, { date: new Date(Date.now() + ahead).toUTCString() }),
	);
	expect(Math.abs(client.now - Date.now())).toBeLessThan(100);
	await client.read(PATH);
	expect(Math.abs(client.now - Date.now() - ahead)).toBeLessThan(1_500);
});

it('an account is the same with the same address and token, and another one otherwise', () => {
	const idOf = (account: object) => talkTo(() => json({}), {}, account).client.accountId;
	const one = { baseUrl, token: 'one' };
	expect(idOf(one)).toBe(idOf({ ...one, timezone: 'Europe/Madrid' }));
	expect(idOf(one)).not.toBe(idOf({ ...one, token: 'two' }));
	expect(idOf(one)).not.toBe(idOf({ ...one, baseUrl: 'https://other.example' }));
	expect(idOf(one)).not.toContain('one');
});
