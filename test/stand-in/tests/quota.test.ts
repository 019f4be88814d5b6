import { standIn } from './support';

const LIST = 'GET appointments/';

const told = ({ headers }: { headers: NodeJS.Dict<string | string[]> }) =>
	['limit', 'remaining', 'reset'].map((name) => Number(headers[`x-ratelimit-${name}`]));

afterEach(() => {
	jest.restoreAllMocks();
});

/** n8n and the service share the clock of this process. */
function clock() {
	let now = Date.now();
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	return { pass: (seconds: number) => (now += seconds * 1000), seconds: () => now / 1000 };
}

it('each response tells what is left, and what is too many is refused', async () => {
	const time = clock();
	const { ask } = await standIn({ quota: { perMinute: 3 } });
	expect(told(await ask(LIST))).toEqual([3, 2, Math.floor(time.seconds() + 60)]);
	time.pass(20);
	expect(told(await ask(LIST))).toEqual([3, 1, Math.floor(time.seconds() + 40)]);
	await ask('GET appointments/unknown/');
	const refused = await ask(LIST);
	expect(refused).toMatchObject({
		status: 429,
		headers: { 'retry-after': '40', 'x-ratelimit-remaining': '0' },
		json: { detail: 'Request was throttled. Expected available in 40 seconds.' },
	});
	time.pass(40);
	expect(told(await ask(LIST))[1]).toBe(2);
});

it('refused requests and those without the token do not count', async () => {
	const time = clock();
	const { ask } = await standIn({ quota: { perMinute: 2, sliding: true } });
	for (let nth = 0; nth < 3; nth++) expect((await ask(LIST, undefined, 'x')).status).toBe(401);
	expect((await ask(LIST)).status).toBe(200);
	time.pass(30);
	expect((await ask(LIST)).status).toBe(200);
	for (let nth = 0; nth < 3; nth++) expect((await ask(LIST)).status).toBe(429);
	time.pass(30);
	expect([(await ask(LIST)).status, (await ask(LIST)).status]).toEqual([200, 429]);
});

it('shows the quota by the hour when it is the tighter one', async () => {
	const time = clock();
	const { ask } = await standIn({ quota: { perMinute: 2, perHour: 3 } });
	expect(told(await ask(LIST))[0]).toBe(2);
	time.pass(60);
	await ask(LIST);
	await ask(LIST);
	time.pass(60);
	expect((await ask(LIST)).headers).toMatchObject({ 'retry-after': String(3600 - 120) });
});

it('may send Retry-After only, change, and end', async () => {
	const { service, ask } = await standIn({ quota: { perMinute: 1, headers: false } });
	await ask(LIST);
	const { headers, status } = await ask(LIST);
	expect(status).toBe(429);
	expect(Object.keys(headers)).toContain('retry-after');
	expect(Object.keys(headers).filter((name) => name.startsWith('x-'))).toEqual([]);
	service.set({ quota: undefined });
	expect((await ask(LIST)).status).toBe(200);
});

it("the service's clock may be ahead", async () => {
	const time = clock();
	const { ask } = await standIn({ quota: { perMinute: 3 }, clockAhead: 40_000 });
	const response = await ask(LIST);
	expect(told(response)[2]).toBe(Math.floor(time.seconds() + 100));
	const date = Date.parse(String(response.headers.date)) / 1000;
	expect(date).toBe(Math.floor(time.seconds() + 40));
});
