import { failureOf, host, locator, nock, reset, run } from './support';

const path = '/api/v3/webhooks/';
const url = 'https://hooks.example/appointments?x=1';
const events = ['appointment.created', 'appointment.canceled'];
const body = { url, events };

it.each(['Bearer', 'Basic'])('speaks to webhook endpoints with the scheme %s', async (scheme) => {
	nock(host, { reqheaders: { authorization: `${scheme} token-of-the-unit-tests` } })
		.get(path)
		.reply(200, [{ webhook_key: 'a', ...body }]);
	const credentials = { webhookAuthScheme: scheme };
	expect((await run('webhook:getAll', {}, { credentials })).items).toHaveLength(1);
});

describe('getAll', () => {
	it.each([
		['bare', (rows: object[]) => rows],
		['results', (rows: object[]) => ({ results: rows })],
		['data', (rows: object[]) => ({ data: rows })],
	])('reads the list in the shape %s, each as it stands', async (_shape, shaped) => {
		const rows = [{ id: 1, ...body }, { id: 2, ...body }, { webhook: { id: 3 } }];
		nock(host).get(path).reply(200, shaped(rows));
		const { items } = await run('webhook:getAll', { returnAll: true });
		expect(items.map(({ json }) => json)).toEqual(rows);
	});

	it('keeps to its limit', async () => {
		nock(host)
			.get(path)
			.reply(200, [{ id: 1 }, { id: 2 }, { id: 3 }]);
		const { items } = await run('webhook:getAll', { limit: 2 });
		expect(items.map(({ json }) => json)).toEqual([{ id: 1 }, { id: 2 }]);
	});
});

describe('create', () => {
	const answers = (answer: object | string, status = 201) =>
		nock(host)
			.post(path, (sent) => JSON.stringify(sent) === JSON.stringify(body))
			.reply(status, answer);

	it('sends url and events alone, and gives what the service says', async () => {
		answers({ uuid: 'a', ...body });
		const { items } = await run('webhook:create', { url: ` ${url} `, events });
		expect(items).toEqual([{ json: { uuid: 'a', ...body }, pairedItem: { item: 0 } }]);
	});

	it('adds further kinds of events, each once', async () => {
		const kinds = ['appointment.created', 'appointment.attended', 'x.y'];
		nock(host).post(path, { url, events: kinds }).reply(201, { id: 1 });
		const additionalEvents = ' appointment.attended , x.y,appointment.created,';
		const parameters = { url, events: ['appointment.created'], additionalEvents };
		expect((await run('webhook:create', parameters)).items).toHaveLength(1);
	});

	it('takes further kinds alone, also as an array', async () => {
		nock(host)
			.post(path, { url, events: ['a.b', 'c.d'] })
			.reply(201, { id: 1 });
		const parameters = { url, additionalEvents: "={{ ['a.b', 'c.d'] }}" };
		expect((await run('webhook:create', parameters)).items).toHaveLength(1);
	});

	it.each([
		['without a key', { ...body, status: 'new' }, 201],
		['with nothing', '', 204],
	])('finds the key by the address where the answer comes %s', async (_how, answer, status) => {
		answers(answer, status);
		nock(host)
			.get(path)
			.reply(200, {
				results: [
					{ key: 'other', url: 'https://other.example', events },
					{ key: 'same address', url, events: ['appointment.updated'] },
					{ key: 'mine', ...body },
				],
			});
		const { items } = await run('webhook:create', { url, events });
		expect(items[0]?.json).toMatchObject({ key: 'mine', url, events });
	});

	it('whose answer is lost ends with one', async () => {
		nock(host).post(path).replyWithError(reset());
		nock(host)
			.get(path)
			.reply(200, [{ id: 1, ...body }]);
		const { items } = await run('webhook:create', { url, events });
		expect(items[0]?.json).toEqual({ id: 1, ...body });
	});

	it('is refused with the words of the service', async () => {
		nock(host)
			.post(path)
			.reply(409, { url: ['Taken.'] });
		const failure = await failureOf(run('webhook:create', { url, events }));
		expect(failure.message).toContain('url: Taken.');
	});
});

describe('update', () => {
	const webhook = locator('a%b');

	it('sends both fields, to the key percent-encoded', async () => {
		nock(host)
			.put(`${path}a%25b/`, (sent) => JSON.stringify(sent) === JSON.stringify(body))
			.reply(200, { id: 1 });
		const { items } = await run('webhook:update', { webhook, url, events });
		expect(items[0]?.json).toEqual({ id: 1 });
	});

	it('says what it did where the service answers nothing', async () => {
		nock(host).put(`${path}7/`).reply(204);
		const { items } = await run('webhook:update', { webhook: locator(7, 'list'), url, events });
		expect(items[0]?.json).toEqual({ webhook_key: '7', ...body });
	});
});

describe('delete', () => {
	it('answers with the key, over what the service returned', async () => {
		nock(host).delete(`${path}7/`).reply(200, { id: 7, deleted: 'soon' });
		const { items } = await run('webhook:delete', { webhook: locator('7') });
		expect(items[0]?.json).toEqual({ id: 7, deleted: true, webhook_key: '7' });
	});

	it('of one that is not there fails', async () => {
		nock(host).delete(`${path}7/`).reply(404, { detail: 'Not found.' });
		const failure = await failureOf(run('webhook:delete', { webhook: locator('7') }));
		expect(failure).toMatchObject({ name: 'NodeApiError', httpCode: '404' });
	});
});
