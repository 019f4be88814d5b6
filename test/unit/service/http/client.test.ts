import { CanceledError } from '../../../../nodes/AppointmentScheduling/service/core/errors';
import { baseUrl, failureOf, json, talkTo } from '../support';

const list = { method: 'GET', path: '/api/v3/appointments/' } as const;

it('a response of 200 that is not JSON is an error', async () => {
	const { client } = talkTo(() => json('{"results": ['));
	expect(await client.send(list)).toMatchObject({
		message: 'The service responded with 200, but not with JSON',
		advice: expect.stringContaining('Base URL'),
	});
});

it('a response with nothing is enough for a change, but not for a read', async () => {
	const { client } = talkTo(() => json('', 204));
	const answer = await client.send({ ...list, method: 'DELETE' });
	expect(answer).toMatchObject({ status: 204, body: undefined });
	const message = 'The service responded with 204 and an empty body';
	expect(await failureOf(client.request(list))).toMatchObject({ message });
});

it('a response that was kept on the way is one for a read', async () => {
	const { client } = talkTo(() => json({ id: 1 }, 200, { age: '30' }));
	expect(await client.request(list)).toMatchObject({ body: { id: 1 } });
});

describe('a redirect', () => {
	const to = (location: unknown, status = 301) => json('', status, { location });

	it.each([
		['another path', '/moved/api/v3/appointments/?a=b', 'scheduling.example/moved/'],
		['another host', 'https://evil.example/api/v3/webhooks/', 'https://evil.example/'],
		['the same address', `${baseUrl}/api/v3/appointments/`, '/api/v3/appointments/'],
	])('of a read to %s is not followed', async (_what, location, shown) => {
		const { client, requests } = talkTo(() => to(location, 302));
		expect(await failureOf(client.request(list))).toMatchObject({
			message: expect.stringContaining(shown),
			advice: expect.stringContaining('Base URL'),
			status: 302,
		});
		expect(requests).toHaveLength(1);
	});

	it.each([
		['304', to('/api/v3/appointments', 304), 304],
		['a redirect to nowhere', to(undefined), 301],
		['a redirect to no address', to('https://['), 301],
	])('%s is an unexpected response', async (_what, answer, status) => {
		const { client, requests } = talkTo(() => answer);
		expect(await failureOf(client.request(list))).toMatchObject({
			message: `The service responded with ${status}, which is unexpected`,
		});
		expect(requests).toHaveLength(1);
	});

	it.each([301, 302, 303, 307, 308])('is never followed on a change (%i)', async (status) => {
		const { client, requests } = talkTo(() => to(`${baseUrl}/moved/`, status));
		const outcome = await client.send({ ...list, method: 'PATCH' });
		expect(outcome).toMatchObject({ name: 'ServiceError', status, uncertain: true });
		expect(requests).toHaveLength(1);
	});
});

describe('a redirect that differs by the last slash only', () => {
	// As Laravel behind a proxy does it: another host and scheme, and no query.
	const server = (status: number) =>
		talkTo(({ url }) => {
			const { pathname } = new URL(url);
			if (!pathname.endsWith('/')) return json({ id: 1 });
			return json('', status, { location: `http://backend:8000${pathname.slice(0, -1)}` });
		});

	it.each([301, 307, 308])(
		'is followed after %i with body and query, and remembered for the run',
		async (status) => {
			const { client, requests } = server(status);
			const body = { status: 'PENDING' };
			await client.send({ ...list, method: 'PATCH', search: 'a=b', body });
			await client.request({ ...list, path: '/api/v3/webhooks/' });
			expect(requests.map(({ method, url }) => `${method} ${url.replace(baseUrl, '')}`)).toEqual([
				'PATCH /api/v3/appointments/?a=b',
				'PATCH /api/v3/appointments?a=b',
				'GET /api/v3/webhooks',
			]);
			expect(requests[1]).toMatchObject({ body });
		},
	);

	it.each([301, 302, 303, 307, 308])(
		'is followed on a read with its own query, which the service leaves out (%i)',
		async (status) => {
			const { client, requests } = server(status);
			await client.request({ ...list, search: 'name=Ana' });
			expect(requests.map(({ url }) => url.replace(baseUrl, ''))).toEqual([
				'/api/v3/appointments/?name=Ana',
				'/api/v3/appointments?name=Ana',
			]);
		},
	);

	it('is followed back where another path has its last slash', async () => {
		const { client, requests } = talkTo(({ url }) => {
			const path = new URL(url).pathname.replace(/\/$/, '');
			const location = path.endsWith('webhooks') ? `${path}/` : path;
			return url.endsWith(location) ? json({ id: 1 }) : json('', 308, { location });
		});
		await client.request(list);
		await client.request({ ...list, path: '/api/v3/webhooks/' });
		expect(requests.map(({ url }) => url.replace(`${baseUrl}/api/v3/`, ''))).toEqual([
			...['appointments/', 'appointments', 'webhooks', 'webhooks/'],
		]);
	});

	it('is not followed in a circle, and not after 302, which makes a change a GET', async () => {
		const circle = talkTo(({ url }) => {
			const { pathname } = new URL(url);
			const location = pathname.endsWith('/') ? pathname.slice(0, -1) : `${pathname}/`;
			return json('', 308, { location });
		});
		expect(await circle.client.send({ ...list, method: 'PATCH' })).toMatchObject({ status: 308 });
		expect(circle.requests).toHaveLength(2);
		expect(await server(302).client.send({ ...list, method: 'PATCH' })).toMatchObject({
			status: 302,
		});
	});
});

it('a request whose response does not end in time is broken off', async () => {
	const settings = { timeout: 20, maxRetries: 0 };
	const { client, requests } = talkTo(async () => await new Promise(() => {}), settings);
	expect(await failureOf(client.request(list))).toMatchObject({ code: 'ETIMEDOUT' });
	expect(requests.map(({ abortSignal }) => abortSignal?.aborted)).toEqual([true]);
});

it('nothing is sent in a canceled execution', async () => {
	const { client, requests } = talkTo(() => json([]), { signal: AbortSignal.abort() });
	expect(await failureOf(client.request(list))).toBeInstanceOf(CanceledError);
	expect(requests).toHaveLength(0);
});
