import { startService, type Service } from '../../stand-in';
import { locator, nock, numbered, run } from './support';

let service: Service;

beforeAll(async () => {
	service = await startService();
	service.seed(500);
});
afterAll(async () => await service.stop());

beforeEach(() => {
	nock.enableNetConnect('127.0.0.1');
	service.speak('plain');
	service.faults.clear();
	service.requests.clear();
	service.inFlight.reset();
});

const keys = () => service.appointments.list().map(({ appointment_key }) => appointment_key);

async function getEach(count: number, options = {}) {
	const wanted = keys().slice(0, count);
	const { items } = await run(
		'appointment:get',
		{ appointment: locator('={{ $json.key }}'), options },
		{
			items: wanted.map((key) => ({ key })),
			credentials: { baseUrl: service.baseUrl, accessToken: service.token },
		},
	);
	expect(items.map(({ json }) => json.appointment_key)).toEqual(wanted);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
		numbered(count).map((_, item) => ({ item })),
	);
}

it('a service that takes four at a time loses none of 500 items, and soon has no more than five', async () => {
	service.speak({ capacity: 4, latency: 4 });
	await getEach(500);
	expect(service.inFlight.max).toBeLessThanOrEqual(16);
	const late = service.requests.entries.slice(60);
	const atOnce = late.map(
		({ startedAt }) =>
			late.filter((other) => other.startedAt <= startedAt && (other.endedAt ?? 0) > startedAt)
				.length,
	);
	expect(Math.max(...atOnce)).toBeLessThanOrEqual(6);
	expect(service.requests.total).toBeLessThan(700);
});

it.each([500, 503])(
	'a service that fails every fifth answer with %i loses none of 500',
	async (failStatus) => {
		service.speak({ failEvery: 5, failStatus });
		await getEach(500);
		expect(service.inFlight.max).toBeLessThanOrEqual(16);
	},
);

it('connections that break off lose none', async () => {
	for (let after = 0; after < 10; after += 1) {
		service.faults.add({ method: 'GET', after: after * 5, times: 1, action: { kind: 'reset' } });
	}
	await getEach(100);
});

it('many pages are read whole from a service that takes four at a time', async () => {
	service.speak({ pagination: 'pages', count: 'exact', pageSize: 10, capacity: 4, latency: 2 });
	const { items } = await run(
		'appointment:getAll',
		{ returnAll: true },
		{ credentials: { baseUrl: service.baseUrl, accessToken: service.token } },
	);
	expect(items.map(({ json }) => json.appointment_key)).toEqual(keys());
});
