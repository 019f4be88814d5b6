import {
	appointment,
	authorized,
	byKey,
	failureOf,
	key,
	locator,
	nock,
	path,
	run,
} from './support';

// Requests and responses of each operation: test/contract/operations.test.ts.
const list = '/api/v3/appointments/';
const coded = { appointment: locator('AP-1', 'code') };

describe('the appointment', () => {
	it.each([
		['an expression for the whole field', `={{ '${key}' }}`],
		['an expression in the field', locator("={{ $json.found ?? '' }}", 'key')],
	])('can be chosen by %s', async (_how, given) => {
		authorized().get(path).reply(200, appointment);
		const options = { items: [{ found: key }] };
		const { items } = await run('appointment:get', { appointment: given }, options);
		expect(items[0]?.json).toEqual(appointment);
	});

	it('can have a number for a key', async () => {
		authorized()
			.get(list)
			.query({ search_code: 'AP-1' })
			.reply(200, { results: [{ ...appointment, appointment_key: 42 }] })
			.delete('/api/v3/appointments/42/')
			.reply(204);
		const { items } = await run('appointment:cancel', coded);
		expect(items[0]?.json).toEqual({ canceled: true, appointment_key: '42' });
	});
});

it.each([
	['={{ "true" }}', Object.keys(appointment).length + 1],
	['={{ "false" }}', Object.keys(appointment).length],
	['={{ "" }}', Object.keys(appointment).length],
])('Simplify can be the expression %s', async (simplify, fields) => {
	authorized().get(path).reply(200, appointment);
	const { items } = await run('appointment:get', { ...byKey, simplify });
	expect(Object.keys(items[0]?.json ?? {})).toHaveLength(fields);
});

it('Simplify shows the client first and the keys last', async () => {
	authorized().get(path).reply(200, { data: appointment });
	const { items } = await run('appointment:get', { ...byKey, simplify: true });
	expect(JSON.stringify(items[0]?.json)).toBe(
		JSON.stringify({
			person_name: 'Ana García',
			start_date: '2026-05-01T10:00:00+02:00',
			status: 'CONFIRMED',
			calendar_name: 'Dentistry',
			person_email: 'ana@example.com',
			search_code: 'AP-1',
			calendar_key: 'calendar',
			appointment_key: key,
		}),
	);
});

it.each([
	[204, undefined],
	[200, {}],
])('Update Status returns key and status if the response is %i with %j', async (status, body) => {
	authorized().patch(path).reply(status, body);
	const { items } = await run('appointment:updateStatus', { ...byKey, status: 'ATTENDED' });
	expect(items[0]?.json).toEqual({ appointment_key: key, status: 'ATTENDED' });
});

it.each(['', ' ', '\r\n'])('Cancel is done if the response is 200 with %j', async (body) => {
	authorized().delete(path).reply(200, body, { 'content-type': 'text/plain' });
	const { items } = await run('appointment:cancel', byKey);
	expect(items[0]?.json).toEqual({ canceled: true, appointment_key: key });
});

it('Cancel returns its own fields over those of the service', async () => {
	authorized().delete(path).reply(200, { status: 'CANCELED', canceled: 'yes' });
	const { items } = await run('appointment:cancel', byKey);
	expect(items[0]?.json).toEqual({ status: 'CANCELED', canceled: true, appointment_key: key });
});

describe('Reschedule', () => {
	it.each([
		"={{ DateTime.fromISO('2026-07-01T08:00:00Z').setZone('Asia/Tokyo') }}",
		"={{ new Date('2026-07-01T08:00:00Z') }}",
		"={{ DateTime.fromISO('2026-07-01T08:00:00Z').toISO() }}",
	])('accepts %s', async (startDate) => {
		const start_date = '2026-07-01T10:00:00+02:00';
		authorized().patch(`${path}reschedule/`, { start_date }).reply(204);
		const timezone = 'Europe/Madrid';
		const { items } = await run('appointment:reschedule', { ...byKey, startDate }, { timezone });
		expect(items[0]?.json).toEqual({ appointment_key: key, start_date });
	});

	const taken = /^'Start Date': 2026-07-01T12:00:00\+02:00 is taken .* by appointment AP-1$/;
	it.each([
		[true, taken],
		['={{ "true" }}', taken],
		['={{ $json.absent }}', /^'Check Slot': .*true nor false$/],
		['={{ "yes" }}', /^'Check Slot': .*true nor false$/],
	])('never moves to a time that is taken, with Check Slot %s', async (checkSlot, message) => {
		const start = '2026-07-01T10:00:00Z';
		authorized()
			.get(path)
			.reply(200, appointment)
			.get(list)
			.query(({ calendar_key: asked }) => asked === 'calendar')
			.reply(200, { results: [{ ...appointment, appointment_key: 'other', start_date: start }] });
		const options = { timezone: 'Europe/Madrid', checkSlot };
		const parameters = { ...byKey, startDate: start, options };
		const failure = await failureOf(run('appointment:reschedule', parameters));
		nock.cleanAll();
		expect(failure.message).toMatch(message);
	});
});
