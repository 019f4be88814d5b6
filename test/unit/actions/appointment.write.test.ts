import {
	appointment,
	authorized,
	byKey,
	failureOf,
	host,
	key,
	nock,
	path,
	reset,
	run,
} from './support';

describe('updateStatus', () => {
	it('sends the status alone, as JSON', async () => {
		nock(host, { reqheaders: { 'content-type': /^application\/json/ } })
			.patch(path, (body) => JSON.stringify(body) === '{"status":"IN_PROGRESS"}')
			.reply(200, appointment);
		const { items } = await run('appointment:updateStatus', { ...byKey, status: 'IN_PROGRESS' });
		expect(items[0]?.json).toEqual(appointment);
	});

	it.each([
		[204, undefined],
		[200, {}],
	])('says what it did where the service answers %i with %j', async (status, body) => {
		authorized().patch(path).reply(status, body);
		const { items } = await run('appointment:updateStatus', { ...byKey, status: 'ATTENDED' });
		expect(items[0]?.json).toEqual({ appointment_key: key, status: 'ATTENDED' });
	});
});

describe('reschedule', () => {
	it.each([
		['the zone of the workflow', {}, 'Europe/Madrid', '2026-07-01T10:00:00+02:00'],
		[
			'that of the options',
			{ timezone: 'Asia/Tokyo' },
			'Europe/Madrid',
			'2026-07-01T10:00:00+09:00',
		],
		['an empty option', { timezone: '' }, 'America/New_York', '2026-07-01T10:00:00-04:00'],
	])('reads a wall clock in %s', async (_zone, options, timezone, start_date) => {
		authorized().patch(`${path}reschedule/`, { start_date }).reply(200, appointment);
		const parameters = { ...byKey, startDate: '2026-07-01T10:00:00', options };
		expect((await run('appointment:reschedule', parameters, { timezone })).items).toHaveLength(1);
	});

	it.each([
		"={{ DateTime.fromISO('2026-07-01T08:00:00Z') }}",
		"={{ DateTime.fromISO('2026-07-01T08:00:00Z').setZone('Asia/Tokyo') }}",
		"={{ new Date('2026-07-01T08:00:00Z') }}",
		"={{ DateTime.fromISO('2026-07-01T08:00:00Z').toISO() }}",
	])('takes %s', async (startDate) => {
		const start_date = '2026-07-01T10:00:00+02:00';
		authorized().patch(`${path}reschedule/`, { start_date }).reply(204);
		const timezone = 'Europe/Madrid';
		const { items } = await run('appointment:reschedule', { ...byKey, startDate }, { timezone });
		expect(items[0]?.json).toEqual({ appointment_key: key, start_date });
	});

	const slot = { ...byKey, startDate: '2026-07-01T10:00:00Z', options: { checkSlot: true } };
	const at = {
		calendar_key: 'calendar',
		start_date: '2026-06-29T12:00:00',
		end_date: '2026-07-03T12:00:00',
	};
	const other = { ...appointment, appointment_key: 'other', start_date: '2026-07-01T10:00:00Z' };

	it('looks whether the slot is free, if told to', async () => {
		authorized()
			.get(path)
			.reply(200, appointment)
			.get('/api/v3/appointments/')
			.query(at)
			.reply(200, { results: [{ ...other, status: 'CANCELED' }] })
			.patch(`${path}reschedule/`)
			.reply(200, appointment);
		const { items } = await run('appointment:reschedule', slot, { timezone: 'Europe/Madrid' });
		expect(items).toHaveLength(1);
	});

	it.each(['={{ "true" }}', '={{ $json.absent }}', '={{ "yes" }}'])(
		'never moves without a look when told to look by %s',
		async (checkSlot) => {
			authorized().get(path).reply(200, appointment);
			authorized()
				.get('/api/v3/appointments/')
				.query(at)
				.reply(200, { results: [other] });
			const parameters = { ...slot, options: { checkSlot } };
			const failure = await failureOf(
				run('appointment:reschedule', parameters, { timezone: 'Europe/Madrid' }),
			);
			nock.cleanAll();
			expect(failure.message).toMatch(
				/^'Start Date': .* is taken|^'Check Slot': .*true nor false$/,
			);
		},
	);

	it('stops when the slot is taken, and moves nothing', async () => {
		authorized().get(path).reply(200, appointment);
		authorized()
			.get('/api/v3/appointments/')
			.query(at)
			.reply(200, { results: [other] });
		const failure = await failureOf(
			run('appointment:reschedule', slot, { timezone: 'Europe/Madrid' }),
		);
		expect(failure.message).toBe(
			"'Start Date': 2026-07-01T12:00:00+02:00 is taken in this calendar by appointment AP-1",
		);
	});
});

describe('cancel', () => {
	it.each([
		['serviceDefault', ''],
		['yes', '?send_email=true'],
		['no', '?send_email=false'],
	])('with Send Email %s asks for %p', async (sendEmail, search) => {
		authorized().delete(`${path}${search}`).reply(204);
		const { items } = await run('appointment:cancel', { ...byKey, sendEmail });
		expect(items[0]?.json).toEqual({ canceled: true, appointment_key: key });
	});

	it.each(['', ' ', '\r\n'])('that is answered with 200 and %j is done', async (body) => {
		authorized().delete(path).reply(200, body, { 'content-type': 'text/plain' });
		const { items } = await run('appointment:cancel', byKey);
		expect(items[0]?.json).toEqual({ canceled: true, appointment_key: key });
	});

	it.each([
		['a JSON text', 'canceled', 'application/json', 0],
		['a plain text', 'OK', 'text/plain', 1],
	])('that is answered with %s is done', async (_what, body, type, looks) => {
		authorized()
			.delete(path)
			.reply(200, type === 'text/plain' ? body : JSON.stringify(body), { 'content-type': type });
		if (looks > 0)
			authorized()
				.get(path)
				.reply(200, { ...appointment, status: 'CANCELED' });
		const { items } = await run('appointment:cancel', byKey);
		expect(items[0]?.json).toMatchObject({ canceled: true, appointment_key: key });
	});

	it('that is answered with plain text, and is not done, fails in doubt', async () => {
		authorized().delete(path).reply(200, 'Queued', { 'content-type': 'text/plain' });
		authorized().get(path).reply(200, appointment);
		const failure = await failureOf(run('appointment:cancel', byKey));
		expect(failure.message).toContain('not with JSON');
		expect(failure.description).toContain('may have been made');
	});

	it('sends no email parameter unless one is chosen', async () => {
		authorized().delete(path).reply(204);
		expect((await run('appointment:cancel', byKey)).items).toHaveLength(1);
	});

	it('merges its answer over what the service returned', async () => {
		authorized().delete(path).reply(200, { status: 'CANCELED', canceled: 'yes' });
		const { items } = await run('appointment:cancel', byKey);
		expect(items[0]?.json).toEqual({ status: 'CANCELED', canceled: true, appointment_key: key });
	});

	it('whose response is lost is not sent again if the appointment is canceled by then', async () => {
		authorized().delete(path).replyWithError(reset());
		authorized()
			.get(path)
			.reply(200, { ...appointment, status: 'CANCELED_CLIENT' });
		const { items } = await run('appointment:cancel', byKey);
		expect(items[0]?.json).toMatchObject({ canceled: true });
	});
});
