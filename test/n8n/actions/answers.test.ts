import type { INodeParameters } from 'n8n-workflow';
import type { FaultAction } from '../../stand-in';
import { runAction } from '../harness';
import { useSharedN8n } from '../support/bench';
import { locator, useDialect } from '../support/dialects';
import { eventually } from '../support/events';

// How responses are read, and when a change is sent again: test/unit/service.
const bench = useSharedN8n();

const getAll: INodeParameters = { resource: 'appointment', operation: 'getAll', returnAll: true };
const on = (operation: string, key: string, rest: INodeParameters = {}): INodeParameters => ({
	...{ resource: 'appointment', operation, appointment: locator(key) },
	...rest,
});

describe('a refusal', () => {
	const spoken = useDialect(bench, 'odd');

	test.each(['message', 'html'] as const)(
		'has the message of the service, and never the HTML of its page (%s)',
		async (errors) => {
			const { service, run } = spoken;
			service.speak({ errors });

			const { error } = await run(on('get', '11111111-2222-4333-8444-555555555555'));

			expect(error).toMatchObject({
				name: 'NodeApiError',
				message: expect.stringMatching(/\(404\).*No appointment matches the given key\./),
				description: expect.stringMatching(/^Check the key/),
				httpCode: '404',
				context: { itemIndex: 0 },
			});
			expect(JSON.stringify(error)).not.toMatch(/[<>]/);
		},
	);
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

		const { error, output } = await spoken.run(getAll);

		expect(error).toMatchObject({
			message: 'The service responded with 200, but not with JSON',
			description: expect.stringContaining("Check 'Base URL'"),
		});
		expect(output).toEqual([]);
	});

	test.each([302, 307] as const)('sends no change to another address (%i)', async (redirect) => {
		const { service, run } = spoken;
		service.speak({ redirect });
		const { appointment_key } = service.appointments.list()[0]!;

		const { error } = await run(on('cancel', appointment_key));

		expect(error!.message).toMatch(/^The service redirects to .+, which is not followed$/);
		expect(service.requests.total).toBe(1);
		expect(service.appointments.get(appointment_key)!.status).not.toMatch(/CANCELED$/);
	});

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
});

describe('a change whose outcome is unclear', () => {
	const spoken = useDialect(bench, 'plain');
	/** A new appointment, and how the service behaves when it is changed. */
	function appointment(method: string, action: FaultAction) {
		const { service } = spoken;
		const [{ appointment_key: key } = { appointment_key: '' }] = service.seed(1);
		return { key, fault: service.faults.add({ method, path: new RegExp(key), action }) };
	}
	const made = (key: string) => [{ canceled: true, appointment_key: key, status: 'CANCELED' }];
	const sendEmail = 'yes';

	beforeEach(() => void (spoken.service.emails.length = 0));
	afterEach(() => spoken.service.faults.clear());

	test('is sent once if it takes effect late, behind a gateway or after the timeout', async () => {
		const { service, run } = spoken;
		service.speak({ secondCancel: 'secondEmail' });
		const gateway = appointment('DELETE', { kind: 'late', gives: 300, milliseconds: 1_500 });
		const slow = appointment('DELETE', { kind: 'delay', milliseconds: 3_000 });
		const action = { kind: 'delay', milliseconds: 3_000 } as const;
		const post = service.faults.add({ method: 'POST', path: /webhooks/, action });
		const options = { timeout: 1_000 };
		const url = 'https://receiver.example/new';
		const create = { resource: 'webhook', operation: 'create', url };

		const [behind, late, webhook] = await Promise.all([
			run(on('cancel', gateway.key, { sendEmail })),
			run(on('cancel', slow.key, { sendEmail, options })),
			run({ ...create, events: ['appointment.created'], options }),
		]);

		expect(behind.output).toMatchObject(made(gateway.key));
		expect(late.output).toMatchObject(made(slow.key));
		expect(service.emails.toSorted()).toEqual([gateway.key, slow.key].toSorted());
		expect(webhook.output).toMatchObject([{ url }]);
		expect(post.hits).toBe(1);
		expect(service.webhooks.list().map(({ url: registered }) => registered)).toEqual([url]);
	});

	test('succeeds after a lost response, once the appointment shows it', async () => {
		const { service, run } = spoken;
		const action = { kind: 'answerLost' } as const;
		const [status, start, canceled] = ['PATCH', 'PATCH', 'DELETE'].map((method) =>
			appointment(method, action),
		);
		const startDate = '2027-03-01T10:00:00+01:00';

		const results = await Promise.all([
			run(on('updateStatus', status!.key, { status: 'NO_SHOW' })),
			run(on('reschedule', start!.key, { startDate })),
			run(on('cancel', canceled!.key, { sendEmail })),
		]);

		expect(results.flatMap(({ output }) => output)).toMatchObject([
			{ appointment_key: status!.key, status: 'NO_SHOW' },
			{ appointment_key: start!.key, start_date: startDate },
			...made(canceled!.key),
		]);
		expect([status, start, canceled].map((changed) => changed!.fault.hits)).toEqual([1, 1, 1]);
		expect(service.emails).toEqual([canceled!.key]);
	});

	test('may have been made if the check fails too', async () => {
		const { service, run } = spoken;
		const action = { kind: 'respond', status: 503 } as const;
		const busy = appointment('DELETE', action);
		service.faults.add({ method: 'GET', path: new RegExp(busy.key), action });

		const { error } = await run(on('cancel', busy.key, { sendEmail }));

		expect(error).toMatchObject({
			httpCode: '503',
			description: expect.stringMatching(
				/^The change may have been made\. Check the appointment before you repeat it.*Retry On Fail/,
			),
		});
		expect(busy.fault.hits).toBe(1);
	});
});

test('Timeout ends a response that never ends', async () => {
	const { service } = bench;
	const [one] = service.seed(1);
	const action = { kind: 'drip', milliseconds: 700, spaces: Infinity } as const;
	const fault = service.faults.add({ method: 'GET', action });
	const options = { timeout: 1_000, maxRetries: 1 };

	const { error } = await runAction(bench.n8n, {
		credentialId: bench.credentialId,
		parameters: on('get', one!.appointment_key, { options }),
	});
	fault.remove();

	expect(error!.message).toBe('The service did not respond in time');
	// n8n no longer reads the response.
	await eventually(() => expect(service.inFlight.now).toBe(0));
});
