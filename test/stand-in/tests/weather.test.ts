import { request } from '../../support/request';
import { standIn } from './support';

const LIST = 'GET appointments/';

it('wants the token in every request, and Basic on webhooks/ only if that is set', async () => {
	const { service } = await standIn();
	const ask = async (path: string, authorization?: string) => {
		const headers = authorization ? { authorization } : {};
		return await request(`${service.baseUrl}/api/v3/${path}`, { headers });
	};
	const [bearer, basic] = [`Bearer ${service.token}`, `Basic ${service.token}`];
	expect(await ask('calendars/')).toMatchObject({
		status: 401,
		json: { detail: 'Authentication credentials were not provided.' },
	});
	const statuses = async () =>
		await Promise.all(
			['calendars/', 'webhooks/'].flatMap((path) =>
				[bearer, basic].map(async (given) => (await ask(path, given)).status),
			),
		);
	expect(await statuses()).toEqual([200, 401, 200, 401]);
	service.set({ webhookScheme: 'Basic' });
	expect(await statuses()).toEqual([200, 401, 401, 200]);
});

it.each(['GET unknown/', 'GET appointments', 'GET accounts/'])(
	'%s is 404 in HTML',
	async (line) => {
		const { ask } = await standIn();
		const { status, headers, text } = await ask(line);
		expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
		expect(text).toContain('<h1>Not Found</h1>');
	},
);

it('answers another method with 405', async () => {
	const { ask } = await standIn();
	expect((await ask('PUT appointments/', {})).status).toBe(405);
});

it.each([503, 429] as const)('what exceeds its capacity gets %i', async (overloaded) => {
	const { service, ask } = await standIn({ capacity: 2, overloaded, latency: 50 });
	const statuses = await Promise.all([1, 2, 3, 4].map(async () => (await ask(LIST)).status));
	expect(statuses.sort()).toEqual([200, 200, overloaded, overloaded]);
	expect(service.inFlight.max).toBeGreaterThanOrEqual(2);
});

it('a token may see nothing for a while', async () => {
	const { service, ask } = await standIn({ blind: true });
	const { appointment_key: key } = service.book();
	const seen = async () => [
		(await ask(LIST)).json.count,
		(await ask('GET calendars/')).json.count,
		(await ask(`GET appointments/${key}/`)).status,
	];
	expect(await seen()).toEqual([0, 0, 404]);
	service.set({ blind: false });
	expect(await seen()).toEqual([1, 5, 200]);
});

it('reads show the former state while they lag', async () => {
	let now = Date.now();
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	const { service, ask } = await standIn({ lag: 1000 });
	const [old] = service.seed(1, { status: 'PENDING' });
	const seen = async () => {
		const { results } = (await ask(LIST)).json;
		return results.map(({ status }) => status);
	};
	const patched = await ask(`PATCH appointments/${old!.appointment_key}/`, { status: 'ATTENDED' });
	expect(patched.json.status).toBe('ATTENDED');
	service.book({ status: 'CONFIRMED' });
	expect(await seen()).toEqual(['PENDING']);
	expect((await ask(`GET appointments/${old!.appointment_key}/`)).json.status).toBe('PENDING');
	now += 1000;
	expect(await seen()).toEqual(['ATTENDED', 'CONFIRMED']);
	service.appointments.remove(old!.appointment_key);
	expect(await seen()).toHaveLength(2);
	jest.restoreAllMocks();
});

it('a response can be lost after the booking, or come as another one', async () => {
	const { service, ask } = await standIn();
	const action = { kind: 'answerLost' } as const;
	const booking = {
		calendar_key: service.calendars.list()[0]!.key,
		start: { dateTime: '2050-01-05T08:00:00+01:00' },
		attendees: [{ name: 'Ana' }],
	};
	service.faults.add({ method: 'POST', times: 1, action });
	await expect(ask('POST appointments/', booking)).rejects.toThrow();
	expect(service.appointments.list()).toHaveLength(1);
	service.faults.add({ times: 1, action: { kind: 'respond', status: 502, body: 'Bad gateway' } });
	expect((await ask(LIST)).text).toBe('Bad gateway');
	expect((await ask(LIST)).status).toBe(200);
});
