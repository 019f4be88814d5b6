import { appointment, authorized, byKey, failureOf, key, locator, path, run } from './support';

const simple = {
	person_name: 'Ana García',
	start_date: '2026-05-01T10:00:00+02:00',
	status: 'CONFIRMED',
	calendar_name: 'Dentistry',
	person_email: 'ana@example.com',
	search_code: 'AP-1',
	calendar_key: 'calendar',
	appointment_key: key,
};

describe('get', () => {
	it("gives the service's JSON as it stands", async () => {
		authorized().get(path).reply(200, { data: appointment });
		const { items } = await run('appointment:get', byKey);
		expect(items).toEqual([{ json: { data: appointment }, pairedItem: { item: 0 } }]);
	});

	it.each([
		appointment,
		{ data: appointment },
		{ results: [appointment] },
		{ count: 1, next: null, previous: null, results: [appointment] },
		[appointment],
	])('simplifies', async (body) => {
		authorized().get(path).reply(200, body);
		const { items } = await run('appointment:get', { ...byKey, simplify: true });
		expect(JSON.stringify(items[0]?.json)).toBe(JSON.stringify(simple));
	});

	it.each([
		['={{ "true" }}', simple],
		['={{ "false" }}', appointment],
		['={{ "" }}', appointment],
	])('reads Simplify from the expression %s', async (simplify, json) => {
		authorized().get(path).reply(200, appointment);
		const { items } = await run('appointment:get', { ...byKey, simplify });
		expect(items[0]?.json).toEqual(json);
	});
});

describe('the appointment', () => {
	it.each([
		['from the list', locator(key, 'list')],
		['by its key', locator(` ${key} `, 'key')],
		['by an expression for the whole field', `={{ '${key}' }}`],
		['by an expression in the field', locator("={{ $json.found ?? '' }}", 'key')],
	])('is chosen %s', async (_how, given) => {
		authorized().get(path).reply(200, appointment);
		const { items } = await run(
			'appointment:get',
			{ appointment: given },
			{ items: [{ found: key }] },
		);
		expect(items[0]?.json).toEqual(appointment);
	});

	it('is chosen by its code, which is looked up', async () => {
		authorized()
			.get('/api/v3/appointments/')
			.query({ search_code: 'AP-1' })
			.reply(200, { results: [{ search_code: 'AP-10', appointment_key: 'x' }, appointment] })
			.patch(path, { status: 'NO_SHOW' })
			.reply(200, { ...appointment, status: 'NO_SHOW' });
		const { items } = await run('appointment:updateStatus', {
			appointment: locator('AP-1', 'code'),
			status: 'NO_SHOW',
		});
		expect(items).toHaveLength(1);
	});

	it('may have a number for a key', async () => {
		authorized()
			.get('/api/v3/appointments/')
			.query({ search_code: 'AP-1' })
			.reply(200, { results: [{ ...appointment, appointment_key: 42 }] })
			.delete('/api/v3/appointments/42/')
			.reply(204);
		const { items } = await run('appointment:cancel', { appointment: locator('AP-1', 'code') });
		expect(items[0]?.json).toEqual({ canceled: true, appointment_key: '42' });
	});

	it('is not guessed when nobody has the code', async () => {
		authorized()
			.get('/api/v3/appointments/')
			.query({ search_code: 'AP-1' })
			.reply(200, { results: [] });
		const parameters = { appointment: locator('AP-1', 'code') };
		const failure = await failureOf(run('appointment:cancel', parameters));
		expect(failure).toMatchObject({
			name: 'NodeOperationError',
			message: '\'Appointment\': no appointment has the code "AP-1"',
			context: { itemIndex: 0 },
		});
	});

	it('has its key percent-encoded in the path', async () => {
		authorized().get('/api/v3/appointments/a%26b%3Dc%25/').reply(200, appointment);
		const { items } = await run('appointment:get', { appointment: locator('a&b=c%') });
		expect(items).toHaveLength(1);
	});
});

describe('getAll', () => {
	const list = (results: object[], more: object = {}) => ({ results, ...more });

	it('asks once without filters and gives the first fifty', async () => {
		const rows = Array.from({ length: 60 }, (_, index) => ({ appointment_key: `k${index}` }));
		authorized()
			.get('/api/v3/appointments/')
			.reply(200, list(rows, { next: '?page=2' }));
		const { items } = await run('appointment:getAll');
		expect(items).toHaveLength(50);
		expect(items.every(({ pairedItem }) => JSON.stringify(pairedItem) === '{"item":0}')).toBe(true);
	});

	it('reads on until the limit and no further', async () => {
		const page = (from: number) => [
			{ appointment_key: `${from}` },
			{ appointment_key: `${from + 1}` },
		];
		authorized()
			.get('/api/v3/appointments/')
			.reply(200, list(page(0), { next: '?page=2' }))
			.get('/api/v3/appointments/?page=2')
			.reply(200, list(page(2), { next: '?page=3' }));
		const { items } = await run('appointment:getAll', { limit: 3 });
		expect(items.map(({ json }) => json.appointment_key)).toEqual(['0', '1', '2']);
	});

	it('simplifies each', async () => {
		authorized()
			.get('/api/v3/appointments/')
			.reply(200, list([appointment]));
		const { items } = await run('appointment:getAll', { returnAll: true, simplify: true });
		expect(items.map(({ json }) => json)).toEqual([simple]);
	});

	it('hints at a list that does not add up', async () => {
		authorized()
			.get('/api/v3/appointments/')
			.reply(200, list([appointment], { count: 2, next: null }));
		const { items, hints } = await run('appointment:getAll', { returnAll: true });
		expect(items).toHaveLength(1);
		expect(hints).toMatchObject([
			{ message: expect.stringContaining('reported 2 entries but returned 1') },
		]);
	});
});
