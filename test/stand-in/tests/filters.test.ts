import { FILTERS, startService, type Filters, type Service } from '..';
import { ask } from './support';

let service: Service;

beforeAll(async () => {
	service = await startService({ zone: 'Europe/Madrid' });
	service.seed(600);
});

afterAll(() => service.stop());

async function codes(query: Record<string, string>): Promise<string[]> {
	const search = new URLSearchParams(query).toString();
	const { status, body } = await ask(service, 'GET', `/api/v3/appointments/?${search}`);
	expect(status).toBe(200);
	return (body as { results: Array<{ search_code: string }> }).results.map(
		({ search_code }) => search_code,
	);
}

it('each of the 17 filters returns only the appointments it names', async () => {
	const wanted = service.appointments.list()[240];
	if (!wanted) throw new Error('The list is too short.');
	const { person, calendar } = wanted;
	const values: Record<keyof Filters, string> = {
		calendar_key: calendar.calendar_key,
		client_key: wanted.client_key,
		person_key: person.person_key,
		status: wanted.status,
		start_date: wanted.wall,
		end_date: wanted.wall,
		email: person.email,
		phone: wanted.phone,
		name: person.full_name,
		identification_code: wanted.identification_code,
		external_id: wanted.external_id,
		search_code: wanted.search_code,
		is_cancelled: 'false',
		service_keys: wanted.service_keys[0] ?? '',
		tag_keys: wanted.tag_keys[0] ?? '',
		owner_user: wanted.owner_user,
		created_at: wanted.created_at,
	};
	for (const filter of FILTERS) {
		const found = await codes({ [filter]: values[filter] });
		expect([filter, found]).toEqual([filter, expect.arrayContaining([wanted.search_code])]);
		expect([filter, found.length < 600]).toEqual([filter, true]);
	}
	expect(await codes(values)).toEqual([wanted.search_code]);
});

it('a day lasts from its first to its last second in the zone of the service', async () => {
	const { search_code } = service.book({ start_date: '2027-03-28T21:30:00Z' });
	const on = (day: string) => codes({ start_date: `${day}T00:00:00`, end_date: `${day}T23:59:59` });
	expect(await on('2027-03-28')).toEqual([search_code]);
	service.book({ start_date: '2027-03-28T22:30:00Z', search_code: 'NEXT-DAY' });
	expect(await on('2027-03-28')).toEqual([search_code]);
	expect(await on('2027-03-29')).toEqual(['NEXT-DAY']);
});

it('orders by start, then by key, also after a change', async () => {
	const { results } = (await ask(service, 'GET', '/api/v3/appointments/')).body as {
		results: Array<{ start_date: string; appointment_key: string }>;
	};
	const order = results.map(({ start_date, appointment_key }) =>
		[new Date(start_date).toISOString(), appointment_key].join(),
	);
	expect(order).toEqual([...order].sort());
	const first = results[0]?.appointment_key ?? '';
	const tag = { status: 'NO_SHOW', end_date: '2026-01-06T00:00:00' };
	const before = await codes(tag);
	service.updateStatus(first, 'NO_SHOW');
	expect(await codes(tag)).toHaveLength(before.length + 1);
	service.reschedule(first, '2026-01-07T10:15:00');
	expect(await codes(tag)).toHaveLength(before.length);
});

it('finds codes and names by a part or only whole, as the dialect says', async () => {
	service.speak({ searchCode: 'partial', name: 'exact' });
	expect((await codes({ search_code: 'ap-00010' })).length).toBe(10);
	expect(await codes({ name: 'Ana' })).toEqual([]);
	service.speak({ searchCode: 'exact', name: 'partial' });
	expect(await codes({ search_code: 'AP-00010' })).toEqual([]);
	expect((await codes({ name: 'garcía' })).length).toBeGreaterThan(10);
});

it('the dialect decides order, dates and is_cancelled', async () => {
	const own = await startService({ zone: 'Europe/Madrid' });
	const [late, early] = own
		.seed(2, (index) => ({
			start_date: `2027-05-0${2 - index}T09:00:00`,
			status: 'CONFIRMED',
		}))
		.map(({ appointment_key }) => appointment_key) as [string, string];
	const keys = (filters: Filters = {}) =>
		own.matching(filters).map(({ appointment_key }) => appointment_key);
	expect(keys()).toEqual([early, late]);
	own.speak({ order: 'booking' });
	expect(keys()).toEqual([late, early]);
	own.speak({ order: 'latestFirst' });
	expect(keys()).toEqual([late, early]);
	own.speak({ order: 'key' });
	expect(keys()).toEqual([late, early].sort());

	const day = { start_date: '2027-05-02T00:00:00', end_date: '2027-05-02T12:00:00' };
	expect(keys(day)).toEqual([late]);
	own.speak({ filterZone: 'Asia/Tokyo' });
	expect(keys(day)).toEqual([]);

	own.updateStatus(late, 'CANCELED');
	own.cancel(early);
	expect(keys({ is_cancelled: true })).toHaveLength(2);
	own.speak({ isCancelled: 'flag' });
	expect(keys({ is_cancelled: true })).toEqual([early]);

	own.speak({ deletions: 1 });
	const { body } = await ask(own, 'GET', '/api/v3/appointments/');
	expect((body as { results: unknown[] }).results).toHaveLength(2);
	expect(keys()).toHaveLength(1);
	await own.stop();
});

it('hides canceled appointments if the dialect says so', async () => {
	const { search_code, appointment_key } = service.book({ start_date: '2030-01-01T10:00:00Z' });
	service.updateStatus(appointment_key, 'CANCELED');
	const year = { start_date: '2030-01-01T00:00:00' };
	const asked = async () => [
		await codes(year),
		await codes({ ...year, is_cancelled: 'true' }),
		await codes({ ...year, status: 'CANCELED' }),
	];
	expect(await asked()).toEqual([[search_code], [search_code], [search_code]]);
	service.speak({ canceledListed: 'byFlag' });
	expect(await asked()).toEqual([[], [search_code], []]);
	service.speak({ canceledListed: 'byStatus', isCancelled: 'flag' });
	expect(await asked()).toEqual([[], [], [search_code]]);
	service.speak({ canceledListed: 'always', isCancelled: 'status' });
});
