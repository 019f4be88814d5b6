import * as https from 'node:https';
import { generate } from 'selfsigned';
import { startService, type FaultAction, type Service } from '..';
import { ask, until } from './support';

const LIST = '/api/v3/appointments/';
const HOOKS = '/api/v3/webhooks/';
const HOOK = { url: 'https://n8n.example/hook', events: ['appointment.created'] };

let service: Service;

beforeAll(async () => {
	service = await startService();
});

beforeEach(() => {
	service.speak('plain');
	service.faults.clear();
	service.webhooks.clear();
	service.requests.clear();
});

afterAll(() => service.stop());

const list = (at: Service = service) => ask(at, 'GET', LIST);
const many = (count: number) =>
	Promise.all(Array.from({ length: count }, async () => (await list()).status));

it('serves so many at once, and refuses the rest', async () => {
	service.speak({ capacity: 4 });
	service.inFlight.reset();
	const served = service.faults.add({ times: 4, action: { kind: 'hold' } });
	const four = many(4);
	await until(() => served.hits === 4);
	expect(await many(6)).toEqual(Array(6).fill(429));
	expect(service.inFlight.max).toBeGreaterThan(4);
	served.remove();
	expect(await four).toEqual(Array(4).fill(200));
	expect(await many(4)).toEqual(Array(4).fill(200));
});

it('says when to come again, in seconds or as a date', async () => {
	service.speak({ capacity: 0, overload: 503, retryAfter: 'seconds', retryAfterSeconds: 7 });
	const seconds = await list();
	expect([seconds.status, seconds.headers.get('retry-after')]).toEqual([503, '7']);
	service.speak({ retryAfter: 'date' });
	const date = Date.parse((await list()).headers.get('retry-after') ?? '');
	expect(date - Date.now()).toBeGreaterThan(5000);
	service.speak({ retryAfter: 'none' });
	expect((await list()).headers.get('retry-after')).toBeNull();
});

it('serves slow answers side by side', async () => {
	const held = service.faults.add({ action: { kind: 'hold' } });
	const twenty = many(20);
	await until(() => held.hits === 20);
	expect(service.inFlight.now).toBe(20);
	held.remove();
	expect(await twenty).toEqual(Array(20).fill(200));
});

it('fails every k-th request, undone', async () => {
	service.speak({ failEvery: 3, failStatus: 502 });
	const statuses = [];
	for (let count = 0; count < 9; count++)
		statuses.push((await ask(service, 'POST', HOOKS, HOOK)).status);
	expect(statuses.filter((status) => status === 502)).toHaveLength(3);
	expect(service.webhooks.list()).toHaveLength(6);
});

it('answers with a web page', async () => {
	service.speak({ page: true });
	const { status, headers, text } = await list();
	expect([status, headers.get('content-type'), text]).toEqual([
		200,
		'text/html; charset=utf-8',
		expect.stringContaining('<html>'),
	]);
});

it.each([301, 302, 307, 308] as const)('redirects with %d, here or elsewhere', async (redirect) => {
	service.speak({ redirect });
	const here = await ask(service, 'GET', `${LIST}?status=PENDING`);
	expect(here.status).toBe(redirect);
	const location = here.headers.get('location') ?? '';
	expect(location).toMatch(/\?status=PENDING$/);
	expect((await ask(service, 'GET', location.slice(service.baseUrl.length))).status).toBe(200);
	service.speak({ redirectTo: 'elsewhere', elsewhere: 'https://elsewhere.example' });
	const away = (await list()).headers.get('location');
	expect(away).toBe(`https://elsewhere.example${LIST}`);
});

it('redirects to the trailing slash where the dialect does', async () => {
	service.speak({ missingSlash: 'redirect' });
	const { status, headers } = await ask(service, 'GET', `${LIST.slice(0, -1)}?status=PENDING`);
	const location = `${service.baseUrl}${LIST}?status=PENDING`;
	expect([status, headers.get('location')]).toEqual([301, location]);
});

describe('scripted faults', () => {
	it('answer what they are told, for as many requests as they are told', async () => {
		const body = { detail: 'Down for maintenance.' };
		const headers = { 'retry-after': '1' };
		const action: FaultAction = { kind: 'respond', status: 503, body, headers };
		const fault = service.faults.add({
			method: 'GET',
			path: /webhooks/,
			times: 2,
			after: 1,
			action,
		});
		expect(await many(2)).toEqual([200, 200]);
		const statuses = [];
		for (let count = 0; count < 4; count++)
			statuses.push((await ask(service, 'GET', HOOKS)).status);
		expect(statuses).toEqual([200, 503, 503, 200]);
		expect(fault.hits).toBe(2);
	});

	it('reset a connection with nothing done', async () => {
		service.faults.add({ times: 1, action: { kind: 'reset' } });
		await expect(ask(service, 'POST', HOOKS, HOOK)).rejects.toThrow();
		expect(service.webhooks.list()).toEqual([]);
		expect(service.requests.entries).toMatchObject([{ method: 'POST', path: HOOKS }]);
		expect(service.requests.entries[0]?.status).toBeUndefined();
	});

	it('lose the answer with the work done', async () => {
		service.faults.add({ times: 1, action: { kind: 'answerLost' } });
		await expect(ask(service, 'POST', HOOKS, HOOK)).rejects.toThrow();
		expect(service.webhooks.list()).toMatchObject([HOOK]);
	});

	it('hang until the client gives up', async () => {
		const fault = service.faults.add({ action: { kind: 'hang' } });
		const signal = AbortSignal.timeout(50);
		await expect(fetch(`${service.baseUrl}${LIST}`, { signal })).rejects.toThrow();
		fault.remove();
		expect((await list()).status).toBe(200);
	});

	it('delay what is done, as the latency does', async () => {
		service.speak({ latency: 80 });
		service.faults.add({ times: 1, action: { kind: 'delay', milliseconds: 80 } });
		const started = performance.now();
		expect((await list()).status).toBe(200);
		expect(performance.now() - started).toBeGreaterThan(155);
	});
});

it('logs what it was asked', async () => {
	await ask(service, 'GET', `${LIST}?name=a%20b`);
	await ask(service, 'POST', HOOKS, HOOK);
	expect(service.requests.of('GET', LIST)).toMatchObject([{ query: 'name=a%20b', status: 200 }]);
	const [post] = service.requests.of('POST', /webhooks/);
	expect(JSON.parse(post?.body ?? '')).toEqual(HOOK);
	expect(post?.headers['content-type']).toBe('application/json');
	expect(post?.endedAt).toBeGreaterThanOrEqual(post?.startedAt ?? Infinity);
});

it('serves below a path', async () => {
	const behind = await startService({ prefix: '/tenant', dialect: 'paged' });
	try {
		behind.seed(150);
		const { body } = await list(behind);
		expect(body).toMatchObject({ next: `${behind.baseUrl}${LIST}?page=2` });
		expect(behind.baseUrl).toMatch(/\/tenant$/);
		const origin = behind.baseUrl.replace('/tenant', '');
		const headers = { authorization: `Bearer ${behind.token}` };
		expect((await fetch(`${origin}${LIST}`, { headers })).status).toBe(404);
	} finally {
		await behind.stop();
	}
});

it('speaks https', async () => {
	const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
	const secure = await startService({ tls: { key, cert }, host: 'localhost' });
	try {
		expect(secure.baseUrl).toMatch(/^https:\/\/localhost:\d+$/);
		const status = await new Promise((resolve, reject) => {
			const headers = { authorization: `Bearer ${secure.token}` };
			https
				.get(`${secure.baseUrl}${LIST}`, { headers, rejectUnauthorized: false, agent: false })
				.on('response', (response) => resolve(response.resume().statusCode))
				.on('error', reject);
		});
		expect(status).toBe(200);
	} finally {
		await secure.stop();
	}
});
