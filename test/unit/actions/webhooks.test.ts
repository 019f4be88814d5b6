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

it('Create returns what the service answers, also without a key', async () => {
	const answer = { ...body, status: 'new' };
	nock(host).get(path).reply(200, { results: [] }).post(path, body).reply(201, answer);
	const { items } = await run('webhook:create', { url, events });
	expect(items[0]?.json).toEqual(answer);
});

it('Create succeeds without the list if the response shows the webhook', async () => {
	const answer = { key: 'mine', ...body };
	nock(host).get(path).reply(403).post(path, body).reply(200, answer);
	const { items } = await run('webhook:create', { url, events });
	expect(items[0]?.json).toEqual(answer);
});

it('Create finds the new webhook by URL and events if the response is empty', async () => {
	const results = [
		{ key: 'other', url: 'https://other.example', events },
		{ key: 'same address', url, events: ['appointment.updated'] },
		{ key: 'same', ...body },
	];
	nock(host).get(path).reply(200, { results }).post(path, body).reply(204);
	nock(host)
		.get(path)
		.reply(200, { results: [...results, { key: 'mine', ...body }] });
	const { items } = await run('webhook:create', { url, events });
	expect(items[0]?.json).toEqual({ key: 'mine', ...body });
});

it('Update escapes the key in the path, and returns what it sent if the response is empty', async () => {
	nock(host).put(`${path}a%25b/`, body).reply(204);
	const { items } = await run('webhook:update', { webhook: locator('a%b'), url, events });
	expect(items[0]?.json).toEqual({ webhook_key: 'a%b', ...body });
});
