import { host, locator, nock, run } from './support';

// Requests and responses of each operation: test/contract/operations.test.ts.
const path = '/api/v3/webhooks/';
const url = 'https://hooks.example/appointments?x=1';
const events = ['appointment.created', 'appointment.canceled'];
const body = { url, events };
/** Each of them is a request for the list. */
const lists = (...all: object[][]) =>
	all.forEach((results) => {
		const page = { count: results.length, next: null, results };
		nock(host).get(path).query(true).reply(200, page);
	});

it.each<[string, string | string[]]>([
	['chosen', ['appointment.created', 'appointment.updated', 'appointment.created']],
	['in the words of the form', "={{ ['CREATED', 'UPDATED'] }}"],
	['as text', ' appointment.attended , x,'],
])('Create sends events that are %s, each once', async (_how, given) => {
	const sent: unknown[] = [];
	lists([]);
	nock(host)
		.post(path)
		.reply(201, (_uri, request) => {
			sent.push(request);
			return { webhook_key: 'k', ...(request as object) };
		});
	const { items, hints } = await run('webhook:create', { url: ` ${url} `, events: given });
	const expected = {
		chosen: ['appointment.created', 'appointment.updated'],
		'in the words of the form': ['CREATED', 'UPDATED'],
		'as text': ['appointment.attended', 'x'],
	}[_how];
	expect(sent).toEqual([{ url, events: expected }]);
	expect(items[0]?.json).toEqual({ webhook_key: 'k', url, events: expected });
	expect(hints).toEqual([]);
});

it('Create returns what the service answers, also without a key', async () => {
	const answer = { ...body, status: 'new' };
	lists([]);
	nock(host).post(path, body).reply(201, answer);
	const { items } = await run('webhook:create', { url, events });
	expect(items[0]?.json).toEqual(answer);
});

it('Create succeeds without the list if the response shows the webhook', async () => {
	const answer = { key: 'mine', ...body };
	nock(host).get(path).query(true).reply(403).post(path, body).reply(200, answer);
	const { items } = await run('webhook:create', { url, events });
	expect(items[0]?.json).toEqual(answer);
});

it('Create returns what it sent if the response is empty', async () => {
	lists([]);
	nock(host).post(path, body).reply(204);
	const { items } = await run('webhook:create', { url, events });
	expect(items[0]?.json).toEqual(body);
});

it('Update escapes the key in the path, and returns what it sent if the response is empty', async () => {
	nock(host).put(`${path}a%25b/`, body).reply(204);
	const { items } = await run('webhook:update', { webhook: locator('a%b'), url, events });
	expect(items[0]?.json).toEqual({ webhook_key: 'a%b', ...body });
});

it.each([
	[undefined, {}],
	[{ detail: 'Gone.' }, { detail: 'Gone.' }],
])('Delete says what it deleted, over the response %j', async (answer, shown) => {
	nock(host).delete(`${path}k/`).reply(200, answer);
	const { items } = await run('webhook:delete', { webhook: locator('k') });
	expect(items[0]?.json).toEqual({ ...shown, deleted: true, webhook_key: 'k' });
});
