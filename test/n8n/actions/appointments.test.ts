import { STATUSES, type DialectName } from '../../stand-in';
import { useSharedN8n } from '../support/bench';
import { expectDocumented, keysOf, locator, useDialect } from '../support/dialects';

const bench = useSharedN8n();

// Every dialect: test/contract/operations.test.ts.
describe.each<DialectName>(['paged', 'offset', 'odd'])('appointments, %s', (name) => {
	const spoken = useDialect(bench, name);
	beforeAll(() => void spoken.service.seed(60));
	afterEach(() => expectDocumented(spoken.service));
	const appointment = (index: number) => spoken.service.appointments.list()[index]!;

	test('appointment getAll: Return All gives each once and in order, Limit reads no page too many', async () => {
		const { service, run } = spoken;
		const getAll = { resource: 'appointment', operation: 'getAll' };

		const all = await run({ ...getAll, returnAll: true });
		expect(all.error).toBeUndefined();
		expect(all.output).toEqual(service.appointments.list().map((one) => service.shown(one)));
		expect(all.items.every(({ pairedItem }) => pairedItem !== undefined)).toBe(true);

		service.requests.clear();
		const some = await run({ ...getAll, limit: 7 });
		expect(keysOf(some.output)).toEqual(keysOf(service.appointments.list().slice(0, 7)));
		expect(service.requests.total).toBe(1);

		const [first] = (await run({ ...getAll, limit: 1, simplify: true })).output;
		const plain = service.shown(appointment(0));
		expect(first).toEqual({
			appointment_key: plain.appointment_key,
			search_code: plain.search_code,
			status: plain.status,
			start_date: plain.start_date,
			calendar_key: appointment(0).calendar.calendar_key,
			calendar_name: appointment(0).calendar.name,
			person_name: appointment(0).person.full_name,
			person_email: appointment(0).person.email,
		});
	});

	test('appointment get: by list, by key and by search code', async () => {
		const { service, run } = spoken;
		const { appointment_key, search_code } = appointment(30);
		const get = { resource: 'appointment', operation: 'get' };
		const body = service.shown(appointment(30));

		for (const chosen of [
			locator(appointment_key, 'list'),
			locator(` ${appointment_key} `),
			locator(search_code, 'code'),
		]) {
			const { output, error } = await run({ ...get, appointment: chosen });
			expect(error).toBeUndefined();
			expect(output).toEqual([service.dialect.readAnswer === 'data' ? { data: body } : body]);
		}
		const { output } = await run({
			...get,
			appointment: locator(appointment_key),
			simplify: true,
		});
		expect(output[0]).toMatchObject({
			appointment_key,
			calendar_name: body.calendar && expect.any(String),
		});
	});

	test('appointment updateStatus: every status of the document, one item each', async () => {
		const { service, run } = spoken;
		const items = STATUSES.map((status, index) => ({
			status,
			key: appointment(40 + index).appointment_key,
		}));

		const {
			output,
			error,
			items: made,
		} = await run(
			{
				resource: 'appointment',
				operation: 'updateStatus',
				appointment: locator('={{ $json.key }}'),
				status: '={{ $json.status }}',
			},
			{ items },
		);

		expect(error).toBeUndefined();
		expect(items.map(({ key }) => service.appointments.get(key)!.status)).toEqual([...STATUSES]);
		expect(output.map((json) => JSON.stringify(json))).toEqual(
			items.map(({ status }) => expect.stringContaining(`"status":"${status}"`)),
		);
		expect(made.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
		for (const { body } of service.requests.of('PATCH')) {
			expect(Object.keys(JSON.parse(body) as object)).toEqual(['status']);
		}
	});

	test('appointment reschedule: ISO 8601 with the offset of that day', async () => {
		const { service, run } = spoken;
		const { appointment_key } = appointment(5);
		const reschedule = async (startDate: string, more: object = {}) => {
			const { output, error } = await run(
				{
					resource: 'appointment',
					operation: 'reschedule',
					appointment: locator(appointment_key),
					startDate,
					...more,
				},
				{ timezone: 'America/New_York' },
			);
			expect(error).toBeUndefined();
			expect(output).toHaveLength(1);
			const [sent] = service.requests.of('PATCH').slice(-1);
			return JSON.parse(sent!.body) as unknown;
		};

		const summer = { options: { timezone: 'Europe/Madrid' } };
		expect(await reschedule('2027-07-01T10:00:00', summer)).toEqual({
			start_date: '2027-07-01T10:00:00+02:00',
		});
		const luxon = "={{ DateTime.fromISO('2027-01-05T10:00:00Z') }}";
		expect(await reschedule(luxon)).toEqual({ start_date: '2027-01-05T05:00:00-05:00' });
		const start = Date.parse('2027-01-05T10:00:00Z');
		expect(service.appointments.get(appointment_key)!.start).toBe(start);
	});

	test('appointment cancel: send_email only when chosen', async () => {
		const { service, run } = spoken;
		const choices = ['serviceDefault', 'yes', 'no'];
		const items = choices.map((choice, index) => ({
			choice,
			key: appointment(index).appointment_key,
		}));

		const { output, error } = await run(
			{
				resource: 'appointment',
				operation: 'cancel',
				appointment: locator('={{ $json.key }}'),
				sendEmail: '={{ $json.choice }}',
				options: { concurrency: 1 },
			},
			{ items },
		);

		expect(error).toBeUndefined();
		expect(output).toMatchObject(
			items.map(({ key }) => ({ canceled: true, appointment_key: key })),
		);
		const deletes = service.requests.of('DELETE');
		expect(deletes.map(({ query }) => query)).toEqual(['', 'send_email=true', 'send_email=false']);
		expect(deletes.map(({ body }) => body)).toEqual(['', '', '']);
		for (const { key } of items) {
			expect(service.appointments.get(key)!.status).toBe(service.dialect.canceledStatus);
		}
	});
});
