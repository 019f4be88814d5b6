import { sampleKey } from '..';
import { standIn } from './support';

const calendar_key = sampleKey('calendar', 0);
const unknown = '11111111-1111-4111-8111-111111111111';
const free = `GET available-date-times/?calendar_key=${calendar_key}&day=2050-01-05`;
const url = 'https://hooks.example/1';
const events = ['appointment.created'];
const booking = {
	calendar_key,
	start: { dateTime: '2050-01-05T08:00:00+01:00' },
	attendees: [{ name: 'Ana Lima' }],
};

it.each(['GET unknown/', 'GET appointments', 'GET accounts/'])(
	'%s is 404 in HTML',
	async (line) => {
		const { status, text } = await (await standIn()).ask(line);
		expect([status, text]).toEqual([404, expect.stringContaining('<h1>Not Found</h1>')]);
	},
);

it('wants the token everywhere, and Basic on webhooks/ only if that is set', async () => {
	const { service, ask } = await standIn();
	const statuses = async () =>
		await Promise.all(
			['calendars/', 'webhooks/'].flatMap((path) =>
				['Bearer', 'Basic'].map(async (scheme) => {
					const authorization = `${scheme} ${service.token}`;
					return (await ask(`GET ${path}`, undefined, { authorization })).status;
				}),
			),
		);
	expect(await statuses()).toEqual([200, 401, 200, 401]);
	service.set({ webhookScheme: 'Basic' });
	expect(await statuses()).toEqual([200, 401, 401, 200]);
	const authorization = 'Bearer other';
	expect((await ask('GET calendars/', undefined, { authorization })).status).toBe(401);
});

it('wants another method, JSON, and a page that exists', async () => {
	const { ask } = await standIn();
	expect((await ask('PUT appointments/', {})).status).toBe(405);
	const headers = { 'content-type': 'text/plain' };
	expect((await ask('POST appointments/', booking, headers)).status).toBe(415);
	for (const page of ['2', '0', '-1', 'two'])
		expect(await ask(`GET appointments/?page=${page}`)).toMatchObject({
			status: 404,
			json: { detail: 'Invalid page.' },
		});
	const empty = { count: 0, next: null, previous: null, results: [] };
	expect((await ask('GET appointments/?page=1')).json).toEqual(empty);
});

const required = ['This field is required.'];
const words = [expect.any(String)];

it.each<[line: string, sent: unknown, said: object]>([
	['GET appointments/?start_date=2026-10-25', undefined, { start_date: words }],
	['GET appointments/?created_at=soon', undefined, { created_at: words }],
	['GET appointments/?end_date=2026-09-06T00:30:00', undefined, { end_date: words }],
	['GET appointments/?start_date=2026-04-04T23:30:00', undefined, { start_date: words }],
	['GET appointments/?service_keys=', undefined, { service_keys: words }],
	[`GET appointments/?service_keys=${unknown}`, undefined, { service_keys: words }],
	['GET appointments/?calendar_key=x', undefined, { calendar_key: words }],
	['GET appointments/?status=DONE', undefined, { status: ['"DONE" is not a valid choice.'] }],
	['GET available-date-times/?day=2050-01-05', undefined, { calendar_key: required }],
	[free.replace('01-05', '02-30'), undefined, { day: words }],
	[`${free}&action_new_appointment=any`, undefined, { action_new_appointment: words }],
	['POST appointments/', [], { non_field_errors: words }],
	['POST appointments/', {}, { calendar_key: required, start: required, attendees: required }],
	['POST appointments/', { ...booking, start: {} }, { start: { dateTime: required } }],
	[
		'POST appointments/',
		{ ...booking, start: { dateTime: '2050-01-05T08:00:00' } },
		{ start: { dateTime: words } },
	],
	[
		'POST appointments/',
		{ ...booking, attendees: [{ name: 'Ana' }, { email: 'x' }] },
		{ attendees: [{}, { name: required, email: ['Enter a valid email address.'] }] },
	],
	['POST appointments/', { ...booking, attendees: [] }, { attendees: { non_field_errors: words } }],
	['POST appointments/', { ...booking, calendar_key: unknown }, { calendar_key: words }],
	[
		'POST appointments/',
		{ ...booking, service_list: [{ service_key: unknown }] },
		{ service_list: [{ service_key: words }] },
	],
	['PATCH appointments/KEY/', { status: 'DONE' }, { status: words }],
	['PATCH appointments/KEY/reschedule/', { start_date: '2050-01-05' }, { start_date: words }],
	['POST webhooks/', { url: 'http://hooks.example', events }, { url: words }],
	['POST webhooks/', { url, events: [] }, { events: { non_field_errors: words } }],
	['PUT webhooks/WEBHOOK/', { url }, { events: required }],
	['PUT webhooks/WEBHOOK/', { events }, { url: required }],
])('%s of %j is refused by field', async (line, sent, said) => {
	const { service, ask } = await standIn({ zone: 'America/Santiago' });
	const [{ appointment_key } = { appointment_key: '' }] = service.seed(1);
	const { key } = service.webhooks.add({ url, events });
	const asked = line.replace('WEBHOOK', key).replace('KEY', appointment_key);
	const { status, json } = await ask(asked, sent);
	expect([status, json]).toEqual([400, said]);
});

it('ignores parameters and fields that it does not know, and logs them', async () => {
	const { service, ask } = await standIn();
	const { appointment_key: key } = service.book();
	expect((await ask('GET appointments/?is_cancelled=yes&foo=1')).json.count).toBe(1);
	const sent = { status: 'ATTENDED', send_email: true, color: 'red' };
	expect((await ask(`PATCH appointments/${key}/`, sent)).json.status).toBe('ATTENDED');
	expect(service.requests.entries.map(({ ignored }) => ignored)).toEqual([['foo'], ['color']]);
});

it('books what was sent and nothing else, PENDING', async () => {
	const { ask } = await standIn();
	const { status, json } = await ask('POST appointments/', booking);
	const made = json.created_at as { dateTime: string };
	expect([status, json]).toEqual([
		201,
		{
			appointment_key: expect.any(String) as string,
			status: 'PENDING',
			start: { dateTime: '2050-01-05T08:00:00+01:00', timeZone: 'Europe/Madrid' },
			end: { dateTime: '2050-01-05T08:30:00+01:00', timeZone: 'Europe/Madrid' },
			calendar: { calendar_key, calendar_name: 'Dentistry' },
			service_list: [],
			tag_list: [],
			attendees: [{ name: 'Ana Lima', person_key: expect.any(String) as string }],
			owner_user: 'manager',
			created_at: { dateTime: made.dateTime, timeZone: 'Europe/Madrid' },
		},
	]);
	expect(made.dateTime).toMatch(/\.\d{3}\+\d\d:00$/);
	expect(Math.abs(Date.parse(made.dateTime) - Date.now())).toBeLessThan(60_000);
});

it('free times are open and not taken, and a request may ask for others', async () => {
	const { service, ask } = await standIn();
	service.calendars.add({ key: calendar_key, opens: '09:00', closes: '10:30' });
	service.seed(1, { calendar: { calendar_key }, start_date: '2050-01-05T09:30:00' });
	const starts = async (line: string) =>
		(await ask(line)).json.results.map(({ start_date: start }) => String(start).slice(11, 16));
	expect(await starts(free)).toEqual(['09:00', '10:00']);
	expect(await starts(`${free}&action_new_appointment=force`)).toHaveLength(3);
	expect(await starts(`${free}&min_vacancies_available=2`)).toEqual([]);
	const past = free.replace('2050', '2020');
	expect(await starts(past)).toHaveLength(3);
	expect(await starts(`${past}&action_new_appointment=client`)).toEqual([]);
});

it('refuses a time that another appointment has, and not the own one', async () => {
	const { service, ask } = await standIn();
	const [own] = service.seed(2, (index) => ({
		calendar: { calendar_key },
		status: 'CONFIRMED',
		start_date: `2050-01-05T1${index}:00:00+01:00`,
	}));
	const move = async (time: string) => {
		const sent = { start_date: `2050-01-05T${time}:00+01:00` };
		return (await ask(`PATCH appointments/${own!.appointment_key}/reschedule/`, sent)).status;
	};
	expect([await move('10:15'), await move('10:45')]).toEqual([200, 400]);
});
