import { startService, type Service } from '..';
import { ask } from './support';

const LIST = '/api/v3/appointments/';
const HOOKS = '/api/v3/webhooks/';
const UUID = '3fa85f64-5717-4562-b3fc-2c963f66afa6';
const HOOK = { url: 'https://n8n.example/hook', events: ['appointment.created'] };

let service: Service;
let one: string;

beforeAll(async () => {
	service = await startService();
	one = `${LIST}${service.book().appointment_key}/`;
});

afterAll(() => service.stop());

describe('refuses a list with', () => {
	it.each([
		['an unknown parameter', 'foo=1', 'foo'],
		['a page that lists here do not have', 'page=1', 'page'],
		['a date with an offset', 'start_date=2026-01-05T00:00:00%2B01:00', 'start_date'],
		['a date with a Z', 'start_date=2026-01-05T00:00:00Z', 'start_date'],
		['a date with milliseconds', 'end_date=2026-01-05T00:00:00.000', 'end_date'],
		['a day alone', 'created_at=2026-01-05', 'created_at'],
		['a day that does not exist', 'end_date=2026-02-30T00:00:00', 'end_date'],
		['an hour that does not exist', 'end_date=2026-02-20T24:00:00', 'end_date'],
		['a key that is none', 'calendar_key=dentist', 'calendar_key'],
		['an unknown status', 'status=confirmed', 'status'],
		['several statuses', 'status=CONFIRMED,PENDING', 'status'],
		['a status given twice', 'status=CONFIRMED&status=PENDING', 'status'],
		['a boolean that is none', 'is_cancelled=1', 'is_cancelled'],
		['an empty text', 'email=', 'email'],
		['keys in another encoding', `service_keys=${UUID},${UUID}`, 'service_keys'],
		['keys in brackets', `tag_keys[]=${UUID}`, 'tag_keys[]'],
		['keys with an index', `tag_keys%5B0%5D=${UUID}`, 'tag_keys[0]'],
	])('%s', async (_what, query, field) => {
		const { status, body } = await ask(service, 'GET', `${LIST}?${query}`);
		expect(status).toBe(400);
		expect(body).toEqual({ detail: expect.stringContaining(`${field}: `) as string });
	});

	it('a malformed escape', async () => {
		expect(await ask(service, 'GET', `${LIST}?name=%E0%A4%A`)).toMatchObject({ status: 400 });
	});
});

describe('refuses a change with', () => {
	it.each([
		['an unknown status', '', { status: 'DONE' }, 400],
		['no status', '', {}, 400],
		['a field too many', '', { status: 'ATTENDED', note: 'x' }, 400],
		['a list', '', [], 400],
		['words that are no JSON', '', '{"status":', 400],
		['a date without an offset', 'reschedule/', { start_date: '2026-01-05T10:00:00' }, 400],
		['a date with a blank', 'reschedule/', { start_date: '2026-01-05 10:00:00+01:00' }, 400],
		['a false day', 'reschedule/', { start_date: '2026-02-30T10:00:00+01:00' }, 400],
		['a false offset', 'reschedule/', { start_date: '2026-02-20T10:00:00+0100' }, 400],
	])('%s', async (_what, path, body, status) => {
		expect(await ask(service, 'PATCH', `${one}${path}`, body)).toMatchObject({ status });
	});

	it.each([
		['an http url', { ...HOOK, url: 'http://n8n.example/hook' }],
		['a url that is none', { ...HOOK, url: 'https://' }],
		['no events', { ...HOOK, events: [] }],
		['events of another type', { ...HOOK, events: [1] }],
		['one event in place of a list', { ...HOOK, events: 'appointment.created' }],
		['an event twice', { ...HOOK, events: ['a.b', 'a.b'] }],
		['no url', { events: HOOK.events }],
		['a field too many', { ...HOOK, name: 'n8n' }],
	])('a webhook with %s', async (_what, body) => {
		expect(await ask(service, 'POST', HOOKS, body)).toMatchObject({ status: 400 });
		expect(service.webhooks.list()).toEqual([]);
	});

	it('another content type', async () => {
		const as = (type: string) => ({ 'content-type': type });
		const form = await ask(service, 'PATCH', one, 'status=ATTENDED', as('text/plain'));
		expect(form.status).toBe(415);
		const json = { status: 'ATTENDED' };
		const charset = await ask(service, 'PATCH', one, json, as('application/json; charset=UTF-8'));
		expect(charset.status).toBe(200);
	});

	it('send_email that is no boolean, and a body where none is read', async () => {
		expect((await ask(service, 'DELETE', `${one}?send_email=yes`)).status).toBe(400);
		expect((await ask(service, 'DELETE', one, {})).status).toBe(400);
		expect(service.appointments.list()[0]?.status).not.toBe('CANCELED');
	});
});

describe('a wrong address or token', () => {
	it('gets 404 without the trailing slash', async () => {
		for (const path of [LIST, one, HOOKS])
			expect((await ask(service, 'GET', path.slice(0, -1))).status).toBe(404);
	});

	it('gets 404 if there is no such appointment or path', async () => {
		for (const path of ['', '/', '/api/v2/appointments/', `${LIST}no-such-key/`, `${LIST}a%2Fb/`])
			expect((await ask(service, 'GET', path)).status).toBe(404);
		expect((await ask(service, 'GET', `${LIST}%E0%A4%A/`)).status).toBe(400);
	});

	it('gets 405 for another method', async () => {
		expect((await ask(service, 'PUT', one, { status: 'ATTENDED' })).status).toBe(405);
		expect((await ask(service, 'POST', LIST, {})).status).toBe(405);
	});

	it.each([
		'Bearer wrong',
		'Basic stand-in-token',
		'stand-in-token',
		'bearer stand-in-token',
		'Bearer stand-in-token ',
		'',
	])('gets 401 for "%s", before anything else is looked at', async (authorization) => {
		const trimmed = authorization.endsWith(' ') ? 'Bearer  stand-in-token' : authorization;
		const answer = await ask(service, 'PATCH', one, '{', { authorization: trimmed });
		expect(answer.status).toBe(401);
		expect(answer.text).not.toContain(service.token);
	});

	it('gets 401 with the wrong scheme for the endpoint', async () => {
		const basic = { authorization: `Basic ${service.token}` };
		service.speak({ webhookScheme: 'Basic' });
		expect((await ask(service, 'GET', HOOKS)).status).toBe(401);
		expect((await ask(service, 'GET', HOOKS, undefined, basic)).status).toBe(200);
		expect((await ask(service, 'GET', one, undefined, basic)).status).toBe(401);
		service.speak({ webhookScheme: 'Bearer' });
	});
});

describe('reads several keys', () => {
	const twice = [UUID, UUID.replace('3', '4')];
	it.each([
		['repeat', twice.map((key) => `service_keys=${key}`).join('&')],
		['comma', `service_keys=${twice.join(',')}`],
		['comma', `service_keys=${twice.join('%2C')}`],
		['brackets', twice.map((key) => `service_keys[]=${key}`).join('&')],
		['brackets', twice.map((key) => `service_keys%5B%5D=${key}`).join('&')],
	] as const)('as %s in %s, and no other way', async (arrayEncoding, query) => {
		for (const other of ['repeat', 'comma', 'brackets'] as const) {
			service.speak({ arrayEncoding: other });
			const { status } = await ask(service, 'GET', `${LIST}?${query}`);
			expect([other, status]).toEqual([other, other === arrayEncoding ? 200 : 400]);
		}
		service.speak({ arrayEncoding: 'repeat' });
	});
});
