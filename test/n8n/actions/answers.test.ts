import type { INodeParameters } from 'n8n-workflow';
import type { Dialect, FaultAction } from '../../stand-in';
import { useSharedN8n } from '../support/bench';
import { locator, useDialect } from '../support/dialects';
import { eventually } from '../support/events';

const bench = useSharedN8n();

const getAll: INodeParameters = { resource: 'appointment', operation: 'getAll', returnAll: true };
const get: INodeParameters = {
	resource: 'appointment',
	operation: 'get',
	appointment: locator('={{ $json.key }}'),
};
const unknown = '11111111-2222-4333-8444-555555555555';

describe('a refusal', () => {
	const spoken = useDialect(bench, 'odd');

	// More of them: test/unit/service/http/refusal.test.ts.
	test('has the message of the service, and never the HTML of its page', async () => {
		const { service, run } = spoken;
		const items = [{ key: unknown }];
		service.speak({ errors: 'message' });
		const known = await run(get, { items });
		service.speak({ errors: 'html' });
		const page = await run(get, { items });

		const title = 'The service does not know this address or key (404)';
		expect(known.error).toMatchObject({
			name: 'NodeApiError',
			message: `${title}: No appointment matches the given key.`,
			description: expect.stringMatching(/^Check the key/),
			httpCode: '404',
			context: { itemIndex: 0 },
		});
		expect(page.error!.message).toContain('No appointment matches the given key.');
		expect(JSON.stringify(page.error)).not.toMatch(/[<>]/);
	});
});

describe('a response that is not from the API', () => {
	const spoken = useDialect(bench, 'paged');
	beforeAll(() => void spoken.service.seed(70));
	afterEach(() => {
		spoken.service.speak('paged');
		spoken.service.speak({ pageSize: 20 });
	});

	test('is an error if it is a web page with status 200', async () => {
		spoken.service.speak({ page: true });

		for (const parameters of [getAll, { resource: 'webhook', operation: 'getAll' }]) {
			const { error, output } = await spoken.run(parameters);
			expect(error).toMatchObject({
				message: 'The service responded with 200, but not with JSON',
				description: expect.stringContaining("Check 'Base URL'"),
			});
			expect(output).toEqual([]);
		}
	});

	test.each([301, 302, 307, 308] as const)(
		'sends no change to another address (%i)',
		async (redirect) => {
			const { service, run } = spoken;
			service.speak({ redirect });
			const { appointment_key } = service.appointments.list()[0]!;
			const appointment = locator(appointment_key);

			const { error } = await run({ resource: 'appointment', operation: 'cancel', appointment });

			expect(error!.message).toMatch(/^The service redirects to .+, which is not followed$/);
			expect(service.requests.total).toBe(1);
			expect(service.appointments.get(appointment_key)!.status).not.toMatch(/CANCELED$/);
		},
	);

	test('sends a read to another address of the same host only', async () => {
		const { service, run } = spoken;
		service.speak({ redirect: 302 });
		expect((await run({ ...getAll, returnAll: false, limit: 3 })).output).toHaveLength(3);
		service.speak({ redirectTo: 'elsewhere', elsewhere: bench.service.baseUrl });
		bench.service.requests.clear();

		const { error } = await run(getAll);

		expect(error!.message).toMatch(/which is not followed/);
		expect(bench.service.requests.total).toBe(0);
	});

	// More of such lists: test/unit/service/lists/hostile.test.ts.
	test.each<[Dialect['trap'], RegExp]>([
		['loop', /links back to a page/],
		['ignored', /same page of the list again/],
	])('never returns a part of a list with the trap "%s"', async (trap, words) => {
		const { service, run } = spoken;
		service.speak({ trap, count: 'none', elsewhere: bench.service.baseUrl });
		bench.service.requests.clear();

		const { error, output } = await run(getAll);

		expect(error!.message).toMatch(words);
		expect(error!.description).toBeTruthy();
		expect(output).toEqual([]);
		expect(bench.service.requests.total).toBe(0);
	});
});

describe('a change whose outcome is unclear', () => {
	const spoken = useDialect(bench, 'plain');
	const url = 'https://receiver.example/new';
	const on = (operation: string, key: string, rest: INodeParameters = {}): INodeParameters => ({
		resource: 'appointment',
		operation,
		appointment: locator(key),
		...rest,
	});
	const create: INodeParameters = {
		...{ resource: 'webhook', operation: 'create' },
		...{ url, events: ['appointment.created'] },
	};
	const cancel = (key: string, rest: INodeParameters = {}) =>
		on('cancel', key, { sendEmail: 'yes', ...rest });
	/** A new appointment, and how the service behaves when it is changed. */
	function appointment(method: string, action: FaultAction) {
		const { service } = spoken;
		const [{ appointment_key: key } = { appointment_key: '' }] = service.seed(1);
		const fault = service.faults.add({ method, path: new RegExp(key), action });
		return { key, fault, now: () => service.appointments.get(key)!.status };
	}
	const made = (key: string) => [{ canceled: true, appointment_key: key, status: 'CANCELED' }];
	const uncertain = expect.stringMatching(
		/^The change may have been made\. Check the appointment before you repeat it.*Retry On Fail/,
	);

	beforeEach(() => void (spoken.service.emails.length = 0));
	afterEach(() => spoken.service.faults.clear());

	// They take half a minute together, because the node waits for late effects.
	test('is sent once, and checked until it was made or may have been made', async () => {
		const { service, run } = spoken;
		service.speak({ secondCancel: 'secondEmail' });
		const gateway = appointment('DELETE', { kind: 'late', gives: 300, milliseconds: 1_500 });
		const slow = appointment('DELETE', { kind: 'delay', milliseconds: 3_000 });
		const never = appointment('DELETE', { kind: 'respond', status: 504 });
		const post = service.faults.add({
			...{ method: 'POST', path: /webhooks/ },
			action: { kind: 'delay', milliseconds: 3_000 },
		});
		const options = { timeout: 1_000 };

		const [behind, late, lost, webhook] = await Promise.all([
			run(cancel(gateway.key)),
			run(cancel(slow.key, { options })),
			run(cancel(never.key, { sendEmail: 'serviceDefault' })),
			run({ ...create, options }),
		]);

		expect(behind.error).toBeUndefined();
		expect(behind.output).toMatchObject(made(gateway.key));
		expect(late.output).toMatchObject(made(slow.key));
		expect(service.emails.toSorted()).toEqual([gateway.key, slow.key].toSorted());
		expect(lost.error).toMatchObject({ httpCode: '504', description: uncertain });
		expect(never.fault.hits).toBe(1);
		expect(lost.tookMs).toBeGreaterThan(35_000);
		expect(webhook.output).toMatchObject([{ url }]);
		expect(post.hits).toBe(1);
		expect(service.webhooks.list().map(({ url: registered }) => registered)).toEqual([url]);
	});

	test.each<[string, FaultAction]>([
		['a lost response', { kind: 'answerLost' }],
		[
			'a 500 after the change',
			{ kind: 'answerReplaced', status: 500, body: { detail: 'SMTP down' } },
		],
		['a web page', { kind: 'answerReplaced', status: 200, body: '<html>Done' }],
	])('succeeds after %s, once the appointment shows it', async (_, action) => {
		const { service, run } = spoken;
		const [status, start, quiet, email] = [
			appointment('PATCH', action),
			appointment('PATCH', action),
			appointment('DELETE', action),
			appointment('DELETE', action),
		];
		const startDate = '2027-03-01T10:00:00+01:00';

		const results = await Promise.all([
			run(on('updateStatus', status.key, { status: 'NO_SHOW' })),
			run(on('reschedule', start.key, { startDate })),
			run(cancel(quiet.key, { sendEmail: 'no' })),
			run(cancel(email.key)),
		]);

		expect(results.map(({ error }) => error)).toEqual(Array(4).fill(undefined));
		expect(results.flatMap(({ output }) => output)).toMatchObject([
			{ appointment_key: status.key, status: 'NO_SHOW' },
			{ appointment_key: start.key, start_date: startDate },
			...made(quiet.key),
			...made(email.key),
		]);
		expect([status, start, quiet, email].map(({ fault }) => fault.hits)).toEqual([1, 1, 1, 1]);
		expect(service.emails).toEqual([email.key]);
	});

	test('may have been made if the check fails too', async () => {
		const { service, run } = spoken;
		const busy = appointment('DELETE', { kind: 'respond', status: 503 });
		const action = { kind: 'respond', status: 503 } as const;
		service.faults.add({ method: 'GET', path: new RegExp(busy.key), action });

		const { error } = await run(cancel(busy.key));

		expect(error).toMatchObject({ httpCode: '503', description: uncertain });
		expect(busy.fault.hits).toBe(1);
	});

	test('was not made if the service denies it with 200', async () => {
		const body = { success: false, error: 'Too late to cancel' };
		const late = appointment('DELETE', { kind: 'respond', status: 200, body });

		const { error, output } = await spoken.run(cancel(late.key));

		expect(error!.message).toBe('The service responded with 200, but reports: Too late to cancel');
		expect(error!.description).not.toContain('may have been made');
		expect(output).toEqual([]);
		expect(late.now()).not.toBe('CANCELED');
	});

	test('is a deleted webhook only if the list no longer shows it', async () => {
		const { service, run } = spoken;
		const { key } = service.webhooks.add({ url: `${url}/1`, events: ['appointment.created'] });
		const remove: INodeParameters = {
			...{ resource: 'webhook', operation: 'delete' },
			...{ webhook: locator(key.toUpperCase()), options: { maxRetries: 1 } },
		};
		const action = { kind: 'respond', status: 200, body: '<html>Sign in' } as const;
		const fault = service.faults.add({ method: 'DELETE', action });
		expect((await run(remove)).error).toMatchObject({
			message: 'The service responded with 200, but not with JSON',
			description: expect.stringMatching(/may have been made\. Check the list of webhooks/),
		});
		fault.remove();

		service.faults.add({ method: 'DELETE', action: { kind: 'answerLost' } });
		const { output } = await run({ ...remove, webhook: locator(key) });

		expect(output).toEqual([{ deleted: true, webhook_key: key }]);
	});

	test('is sent again if that does no harm, and unclear if only the retry is refused', async () => {
		const { service, run } = spoken;
		service.speak({ dates: 'local' });
		const refused = appointment('PATCH', { kind: 'respond', status: 409, body: { detail: 'No.' } });
		const [again] = service.seed(1);
		const respond = { kind: 'respond', status: 502 } as const;
		const once = { method: 'PATCH', times: 1, action: respond };
		refused.fault.remove();
		service.faults.add({ ...once, path: new RegExp(refused.key) });
		service.faults.add({ ...once, path: new RegExp(again!.appointment_key) });
		const action = { kind: 'respond', status: 409, body: { detail: 'No.' } } as const;
		service.faults.add({ method: 'PATCH', path: new RegExp(refused.key), action });
		const options = { timezone: 'UTC' };
		const startDate = '2027-03-02T10:00:00Z';

		const { error } = await run(on('reschedule', refused.key, { startDate, options }));
		const { output } = await run(on('reschedule', again!.appointment_key, { startDate, options }));

		expect(error).toMatchObject({ httpCode: '409', description: uncertain });
		expect(output).toMatchObject([{ start_date: '2027-03-02T11:00:00' }]);
	});
});

describe('Timeout', () => {
	const spoken = useDialect(bench, 'plain');

	test.each([
		['drips', 12],
		['never ends', Infinity],
	])('ends a response that %s', async (_, spaces) => {
		const { service, run } = spoken;
		const [one] = service.seed(1);
		const action = { kind: 'drip', milliseconds: 700, spaces } as const;
		const fault = service.faults.add({ method: 'GET', action });

		const { error } = await run(
			{ ...get, options: { timeout: 1_000, maxRetries: 1 } },
			{ items: [{ key: one!.appointment_key }] },
		);
		fault.remove();

		expect(error!.message).toBe('The service did not respond in time');
		// n8n no longer reads the response.
		await eventually(() => expect(service.inFlight.now).toBe(0));
	});
});
