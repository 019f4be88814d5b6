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

it('Create succeeds without the list if the response shows the webhook', async () => {
	const answer = { key: 'mine', ...body };
	nock(host).get(path).query(true).reply(403).post(path, body).reply(200, answer);
	const { items } = await run('webhook:create', { url, events });
	expect(items[0]?.json).toEqual(answer);
});

const deleted = { deleted: true, webhook_key: 'a%b' };
it.each<['create' | 'update' | 'delete', number, object | undefined, object]>([
	['create', 201, { ...body, status: 'new' }, { ...body, status: 'new' }],
	['create', 204, undefined, body],
	['update', 204, undefined, { webhook_key: 'a%b', ...body }],
	['delete', 204, undefined, deleted],
	['delete', 200, { detail: 'Gone.' }, { detail: 'Gone.', ...deleted }],
])('%s returns, if the response is %i with %j, %j', async (name, status, answer, expected) => {
	const method = { create: 'POST', update: 'PUT', delete: 'DELETE' }[name];
	const own = name === 'create' ? path : `${path}a%25b/`;
	if (name === 'create') lists([]);
	nock(host)
		.intercept(own, method, name === 'delete' ? undefined : body)
		.reply(status, answer);
	const { items } = await run(`webhook:${name}`, { webhook: locator('a%b'), url, events });
	expect(items[0]?.json).toEqual(expected);
});
