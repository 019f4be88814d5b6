import { sampleKey } from '..';
import { standIn } from './support';

const booking = {
	start_date: '2026-09-19T06:55:00-04:00',
	created_at: '2026-09-17T15:40:52.238-04:00',
	status: 'CONFIRMED',
	duration: 5,
	calendar: { calendar_key: sampleKey('calendar', 0), name: 'Vários serviços' },
	person: {
		person_key: sampleKey('person', 1),
		full_name: 'Ana Lima',
		email: 'ana@example.com',
		phone: '+5511999990000',
		external_id: undefined,
		identification_code: undefined,
		identification_type: undefined,
	},
	service_keys: [sampleKey('service', 1)],
	tag_keys: [],
	owner_user: 'agenda@example.com',
} as const;
const zone = 'America/New_York';
const copy = () => ({ ...booking, service_keys: [...booking.service_keys], tag_keys: [] });

it('an appointment looks as in the samples (B)', async () => {
	const { service, ask } = await standIn({ zone });
	const { appointment_key } = service.book(copy());
	expect((await ask(`GET appointments/${appointment_key}/`)).json).toEqual({
		appointment_key,
		status: 'CONFIRMED',
		start: { dateTime: '2026-09-19T06:55:00-04:00', timeZone: zone },
		end: { dateTime: '2026-09-19T07:00:00-04:00', timeZone: zone },
		calendar: { calendar_key: sampleKey('calendar', 0), calendar_name: 'Vários serviços' },
		service_list: [{ service_key: sampleKey('service', 1), service_name: 'Retorno' }],
		tag_list: [],
		attendees: [
			{
				name: 'Ana Lima',
				email: 'ana@example.com',
				phone: '+5511999990000',
				person_key: sampleKey('person', 1),
			},
		],
		owner_user: 'agenda@example.com',
		created_at: { dateTime: '2026-09-17T15:40:52.238-04:00', timeZone: zone },
	});
});

it('an appointment looks as in the API document (A)', async () => {
	const { service, ask } = await standIn({ zone, shape: 'document' });
	const { appointment_key, search_code } = service.book(copy());
	expect((await ask(`GET appointments/${appointment_key}/`)).json).toEqual({
		appointment_key,
		search_code,
		status: 'CONFIRMED',
		start_date: '2026-09-19T06:55:00-04:00',
		calendar: { calendar_key: sampleKey('calendar', 0), name: 'Vários serviços' },
		person: { full_name: 'Ana Lima', email: 'ana@example.com' },
	});
});

it('a list may mix both, and one appointment may have its own', async () => {
	const { service, ask } = await standIn({ shape: 'mixed' });
	service.seed(2);
	service.seed(1, { shape: 'document' });
	const { results } = (await ask('GET appointments/')).json;
	expect(results.map((one) => 'start' in one)).toEqual([true, false, false]);
	service.set({ shape: 'samples', samplesShowCode: true });
	const [first] = (await ask('GET appointments/')).json.results;
	expect(first?.search_code).toBe('AP-000000');
});

it.each([
	['samples', 'calendar_name', 'service_name'],
	['document', 'name', 'name'],
] as const)('%s: calendars have %s, services have %s', async (shape, calendar, service) => {
	const { service: at, ask } = await standIn({ shape });
	at.calendars.add({ name: 'Closed', is_active: false });
	const [dentistry] = (await ask('GET calendars/?is_active=true')).json.results;
	expect(dentistry).toEqual({
		calendar_key: sampleKey('calendar', 0),
		[calendar]: 'Dentistry',
		slug: 'dentistry',
		is_active: true,
	});
	const counts = ['true', 'false', 'yes'].map(
		async (value) => (await ask(`GET calendars/?is_active=${value}`)).json.count,
	);
	expect(await Promise.all(counts)).toEqual([5, 1, 6]);
	expect((await ask('GET services/?is_active=false')).json.results[1]).toEqual({
		service_key: sampleKey('service', 1),
		[service]: 'Retorno',
		duration: 30,
		price: '0.00',
		is_active: true,
	});
});
