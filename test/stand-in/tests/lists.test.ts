import { sampleKey } from '..';
import { standIn } from './support';

const service = sampleKey('service', 0);

it('pages have 10 entries by default and 100 at most, whatever is asked for', async () => {
	const { service: at, ask } = await standIn();
	at.seed(130);
	const sizes = ['', '25', '101', '0', '-1', 'many'].map(async (size) => {
		const { json } = await ask(`GET appointments/?page_size=${size}`);
		return json.results.length;
	});
	expect(await Promise.all(sizes)).toEqual([10, 25, 100, 10, 10, 10]);
});

it('links are whole URLs with sorted parameters', async () => {
	const { service: at, ask } = await standIn({ prefix: '/tenant' });
	at.seed(25, { status: 'PENDING' });
	const path = `${at.baseUrl}/api/v3/appointments/`;
	const first = (await ask('GET appointments/?status=PENDING&foo=1&page_size=10')).json;
	expect(first).toMatchObject({ count: 25, previous: null });
	expect(first.next).toBe(`${path}?foo=1&page=2&page_size=10&status=PENDING`);
	const last = (await ask('GET appointments/?page=3&page_size=10')).json;
	expect(last).toMatchObject({ next: null, previous: `${path}?page=2&page_size=10` });
	expect(last.results).toHaveLength(5);
});

it('the latest may come first, or entries twice and others not at all', async () => {
	const { service: at, ask } = await standIn();
	const keys = at.seed(30).map(({ appointment_key }) => appointment_key);
	const read = async () => {
		const pages = [];
		for (const page of [1, 2, 3]) pages.push((await ask(`GET appointments/?page=${page}`)).json);
		return pages.flatMap(({ results }) => results.map(({ appointment_key: key }) => key));
	};
	expect(await read()).toEqual(keys);
	at.set({ order: 'latestFirst' });
	expect(await read()).toEqual(keys.reverse());
	at.set({ order: 'unstable' });
	expect(new Set(await read()).size).toBeLessThan(30);
});

it.each([
	['calendar_key', sampleKey('calendar', 0)],
	['client_key', sampleKey('client', 0)],
	['person_key', sampleKey('person', 0)],
	['status', 'CONFIRMED'],
	['start_date', '2026-01-05T08:00:00'],
	['end_date', '2026-01-05T08:00:00'],
	['email', 'person0%2Bbooking@example.com'],
	['phone', '%2B34600000123'],
	['name', 'garcía'],
	['identification_code', '10000000X'],
	['external_id', 'crm/0%23a'],
	['search_code', 'AP-000000'],
	['is_cancelled', 'false'],
	['service_keys', service],
	['tag_keys', sampleKey('tag', 0)],
	['owner_user', 'reception@clinic.example'],
	['created_at', '2026-01-04T00:00:00'],
])('the filter %s finds the first of a few', async (name, value) => {
	const { service: at, ask } = await standIn();
	at.seed(20);
	at.seed(1, { start_date: '2026-01-01T00:00:00', status: 'CANCELED' });
	const { json } = await ask(`GET appointments/?${name}=${value}`);
	const keys = json.results.map((one) => one.appointment_key);
	expect(keys).toContain(sampleKey('appointment', 0));
	expect(json.count).toBeLessThan(21);
});

it('several keys are one parameter that is repeated', async () => {
	const { service: at, ask } = await standIn();
	at.seed(4, (index) => ({ service_keys: [sampleKey('service', index)] }));
	const two = `service_keys=${service}&service_keys=${sampleKey('service', 1)}`;
	expect((await ask(`GET appointments/?${two}`)).json.count).toBe(2);
});

it('a time without an offset is read in the zone of the account', async () => {
	const { service: at, ask } = await standIn({ zone: 'America/Sao_Paulo' });
	at.seed(1, { start_date: '2026-10-01T02:30:00Z' });
	const countOn = async (day: string) => {
		const query = `start_date=${day}T00:00:00&end_date=${day}T23:59:59`;
		return (await ask(`GET appointments/?${query}`)).json.count;
	};
	expect([await countOn('2026-09-30'), await countOn('2026-10-01')]).toEqual([1, 0]);
});

it('an entry comes once for each attendee whom all filters fit', async () => {
	const { service: at, ask } = await standIn();
	const [ana, ben] = [{ full_name: 'Ana Lima' }, { full_name: 'Ben Lima', phone: '+1' }];
	at.seed(1, { person: ana, others: [ben] });
	expect((await ask('GET appointments/?name=lima')).json.count).toBe(2);
	expect((await ask('GET appointments/?name=ben&phone=%2B1')).json.count).toBe(1);
	expect((await ask('GET appointments/?name=ana&phone=%2B1')).json.count).toBe(0);
});

it.each([
	['is_active=true', 5],
	['is_active=false', 1],
	['is_active=yes', 6],
])('calendars/?%s has %i', async (query, count) => {
	const { service: at, ask } = await standIn();
	at.calendars.add({ name: 'Closed', is_active: false });
	expect((await ask(`GET calendars/?${query}`)).json.count).toBe(count);
	expect((await ask(`GET services/?${query}`)).json.count).toBe(7);
});
