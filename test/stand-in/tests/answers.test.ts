import { startService, type Dialect, type Service } from '..';
import { ask } from './support';

const HOOKS = '/api/v3/webhooks/';
const HOOK = { url: 'https://n8n.example/hook', events: ['appointment.created'] };

let service: Service;
let key: string;

beforeAll(async () => {
	service = await startService();
});

beforeEach(() => {
	service.speak('plain');
	service.webhooks.clear();
	key = service.book().appointment_key;
});

afterAll(() => service.stop());

const one = () => `/api/v3/appointments/${key}/`;

describe('an appointment', () => {
	it('has the documented fields alone, and more where the dialect says so', async () => {
		const { body } = await ask(service, 'GET', one());
		expect(Object.keys(body as object)).toEqual([
			'appointment_key',
			'search_code',
			'status',
			'start_date',
			'calendar',
			'person',
		]);
		service.speak({ extraFields: true });
		const extra = (await ask(service, 'GET', one())).body;
		expect(extra).toMatchObject({ duration: 30, client: { client_key: expect.any(String) } });
	});

	it('starts with the offset of its zone on that day, or in UTC', async () => {
		const start = async (date: string) => {
			service.reschedule(key, date);
			return ((await ask(service, 'GET', one())).body as { start_date: string }).start_date;
		};
		expect(await start('2026-10-24T09:00:00')).toBe('2026-10-24T09:00:00+02:00');
		expect(await start('2026-10-26T09:00:00')).toBe('2026-10-26T09:00:00+01:00');
		service.speak({ dates: 'utc' });
		expect(await start('2026-10-26T09:00:00')).toBe('2026-10-26T08:00:00Z');
	});

	it.each([
		['bare', 200, { status: 'ATTENDED' }],
		['data', 200, { data: { status: 'ATTENDED' } }],
		['empty', 200, undefined],
		['noContent', 204, undefined],
	] as const)('is updated and the answer is %s', async (writeAnswer, status, body) => {
		service.speak({ writeAnswer });
		const answer = await ask(service, 'PATCH', one(), { status: 'ATTENDED' });
		expect(answer.status).toBe(status);
		if (body) expect(answer.body).toMatchObject(body);
		else expect(answer.text).toBe('');
		expect(service.appointments.get(key)?.status).toBe('ATTENDED');
	});

	it('is moved, unless the slot is taken', async () => {
		const to = { start_date: '2027-05-03T10:00:00+02:00' };
		const { calendar } = service.appointments.get(key) ?? {};
		const other = service.book({ start_date: to.start_date, calendar });
		expect((await ask(service, 'PATCH', `${one()}reschedule/`, to)).status).toBe(409);
		service.speak({ takenSlot: 'invalid' });
		expect((await ask(service, 'PATCH', `${one()}reschedule/`, to)).status).toBe(400);
		service.cancel(other.appointment_key);
		service.speak({ statusAfterReschedule: 'PENDING' });
		const { body } = await ask(service, 'PATCH', `${one()}reschedule/`, to);
		expect(body).toMatchObject({ ...to, status: 'PENDING' });
		expect((await ask(service, 'PATCH', `${one()}reschedule/`, to)).status).toBe(200);
	});

	it('is cancelled in the way of the dialect, and mailed when asked for', async () => {
		service.speak({ canceledStatus: 'CANCELED_GOOGLE', deleteAnswer: 'body' });
		const { status, body } = await ask(service, 'DELETE', `${one()}?send_email=true`);
		expect([status, body]).toMatchObject([200, { status: 'CANCELED_GOOGLE' }]);
		expect(service.appointments.get(key)?.email_sent).toBe(true);
		key = service.book().appointment_key;
		service.speak({ deleteAnswer: 'noContent', emailByDefault: true });
		expect(await ask(service, 'DELETE', one())).toMatchObject({ status: 204, text: '' });
		expect(service.appointments.get(key)?.email_sent).toBe(true);
		key = service.book().appointment_key;
		await ask(service, 'DELETE', `${one()}?send_email=false`);
		expect(service.appointments.get(key)?.email_sent).toBe(false);
	});
});

describe('refusals speak as', () => {
	it.each([
		['detail', { detail: 'status: Not a valid choice.' }],
		['message', { message: 'status: Not a valid choice.', code: 400 }],
		['list', { errors: [{ field: 'status', message: 'Not a valid choice.' }] }],
		['fields', { status: ['Not a valid choice.'] }],
		['text', undefined],
		['html', undefined],
	] as const)('%s', async (errors, body) => {
		service.speak({ errors });
		const answer = await ask(service, 'PATCH', one(), { status: 'x' });
		expect(answer.status).toBe(400);
		expect(answer.body).toEqual(body);
		expect(answer.text).toContain('Not a valid choice.');
		service.speak({ invalidStatus: 422 });
		expect((await ask(service, 'PATCH', one(), { status: 'x' })).status).toBe(422);
	});
});

describe('a webhook', () => {
	it.each([
		[{ webhookKey: 'webhook_key' }, (hook: string) => ({ webhook_key: hook, ...HOOK })],
		[
			{ webhookKey: 'uuid', webhookWrap: 'data' },
			(hook: string) => ({ data: { uuid: hook, ...HOOK } }),
		],
		[
			{ webhookKey: 'id', webhookKeyKind: 'number' },
			(hook: string) => ({ id: Number(hook), ...HOOK }),
		],
		[
			{ webhookKey: 'key', webhookWrap: 'webhook' },
			(hook: string) => ({ webhook: { key: hook, ...HOOK } }),
		],
		[{ createAnswer: 'withoutKey' }, () => HOOK],
		[{ createAnswer: 'empty' }, () => undefined],
	] as Array<[Partial<Dialect>, (key: string) => unknown]>)(
		'is registered in %j, changed and deleted',
		async (knobs, shown) => {
			service.speak(knobs);
			const created = await ask(service, 'POST', HOOKS, HOOK);
			const [webhook] = service.webhooks.list();
			if (!webhook) throw new Error('No webhook was registered.');
			expect([created.status, created.body]).toEqual([201, shown(webhook.key)]);
			const changed = { ...HOOK, events: ['appointment.updated', 'invoice.paid'] };
			const path = `${HOOKS}${webhook.key}/`;
			expect((await ask(service, 'PUT', path, changed)).status).toBe(200);
			expect(service.webhooks.list()).toMatchObject([changed]);
			expect((await ask(service, 'DELETE', path)).status).toBe(204);
			expect((await ask(service, 'DELETE', path)).status).toBe(404);
			expect(service.webhooks.list()).toEqual([]);
		},
	);

	it.each([
		['bare', {}, (hooks: object[]) => hooks],
		['results', {}, (hooks: object[]) => ({ results: hooks })],
		['data', {}, (hooks: object[]) => ({ data: hooks })],
		[
			'paged',
			{ pagination: 'pages', pageSize: 2, count: 'exact', nextLink: 'query' },
			(hooks: object[]) => ({ results: hooks.slice(0, 2), count: 3, next: '?page=2' }),
		],
		[
			'results',
			{ webhookWrap: 'webhook', wrapListed: true },
			(hooks: object[]) => ({ results: hooks.map((webhook) => ({ webhook })) }),
		],
	] as Array<[Dialect['webhookList'], Partial<Dialect>, (hooks: object[]) => unknown]>)(
		'is listed as %s in %j',
		async (webhookList, knobs, shown) => {
			service.speak({ webhookList, ...knobs });
			const { key: first } = service.webhooks.add(HOOK);
			service.webhooks.double(first);
			service.webhooks.double(first);
			const hooks = service.webhooks
				.list()
				.map((webhook) => ({ webhook_key: webhook.key, ...HOOK }));
			expect((await ask(service, 'GET', HOOKS)).body).toEqual(shown(hooks));
		},
	);

	it('may share its URL or not', async () => {
		const status = async (method: string, path: string) =>
			(await ask(service, method, path, HOOK)).status;
		await ask(service, 'POST', HOOKS, HOOK);
		expect(await status('POST', HOOKS)).toBe(201);
		service.speak({ sameUrl: 'conflict' });
		expect(await status('POST', HOOKS)).toBe(409);
		service.speak({ sameUrl: 'invalid' });
		expect(await status('POST', HOOKS)).toBe(400);
		const [own, other] = service.webhooks.list();
		expect(await status('PUT', `${HOOKS}${own?.key}/`)).toBe(400);
		service.webhooks.remove(other?.key ?? '');
		expect(await status('PUT', `${HOOKS}${own?.key}/`)).toBe(200);
	});
});
