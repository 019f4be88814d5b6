import { sampleKey } from '..';
import { standIn } from './support';

const service = sampleKey('service', 0);
const unknown = '11111111-1111-4111-8111-111111111111';

describe('pages', () => {
	it('has 10 entries by default and 100 at most, whatever is asked for', async () => {
		const { service: at, ask } = await standIn();
		at.seed(230);
		const sizes = ['', '25', '100', '101', '0', '-1', 'many'].map(async (size) => {
			const { json } = await ask(`GET appointments/?page_size=${size}`);
			return json.results.length;
		});
		expect(await Promise.all(sizes)).toEqual([10, 25, 100, 100, 10, 10, 10]);
	});

	it('links to the next page with a whole URL and sorted parameters, until it is null', async () => {
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

	it.each(['3', '0', '-1', 'two'])('page %s is invalid', async (page) => {
		const { service: at, ask } = await standIn();
		at.seed(20);
		expect(await ask(`GET appointments/?page=${page}`)).toMatchObject({
			status: 404,
			json: { detail: 'Invalid page.' },
		});
	});

	it('an empty list has a first page', async () => {
		const { ask } = await standIn();
		const json = { count: 0, next: null, previous: null, results: [] };
		expect(await ask('GET appointments/?page=1')).toMatchObject({ status: 200, json });
	});

	it('entries come twice or not at all if the order is not stable', async () => {
		const { service: at, ask } = await standIn({ order: 'unstable' });
		at.seed(30);
		const keys = new Set<unknown>();
		for (const page of [1, 2, 3]) {
			const { results } = (await ask(`GET appointments/?page=${page}`)).json;
			for (const one of results) keys.add(one.appointment_key);
		}
		expect(keys.size).toBeLessThan(30);
	});

	it('rows can vanish while the pages are read', async () => {
		const { service: at, ask } = await standIn();
		const [first] = at.seed(11);
		at.onAnswered = () => at.appointments.remove(first!.appointment_key);
		expect((await ask('GET appointments/')).json.next).toContain('page=2');
		expect((await ask('GET appointments/?page=2')).status).toBe(404);
	});
});

describe('filters', () => {
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
	])('%s finds the first of a few', async (name, value) => {
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

	it.each(['is_cancelled=yes', 'unheard=of', 'account_slug=clinic'])(
		'%s changes nothing',
		async (query) => {
			const { service: at, ask } = await standIn();
			at.seed(20);
			expect((await ask(`GET appointments/?${query}`)).json.count).toBe(20);
			const isKnown = !query.startsWith('unheard');
			expect(at.requests.entries[0]?.ignored).toEqual(isKnown ? [] : ['unheard']);
		},
	);

	it.each([
		['start_date', '2026-10-25'],
		['end_date', '2026-09-06T00:30:00'],
		['start_date', '2026-04-04T23:30:00'],
		['service_keys', ''],
		['service_keys', unknown],
		['calendar_key', 'x'],
		['status', 'DONE'],
	])('%s=%s is refused', async (name, value) => {
		const { service: at, ask } = await standIn({ zone: 'America/Santiago' });
		at.seed(2);
		const refused = await ask(`GET appointments/?${name}=${value}`);
		expect(refused).toMatchObject({ status: 400, json: { [name]: [expect.any(String)] } });
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

	it('an entry comes once, or once for each attendee that matches', async () => {
		const { service: at, ask } = await standIn();
		const [ana, ben] = [{ full_name: 'Ana Lima' }, { full_name: 'Ben Lima' }];
		at.seed(1, { person: ana, others: [ben] });
		expect((await ask('GET appointments/?name=lima')).json.count).toBe(1);
		at.set({ distinct: false });
		expect((await ask('GET appointments/?name=lima')).json.count).toBe(2);
	});
});
