import { sampleKey } from '..';
import { standIn } from './support';

const zone = 'America/New_York';
const calendar_key = sampleKey('calendar', 0);
const person = {
	person_key: sampleKey('person', 1),
	full_name: 'Ana Lima',
	email: 'ana@example.com',
	phone: '+5511999990000',
	external_id: undefined,
	identification_code: undefined,
	identification_type: undefined,
};
const booking = {
	search_code: 'AP-1',
	start_date: '2026-09-19T06:55:00-04:00',
	created_at: '2026-09-17T15:40:52.238-04:00',
	status: 'CONFIRMED' as const,
	duration: 5,
	calendar: { calendar_key, name: 'Vários serviços' },
	person,
	service_keys: [sampleKey('service', 1)],
	tag_keys: [],
	owner_user: 'agenda@example.com',
};

/** As in the API document. */
const A = {
	appointment_key: 'key',
	search_code: 'AP-1',
	status: 'CONFIRMED',
	start_date: '2026-09-19T06:55:00-04:00',
	calendar: { calendar_key, name: 'Vários serviços' },
	person: { full_name: 'Ana Lima', email: 'ana@example.com' },
};
/** As in the samples. */
const B = {
	appointment_key: 'key',
	status: 'CONFIRMED',
	start: { dateTime: '2026-09-19T06:55:00-04:00', timeZone: zone },
	end: { dateTime: '2026-09-19T07:00:00-04:00', timeZone: zone },
	calendar: { calendar_key, calendar_name: 'Vários serviços' },
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
};
const withCode = { ...B, search_code: 'AP-1' };

it('an appointment has the chosen shape, or its own', async () => {
	const { service, ask } = await standIn({ zone });
	for (const appointment_key of ['key', 'other']) service.seed(1, { ...booking, appointment_key });
	service.seed(1, { ...booking, appointment_key: 'own', shape: 'document' });
	const shown = async () => (await ask('GET appointments/')).json.results;
	const [other, own] = [{ appointment_key: 'other' }, { ...A, appointment_key: 'own' }];
	expect(await shown()).toEqual([B, { ...B, ...other }, own]);
	service.set({ samplesShowCode: true });
	expect(await shown()).toEqual([withCode, { ...withCode, ...other }, own]);
	service.set({ shape: 'mixed' });
	expect(await shown()).toEqual([withCode, { ...A, ...other }, own]);
	service.set({ shape: 'document' });
	expect(await shown()).toEqual([A, { ...A, ...other }, own]);
	expect((await ask('GET appointments/key/')).json).toEqual(A);
});

it.each([
	['samples', 'calendar_name', 'service_name'],
	['document', 'name', 'name'],
] as const)('%s: calendars have %s, services have %s', async (shape, calendar, service) => {
	const { ask } = await standIn({ shape });
	expect((await ask('GET calendars/')).json.results[0]).toEqual({
		calendar_key,
		[calendar]: 'Dentistry',
		slug: 'dentistry',
		is_active: true,
	});
	expect((await ask('GET services/')).json.results[1]).toEqual({
		service_key: sampleKey('service', 1),
		[service]: 'Retorno',
		duration: 30,
		price: '0.00',
		is_active: true,
	});
});

it('a notification has the chosen body, and every event its own time', async () => {
	const { service } = await standIn({ zone, deliveries: { lost: true } });
	service.webhooks.add({ url: 'https://hooks.example/1', events: ['CREATED', 'CANCELED'] });
	const book = (appointment_key: string) => service.book({ ...booking, appointment_key });
	book('key');
	service.set({ bodies: 'wrapped' });
	book('wrapped');
	service.set({ bodies: 'flat' });
	book('flat');
	service.updateStatus('flat', 'ATTENDED');
	service.updateStatus('flat', 'DECLINED');
	service.set({ bodies: 'bare' });
	service.cancel('key');
	service.cancel('key');
	const sent = service.deliveries.entries.map(({ notification }) => notification);
	const timestamp = expect.stringMatching(/^\d{4}-.*\.\d{3}[+-]\d\d:\d\d$/) as string;
	expect(sent).toEqual([
		{ event: 'appointment.created', timestamp, data: A },
		{ event: 'appointment.created', data: { ...B, appointment_key: 'wrapped' } },
		{ event: 'CREATED', ...B, appointment_key: 'flat' },
		{ event: 'CANCELED', ...B, appointment_key: 'flat', status: 'DECLINED' },
		{ ...B, status: 'CANCELED' },
	]);
	const timeOf = () => service.bodyOf('appointment.updated', service.book(), 'document').timestamp;
	expect(timeOf()).not.toBe(timeOf());
});
