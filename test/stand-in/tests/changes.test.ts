import { sampleKey } from '..';
import { standIn } from './support';

const calendar_key = sampleKey('calendar', 0);
const start = { dateTime: '2050-01-05T08:00:00+01:00' };
const body = { calendar_key, start, attendees: [{ name: 'Ana Lima' }] };
const unknown = '11111111-1111-4111-8111-111111111111';

describe('POST appointments/', () => {
	it('books with the least, PENDING', async () => {
		const { service, ask } = await standIn();
		const { status, json } = await ask('POST appointments/', body);
		expect(status).toBe(201);
		expect(json).toMatchObject({
			status: 'PENDING',
			start: { dateTime: start.dateTime, timeZone: 'Europe/Madrid' },
			attendees: [{ name: 'Ana Lima', person_key: expect.any(String) }],
			service_list: [],
		});
		expect(Object.keys((json.attendees as object[])[0]!)).toEqual(['name', 'person_key']);
		const made = json.created_at as { dateTime: string };
		expect(made.dateTime).toMatch(/\.\d{3}\+\d\d:00$/);
		expect(Math.abs(Date.parse(made.dateTime) - Date.now())).toBeLessThan(60_000);
		expect(service.appointments.get(String(json.appointment_key))).toBeDefined();
	});

	it('books with everything', async () => {
		const { service, ask } = await standIn();
		const attendee = {
			name: 'Ana Lima',
			email: 'ana@example.com',
			phone: '+5511999990000',
			identification_code: '1',
			identification_type: 'CPF',
			external_id: 'crm/1',
		};
		const { status, json } = await ask('POST appointments/', {
			...body,
			attendees: [attendee, { name: 'Ben' }],
			service_list: [{ service_key: sampleKey('service', 2) }],
			tag_list: [{ tag_key: sampleKey('tag', 0) }],
			owner_user: { email: 'agenda@example.com' },
			status: 'CONFIRMED',
			description: 'First visit',
			verify_limits: true,
			send_email: true,
			include_flows: false,
			account_slug: 'clinic',
			questionnaire_answers: [{ question_key: 'q', body: 'yes' }],
		});
		expect(status).toBe(201);
		expect(json).toMatchObject({
			status: 'CONFIRMED',
			end: { dateTime: '2050-01-05T09:00:00+01:00' },
			attendees: [attendee, { name: 'Ben' }],
			service_list: [{ service_name: 'Limpeza' }],
			tag_list: [{ tag_key: sampleKey('tag', 0) }],
			owner_user: 'agenda@example.com',
			questionnaires: [{ question_key: 'q', body: 'yes' }],
		});
		expect(service.appointments.list()[0]).toMatchObject({
			description: 'First visit',
			email_sent: true,
		});
		expect(service.requests.entries[0]?.ignored).toEqual([]);
	});

	const required = ['This field is required.'];
	it.each([
		[{}, { calendar_key: required, start: required, attendees: required }],
		[{ ...body, start: {} }, { start: { dateTime: required } }],
		[{ ...body, start: { dateTime: '2050-01-05T08:00:00' } }, { start: { dateTime: [/format/] } }],
		[
			{ ...body, attendees: [{ name: 'Ana' }, { email: 'x' }] },
			{ attendees: [{}, { name: required, email: ['Enter a valid email address.'] }] },
		],
		[{ ...body, attendees: [] }, { attendees: { non_field_errors: [/empty/] } }],
		[{ ...body, status: 'DONE' }, { status: ['"DONE" is not a valid choice.'] }],
		[{ ...body, calendar_key: unknown }, { calendar_key: [/does not exist/] }],
		[
			{ ...body, service_list: [{ service_key: unknown }] },
			{ service_list: [{ service_key: [/does not exist/] }] },
		],
		[[], { non_field_errors: [/dictionary/] }],
	])('%j is refused by field', async (sent, expected) => {
		const { ask } = await standIn();
		const { status, json } = await ask('POST appointments/', sent);
		expect(status).toBe(400);
		expect(json).toEqual(matching(expected));
	});

	it.each([
		['non_field_errors', 'non_field_errors'],
		['field', 'start'],
	] as const)('a taken time is refused (%s)', async (taken, field) => {
		const { service, ask } = await standIn({ taken });
		service.seed(1, { calendar: { calendar_key }, start_date: '2050-01-05T07:45:00+01:00' });
		expect(await ask('POST appointments/', body)).toMatchObject({
			status: 400,
			json: { [field]: [expect.any(String)] },
		});
		service.calendars.add({ key: calendar_key, places: 2 });
		expect((await ask('POST appointments/', body)).status).toBe(201);
	});
});

describe('PATCH and DELETE', () => {
	it('sets a status and ignores what it does not know', async () => {
		const { service, ask } = await standIn();
		const { appointment_key: key } = service.book({ status: 'PENDING' });
		const sent = { status: 'ATTENDED', send_email: true, color: 'red' };
		expect(await ask(`PATCH appointments/${key}/`, sent)).toMatchObject({
			status: 200,
			json: { appointment_key: key, status: 'ATTENDED' },
		});
		expect(service.requests.entries[0]?.ignored).toEqual(['color']);
	});

	it('moves an appointment, but not onto another one', async () => {
		const { service, ask } = await standIn();
		const [one, other] = service.seed(2, (index) => ({
			calendar: { calendar_key },
			status: 'CONFIRMED',
			start_date: `2050-01-05T1${index}:00:00+01:00`,
		}));
		const path = `PATCH appointments/${one!.appointment_key}/reschedule/`;
		const moved = await ask(path, { start_date: '2050-01-05T10:15:00+01:00' });
		expect(moved).toMatchObject({ status: 200, json: { status: 'CONFIRMED' } });
		expect(service.appointments.list()[0]?.wall).toBe('2050-01-05T10:15:00');
		const refused = await ask(path, { start_date: service.zone.iso(other!.start) });
		expect(refused.status).toBe(400);
	});

	it('cancels: the appointment stays, with a status', async () => {
		const { service, ask } = await standIn({ cancelAgain: 'refused' });
		const [one] = service.seed(1, { status: 'CONFIRMED' });
		const path = `DELETE appointments/${one!.appointment_key}/?send_email=true`;
		expect(await ask(path)).toMatchObject({ status: 200, json: { status: 'CANCELED' } });
		expect(one).toMatchObject({ status: 'CANCELED', email_sent: true });
		const again = await ask(path);
		expect(again.status).toBe(400);
		expect(again.json).toEqual(['This appointment is already cancelled.']);
		service.set({ cancelAgain: 'accepted', deleteAnswer: 'empty' });
		expect(await ask(path)).toMatchObject({ status: 204, text: '' });
	});

	it.each(['GET', 'PATCH', 'DELETE'])('%s of an unknown key is 404', async (method) => {
		const { ask } = await standIn();
		const sent = method === 'PATCH' ? { status: 'ATTENDED' } : undefined;
		const refused = await ask(`${method} appointments/${unknown}/`, sent);
		expect(refused).toMatchObject({ status: 404, json: { detail: 'Not found.' } });
	});
});

/** The same with what the expressions match. */
function matching(value: unknown): unknown {
	if (value instanceof RegExp) return expect.stringMatching(value);
	if (Array.isArray(value)) return value.map(matching);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, matching(one)]));
}
