import { STATUSES } from '../../stand-in';
import { useSharedN8n } from '../support/bench';
import { expectDocumented, keysOf, locator, useDialect } from '../support/dialects';

const bench = useSharedN8n();
const spoken = useDialect(bench, 'odd');
beforeAll(() => void spoken.service.seed(60));
afterEach(() => expectDocumented(spoken.service));
const appointment = (index: number) => spoken.service.appointments.list()[index]!;

// Every dialect, and what is sent: test/contract/operations.test.ts.
const on = async (operation: string, more: object = {}, action: object = {}) => {
	const result = await spoken.run({ resource: 'appointment', operation, ...more }, action);
	expect(result.error).toBeUndefined();
	return result;
};

test('Get Many returns each appointment once, in order, and up to its limit', async () => {
	const { service } = spoken;
	const all = await on('getAll', { returnAll: true });
	expect(all.output).toEqual(service.appointments.list().map((one) => service.shown(one)));
	expect(all.items.every(({ pairedItem }) => pairedItem !== undefined)).toBe(true);

	service.requests.clear();
	const some = await on('getAll', { limit: 7 });
	expect(keysOf(some.output)).toEqual(keysOf(service.appointments.list().slice(0, 7)));
	expect(service.requests.total).toBe(1);
});

test('Get finds an appointment from the list, by its key and by its code', async () => {
	const { appointment_key, search_code } = appointment(30);
	for (const chosen of [
		locator(appointment_key, 'list'),
		locator(` ${appointment_key} `),
		locator(search_code, 'code'),
	]) {
		const { output } = await on('get', { appointment: chosen, simplify: true });
		expect(output).toMatchObject([{ appointment_key, calendar_name: expect.any(String) }]);
	}
});

test('Update Status sets every status, one for each item', async () => {
	const items = STATUSES.map((status, index) => ({
		status,
		key: appointment(40 + index).appointment_key,
	}));
	const parameters = { appointment: locator('={{ $json.key }}'), status: '={{ $json.status }}' };

	const { items: returned } = await on('updateStatus', parameters, { items });

	expect(items.map(({ key }) => spoken.service.appointments.get(key)!.status)).toEqual([
		...STATUSES,
	]);
	expect(returned.map(({ json }) => JSON.stringify(json))).toEqual(
		items.map(({ status }) => expect.stringContaining(`"status":"${status}"`)),
	);
	expect(returned.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
});

test('Reschedule sends the start with the offset of that day', async () => {
	const { appointment_key: key } = appointment(5);
	const move = async (startDate: string, more: object = {}) => {
		const parameters = { appointment: locator(key), startDate, ...more };
		await on('reschedule', parameters, { timezone: 'America/New_York' });
		return JSON.parse(spoken.service.requests.of('PATCH').at(-1)!.body) as unknown;
	};

	const options = { timezone: 'Europe/Madrid' };
	expect(await move('2027-07-01T10:00:00', { options })).toEqual({
		start_date: '2027-07-01T10:00:00+02:00',
	});
	const luxon = "={{ DateTime.fromISO('2027-01-05T10:00:00Z') }}";
	expect(await move(luxon)).toEqual({ start_date: '2027-01-05T05:00:00-05:00' });
	expect(spoken.service.appointments.get(key)!.start).toBe(Date.parse('2027-01-05T10:00:00Z'));
});

test('Cancel sends send_email only if Send Email is chosen', async () => {
	const choices = ['serviceDefault', 'yes', 'no'];
	const items = choices.map((choice, index) => ({
		choice,
		key: appointment(index).appointment_key,
	}));
	const parameters = {
		appointment: locator('={{ $json.key }}'),
		sendEmail: '={{ $json.choice }}',
		options: { concurrency: 1 },
	};

	const { output } = await on('cancel', parameters, { items });

	expect(output).toMatchObject(items.map(({ key }) => ({ canceled: true, appointment_key: key })));
	const { service } = spoken;
	expect(service.requests.of('DELETE').map(({ query }) => query)).toEqual([
		'',
		'send_email=true',
		'send_email=false',
	]);
	for (const { key } of items) {
		expect(service.appointments.get(key)!.status).toBe(service.dialect.canceledStatus);
	}
});

test('a webhook is created, listed, updated and deleted', async () => {
	const url = 'https://receiver.example/notifications';
	const webhooks = () => spoken.service.webhooks.list();
	const run = async (operation: string, more: object = {}) =>
		(await on(operation, { resource: 'webhook', ...more })).output;

	const created = await run('create', {
		...{ url, events: ['appointment.created'] },
		additionalEvents: 'appointment.attended, appointment.created',
	});
	const { key } = webhooks()[0]!;
	expect(webhooks()).toMatchObject([
		{ url, events: ['appointment.created', 'appointment.attended'] },
	]);
	expect(JSON.stringify(created)).toContain(key);
	expect(JSON.stringify(await run('getAll', { returnAll: true }))).toContain(url);

	const changed = { url: `${url}/2`, events: ['appointment.canceled'] };
	await run('update', { webhook: locator(key), ...changed });
	expect(webhooks()).toMatchObject([{ key, ...changed }]);

	const deleted = await run('delete', { webhook: locator(key) });
	expect(deleted).toMatchObject([{ deleted: true, webhook_key: key }]);
	expect(webhooks()).toEqual([]);
});
