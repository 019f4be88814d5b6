import { APPOINTMENT_STATUSES } from '../../nodes/AppointmentScheduling/service/core/vocabulary';
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
		// Without anything beside the list, three questions whether there is more.
		const pages = contract.service.dialect.pagination === 'none' ? 1 + 3 : 3;
		expect(new Set(contract.sent()).size).toBe(pages);
	});

	it('requests only the pages that Limit needs', async () => {
		const found = await contract.run('appointment:getAll', { limit: 120 });
		expect(found).toHaveLength(120);
		expect(contract.sent()).toHaveLength(contract.service.dialect.pagination === 'none' ? 1 : 2);
	});

	it('Simplify returns the documented fields, the client first and the keys last', async () => {
		const [simple] = await contract.run('appointment:get', { appointment, simplify: true });
		const { calendar, person, search_code, status } = stored();
		// In this order, which n8n shows.
		const expected = {
			person_name: person.full_name,
			start_date: contract.service.zone.iso(stored().start),
			status,
			calendar_name: calendar.name,
			person_email: person.email,
			search_code,
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
		expect(contract.sent()).toEqual([
			`GET /appointments/?search_code=${stored().search_code}`,
			`GET /appointments/${key}/`,
		]);
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
		contract.service.appointments.update(key, { calendar });
		const taken = new Date(start).toISOString();
		const parameters = { appointment, startDate: taken };
		await expect(contract.run('appointment:reschedule', parameters)).rejects.toThrow(
			'The time slot is not available.',
		);
		const options = { checkSlot: true };
		await expect(
			contract.run('appointment:reschedule', { ...parameters, options }),
		).rejects.toThrow('is taken in this calendar');
		expect(contract.sent().filter((request) => request.startsWith('PATCH'))).toHaveLength(1);
	});

	it.each([
		['serviceDefault', ''],
		['yes', '?send_email=true'],
		['no', '?send_email=false'],
	])('cancels it, with Send Email %s', async (sendEmail, query) => {
		contract.service.appointments.update(key, { status: 'CONFIRMED' });
		const [answer] = await contract.run('appointment:cancel', { appointment, sendEmail });
		expect(answer).toMatchObject({ canceled: true, appointment_key: key });
		const { canceledStatus } = contract.service.dialect;
		expect(stored()).toMatchObject({ status: canceledStatus, email_sent: sendEmail === 'yes' });
		const look = sendEmail === 'no' ? [] : [`GET /appointments/${key}/`];
		expect(contract.sent()).toEqual([...look, `DELETE /appointments/${key}/${query}`]);
	});

	it('reports an unknown key with the message of the service', async () => {
		const appointment = locator('11111111-1111-4111-8111-111111111111');
		for (const operation of ['get', 'updateStatus', 'cancel']) {
			await expect(
				contract.run(`appointment:${operation}`, { appointment, status: 'NO_SHOW' }),
			).rejects.toThrow('No appointment matches the given key.');
		}
		await expect(contract.run('webhook:delete', { webhook: locator('4711') })).rejects.toThrow(
			'No webhook matches the given key.',
		);
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
		const changed = { url: other, events: ['appointment.canceled', 'own.kind'] };
		const kinds = { events: ['appointment.canceled'], additionalEvents: 'own.kind' };
		await contract.run('webhook:update', { webhook, url: other, ...kinds });
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
