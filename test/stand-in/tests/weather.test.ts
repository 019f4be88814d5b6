import { standIn } from './support';

const LIST = 'GET appointments/';

/** n8n and the service share the clock of this process. */
let now: number;
beforeEach(() => {
	now = Date.now();
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => {
	jest.restoreAllMocks();
});

it('a quota counts what it takes, in minutes that begin with a request', async () => {
	const { ask } = await standIn({ quota: 2 });
	const seconds = now / 1000;
	const authorization = 'Bearer x';
	expect((await ask(LIST, undefined, { authorization })).status).toBe(401);
	expect((await ask(LIST)).headers).toMatchObject({
		'x-ratelimit-limit': '2',
		'x-ratelimit-remaining': '1',
		'x-ratelimit-reset': String(Math.floor(seconds + 60)),
	});
	now += 20_000;
	expect((await ask('GET appointments/unknown/')).headers['x-ratelimit-remaining']).toBe('0');
	for (let nth = 0; nth < 2; nth++)
		expect(await ask(LIST)).toMatchObject({
			status: 429,
			headers: { 'retry-after': '40', 'x-ratelimit-remaining': '0' },
			json: { detail: 'Request was throttled. Expected available in 40 seconds.' },
		});
	now += 40_000;
	expect((await ask(LIST)).headers['x-ratelimit-remaining']).toBe('1');
});

it('what exceeds its capacity gets 429, and each so many fail', async () => {
	const { service, ask } = await standIn({ capacity: 2, latency: 50 });
	const statuses = await Promise.all([1, 2, 3, 4].map(async () => (await ask(LIST)).status));
	expect(statuses.sort()).toEqual([200, 200, 429, 429]);
	service.set({ failEvery: 3 });
	const one = async () => (await ask(LIST)).status;
	expect([await one(), await one(), await one(), await one()]).toEqual([200, 200, 503, 200]);
});

it('a token may see nothing for a while', async () => {
	const { service, ask } = await standIn({ blind: true });
	const { appointment_key: key } = service.book();
	const seen = async () => [
		(await ask(LIST)).json.count,
		(await ask(`GET appointments/${key}/`)).status,
		(await ask(`PATCH appointments/${key}/`, { status: 'ATTENDED' })).status,
	];
	expect(await seen()).toEqual([0, 404, 404]);
	service.set({ blind: false });
	expect(await seen()).toEqual([1, 200, 200]);
});

it('reads show the former state while they lag', async () => {
	const { service, ask } = await standIn({ lag: 1000 });
	const [old] = service.seed(1, { status: 'PENDING' });
	const path = `appointments/${old!.appointment_key}/`;
	const seen = async () => {
		const { results } = (await ask(LIST)).json;
		return results.map(({ status }) => status);
	};
	expect((await ask(`PATCH ${path}`, { status: 'ATTENDED' })).json.status).toBe('ATTENDED');
	service.book({ status: 'CONFIRMED' });
	expect(await seen()).toEqual(['PENDING']);
	expect((await ask(`GET ${path}`)).json.status).toBe('PENDING');
	now += 1000;
	expect(await seen()).toEqual(['ATTENDED', 'CONFIRMED']);
	service.appointments.remove(old!.appointment_key);
	expect(await seen()).toHaveLength(2);
});
