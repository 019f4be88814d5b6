import { host, locator, nock, run } from './support';

// Requests and responses of each operation: test/contract/operations.test.ts.
const path = '/api/v3/webhooks/';
const url = 'https://hooks.example/appointments?x=1';
const events = ['appointment.created', 'appointment.canceled'];
const body = { url, events };

it.each([
	[['appointment.created'], ' appointment.attended , x.y,appointment.created,'],
	[[], "={{ ['appointment.created', 'appointment.attended', 'x.y'] }}"],
])('Create sends each of the events %j and %s once', async (chosen, additionalEvents) => {
	const kinds = ['appointment.created', 'appointment.attended', 'x.y'];
	nock(host).get(path).reply(200, { results: [] });
	nock(host).post(path, { url, events: kinds }).reply(201, { id: 1, url, events: kinds });
	const parameters = { url: ` ${url} `, events: chosen, additionalEvents };
	const { items, hints } = await run('webhook:create', parameters);
	// The key is in the response, so the list is not read again.
	expect([items.length, hints]).toEqual([1, []]);
});

it.each([
	['contains no key', { ...body, status: 'new' }, 201],
	['is empty', '', 204],
])('Create finds the key by URL and events if the response %s', async (_how, answer, status) => {
	nock(host).post(path, body).reply(status, answer);
	const results = [
		{ key: 'other', url: 'https://other.example', events },
		{ key: 'same address', url, events: ['appointment.updated'] },
		{ key: 'mine', ...body },
	];
	nock(host)
		.get(path)
		.reply(200, { results: results.slice(0, 2) });
	nock(host).get(path).reply(200, { results });
	const { items } = await run('webhook:create', { url, events });
	expect(items[0]?.json).toMatchObject({ key: 'mine', url, events });
});

it('Create succeeds without a key if the list is refused, and says so', async () => {
	nock(host)
		.post(path, body)
		.reply(201, { ...body, status: 'new' });
	nock(host).get(path).twice().reply(403);
	const { items, hints } = await run('webhook:create', { url, events });
	expect(items[0]?.json).toEqual({ ...body, status: 'new' });
	expect(hints[0]?.message).toMatch(/^The webhook was created, but its key is unknown: .*403/);
});

it('Update escapes the key in the path, and returns what it sent if the response is empty', async () => {
	nock(host).put(`${path}a%25b/`, body).reply(204);
	const { items } = await run('webhook:update', { webhook: locator('a%b'), url, events });
	expect(items[0]?.json).toEqual({ webhook_key: 'a%b', ...body });
});
