import { APPOINTMENT_STATUSES } from '../../nodes/AppointmentScheduling/service/vocabulary';
import { sampleKey } from '../stand-in';
import { locator, type Contract } from './support';

const url = 'https://hooks.example/webhook/1?secret=a%20b';
const events = ['appointment.created', 'appointment.updated'];

/** What every operation sends and returns, however the node is run. */
export function describeOperations(
	open: () => Promise<Contract>,
	statuses = Object.keys(APPOINTMENT_STATUSES),
): void {
	let contract: Contract;
	let key: string;
	let appointment: ReturnType<typeof locator>;

	beforeEach(async () => {
		contract = await open();
		contract.service.seed(230);
		key = contract.service.appointments.list()[1]!.appointment_key;
		appointment = locator(key);
	});
	afterEach(async () => await contract.service.stop());

	const stored = () => contract.service.appointments.get(key)!;
	const webhooks = () => contract.service.webhooks.list();

	it('Return All returns each appointment once, in order', async () => {
		const found = await contract.run('appointment:getAll', { returnAll: true });
		expect(found.map(({ appointment_key }) => appointment_key)).toEqual(
			contract.service.appointments.list().map(({ appointment_key }) => appointment_key),
		);
		const queries = contract.sent().map((line) => new URLSearchParams(line.split('?')[1]));
		expect(queries.map((query) => query.get('page_size'))).toEqual(['100', '100', '100']);
	});

	it('requests only the pages that Limit needs', async () => {
		const found = await contract.run('appointment:getAll', { limit: 120 });
		expect(found).toHaveLength(120);
		expect(contract.sent()).toHaveLength(2);
	});

	it('Simplify returns ten fields, the client first and the keys last', async () => {
		const [simple] = await contract.run('appointment:get', { appointment, simplify: true });
		const { calendar, person, search_code, status } = stored();
		const isDocument = contract.service.settings.shape === 'document';
		// In this order, which n8n shows.
		const expected = {
			person_name: person.full_name,
			person_phone: isDocument ? null : person.phone,
			start_date: contract.service.zone.iso(stored().start),
			status,
			service_names: isDocument ? null : 'Retorno, Exame de vista',
			calendar_name: calendar.name,
			person_email: person.email,
			search_code: isDocument ? search_code : null,
			calendar_key: calendar.calendar_key,
			appointment_key: key,
		};
		expect(JSON.stringify(simple)).toBe(JSON.stringify(expected));
		expect(contract.sent()).toEqual([`GET /appointments/${key}/`]);
	});

	it('finds an appointment by its code', async () => {
		const code = locator(stored().search_code, 'code');
		const [found] = await contract.run('appointment:get', { appointment: code, simplify: true });
		expect(found?.appointment_key).toBe(key);
		expect(contract.sent()[0]).toBe(
			`GET /appointments/?search_code=${stored().search_code}&page_size=100`,
		);
	});

	it.each(statuses)('sets the status %s', async (status) => {
		await contract.run('appointment:updateStatus', { appointment, status });
		expect(stored().status).toBe(status);
		expect(contract.sent()).toEqual([`PATCH /appointments/${key}/ {"status":"${status}"}`]);
	});

	it.each([
		['2026-01-15T07:10:00', '2026-01-15T07:10:00+01:00'],
		['2026-07-15T07:10:00', '2026-07-15T07:10:00+02:00'],
		['2026-10-25T02:30:00+01:00', '2026-10-25T02:30:00+01:00'],
		['2026-07-15T05:10:00Z', '2026-07-15T07:10:00+02:00'],
	])('moves it to %s', async (startDate, sent) => {
		await contract.run('appointment:reschedule', { appointment, startDate });
		expect(stored().start).toBe(Date.parse(sent));
		expect(contract.sent().at(-1)).toBe(
			`PATCH /appointments/${key}/reschedule/ {"start_date":"${sent}"}`,
		);
	});

	it('reports that a slot is taken, with and without Check Slot', async () => {
		const { calendar, start } = contract.service.appointments.list()[50]!;
		contract.service.appointments.update(key, { calendar, service_keys: [] });
		const startDate = new Date(start).toISOString();
		await expect(
			contract.run('appointment:reschedule', { appointment, startDate }),
		).rejects.toThrow();
		expect(contract.sent().filter((line) => line.startsWith('PATCH'))).toHaveLength(1);
		const options = { checkSlot: true };
		await expect(
			contract.run('appointment:reschedule', { appointment, startDate, options }),
		).rejects.toThrow('is not available');
		expect(contract.sent().filter((line) => line.startsWith('PATCH'))).toEqual([]);
	});

	const calendar_key = sampleKey('calendar', 0);
	const calendar = locator(calendar_key);
	const day = { when: 'onDate', day: '2050-01-05' };

	it('books with the required fields alone', async () => {
		const [booked] = await contract.run('appointment:create', {
			calendar,
			startDate: '2050-01-05T09:30:00',
			attendees: { attendee: [{ name: 'Ana Lima' }] },
			checkSlot: false,
		});
		const sent = {
			calendar_key,
			start: { dateTime: '2050-01-05T09:30:00+01:00' },
			attendees: [{ name: 'Ana Lima' }],
		};
		const [line] = contract.sent().filter((line) => line.startsWith('POST'));
		expect(JSON.parse(line!.replace('POST /appointments/ ', ''))).toEqual(sent);
		const made = contract.service.appointments.get(String(booked?.appointment_key));
		expect(made).toMatchObject({ status: 'PENDING', person: { full_name: 'Ana Lima' } });
		expect(booked).toEqual(contract.service.shown(made!));
	});

	it('books with every field', async () => {
		const [service, tag] = [sampleKey('service', 1), sampleKey('tag', 0)];
		await contract.run('appointment:create', {
			calendar,
			startDate: '2050-01-05T08:30:00Z',
			attendees: {
				attendee: [
					{
						name: 'Ana Lima',
						phone: '+5511999990000',
						email: 'ana@example.com',
						externalId: 'crm-1',
						identificationCode: '123',
						identificationType: 'CPF',
					},
					{ name: 'Ben Lima' },
				],
			},
			checkSlot: true,
			additionalFields: {
				accountSlug: 'clinic',
				description: 'First visit',
				ownerUser: 'agenda@example.com',
				questionnaireAnswers: { answer: [{ questionKey: 'q', body: 'yes' }] },
				sendEmail: true,
				serviceKeys: [service],
				status: 'CONFIRMED',
				tagKeys: tag,
				verifyLimits: true,
			},
		});
		const sent = contract.sent();
		expect(sent[0]).toContain(`calendar_key=${calendar_key}`);
		expect(sent[0]).toContain(`service_keys=${service}`);
		expect(sent[0]).toContain('day=2050-01-05');
		const line = sent.find((one) => one.startsWith('POST'))!;
		expect(JSON.parse(line.replace('POST /appointments/ ', ''))).toEqual({
			calendar_key,
			start: {
				dateTime: expect.stringMatching(/^2050-01-05T(09:30:00\+01:00|08:30:00Z)$/) as string,
			},
			attendees: [
				{
					name: 'Ana Lima',
					phone: '+5511999990000',
					email: 'ana@example.com',
					external_id: 'crm-1',
					identification_code: '123',
					identification_type: 'CPF',
				},
				{ name: 'Ben Lima' },
			],
			account_slug: 'clinic',
			description: 'First visit',
			owner_user: { email: 'agenda@example.com' },
			questionnaire_answers: [{ question_key: 'q', body: 'yes' }],
			send_email: true,
			service_list: [{ service_key: service }],
			status: 'CONFIRMED',
			tag_list: [{ tag_key: tag }],
			verify_limits: true,
		});
	});

	it('returns the free times of a day, with the services and conditions that were chosen', async () => {
		const found = await contract.run('appointment:getFreeTimes', {
			calendar,
			...day,
			serviceKeys: [sampleKey('service', 2)],
			options: { minVacancies: 1, offeredTo: 'client', opens: '10:00' },
			limit: 2,
		});
		expect(found).toEqual([
			{
				start_date: '2050-01-05T10:00:00+01:00',
				end_date: '2050-01-05T11:00:00+01:00',
				vacancies_available: 1,
				calendar_key,
			},
			expect.objectContaining({ start_date: '2050-01-05T10:30:00+01:00' }),
		]);
		const [line = ''] = contract.sent();
		expect(line).toMatch(/^GET \/available-date-times\/\?/);
		expect(Object.fromEntries(new URLSearchParams(line.split('?')[1]))).toEqual({
			calendar_key,
			day: '2050-01-05',
			service_keys: sampleKey('service', 2),
			min_vacancies_available: '1',
			action_new_appointment: 'client',
			page_size: '100',
		});
	});

	it('lists calendars and services with their name, active or all', async () => {
		contract.service.calendars.add({ name: 'Closed', is_active: false });
		contract.service.services.add({ name: 'Old', is_active: false });
		const namesOf = async (resource: string, filters = {}) => {
			const found = await contract.run(`${resource}:getAll`, { returnAll: true, filters });
			return found.map(({ name }) => name);
		};
		const isActive = true;
		expect(await namesOf('calendar')).toContain('Closed');
		expect(await namesOf('calendar', { isActive })).not.toContain('Closed');
		expect(await namesOf('service')).toContain('Old');
		expect(await namesOf('service', { isActive })).not.toContain('Old');
		expect(contract.sent()).toEqual([
			'GET /calendars/?page_size=100',
			'GET /calendars/?is_active=true&page_size=100',
			'GET /services/?page_size=100',
			'GET /services/?page_size=100',
		]);
	});

	it.each([
		['serviceDefault', ''],
		['yes', '?send_email=true'],
		['no', '?send_email=false'],
	])('cancels it, with Send Email %s', async (sendEmail, query) => {
		contract.service.appointments.update(key, { status: 'CONFIRMED' });
		const [answer] = await contract.run('appointment:cancel', { appointment, sendEmail });
		expect(answer).toMatchObject({ canceled: true, appointment_key: key });
		expect(stored()).toMatchObject({ status: 'CANCELED', email_sent: sendEmail === 'yes' });
		const path = `/appointments/${key}/`;
		expect(contract.sent()).toEqual([`GET ${path}`, `DELETE ${path}${query}`]);
	});

	it('reports an unknown key with the message of the service', async () => {
		const unknown = { description: expect.stringContaining('Not found') as string };
		const appointment = locator('11111111-1111-4111-8111-111111111111');
		for (const operation of ['get', 'updateStatus', 'cancel']) {
			await expect(
				contract.run(`appointment:${operation}`, { appointment, status: 'NO_SHOW' }),
			).rejects.toMatchObject(unknown);
		}
		await expect(
			contract.run('webhook:delete', { webhook: locator('4711') }),
		).rejects.toMatchObject(unknown);
	});

	it('creates a webhook with its key, updates it in place and deletes it', async () => {
		const [created] = await contract.run('webhook:create', { url, events });
		expect(webhooks()).toMatchObject([{ url, events }]);
		const webhook = locator(String(webhooks()[0]?.key));
		expect(JSON.stringify(created)).toContain(String(webhooks()[0]?.key));
		// Create reads the list first: what existed before proves nothing.
		const [change] = contract.sent().filter((sent) => !sent.startsWith('GET'));
		expect(change).toBe(`POST /webhooks/ ${JSON.stringify({ url, events })}`);

		const other = 'https://hooks.example/2';
		const changed = { url: other, events: ['appointment.canceled'] };
		await contract.run('webhook:update', { webhook, ...changed });
		expect(webhooks()).toMatchObject([changed]);
		const path = `/webhooks/${String(webhooks()[0]?.key)}/`;
		expect(contract.sent()).toEqual([`PUT ${path} ${JSON.stringify(changed)}`]);

		const [gone] = await contract.run('webhook:delete', { webhook });
		expect(gone).toMatchObject({ deleted: true });
		expect(webhooks()).toEqual([]);
		expect(contract.sent()).toEqual([`DELETE ${path}`]);
	});

	it('lists webhooks over several pages', async () => {
		for (let index = 0; index < 130; index += 1) {
			contract.service.webhooks.add({ url: `${url}&n=${index}`, events });
		}
		expect(await contract.run('webhook:getAll', { returnAll: true })).toHaveLength(130);
	});
}
