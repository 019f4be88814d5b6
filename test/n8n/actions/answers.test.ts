import type { INodeParameters } from 'n8n-workflow';
import type { Dialect } from '../../stand-in';
import { useSharedN8n } from '../support/bench';
import { locator, useDialect } from '../support/dialects';

const bench = useSharedN8n();

const getAll: INodeParameters = { resource: 'appointment', operation: 'getAll', returnAll: true };
const get: INodeParameters = {
	resource: 'appointment',
	operation: 'get',
	appointment: locator('={{ $json.key }}'),
};
const unknown = '11111111-2222-4333-8444-555555555555';

describe.each([
	['offset', '409'],
	['odd', '400'],
] as const)("the service's words, %s", (name, status) => {
	const spoken = useDialect(bench, name);
	beforeAll(() => void spoken.service.seed(60));

	const shapes: Array<Dialect['errors']> = ['detail', 'message', 'list', 'fields', 'text'];
	test.each(shapes)('of a refusal written as %s reach title and way out', async (errors) => {
		const { service, run } = spoken;
		service.speak({ errors });
		const taken = service.appointments.list()[5]!;

		const { error } = await run({
			resource: 'appointment',
			operation: 'reschedule',
			appointment: locator(service.appointments.list()[0]!.appointment_key),
			startDate: service.zone.iso(taken.start),
		});

		expect(error).toMatchObject({
			name: 'NodeApiError',
			message: expect.stringMatching(
				new RegExp(`\\(${status}\\): (start_date: )?The time slot is not available\\.`),
			),
			description: expect.stringMatching(/^(Check|Compare) .+/),
			httpCode: status,
			context: { itemIndex: 0 },
		});
	});

	test('of a value refused (400, 422)', async () => {
		const { service, run } = spoken;
		service.speak({ errors: 'fields' });

		const { error } = await run({ ...getAll, filters: { clientKey: 'not-a-uuid' } });

		const { invalidStatus } = service.dialect;
		expect(error!.message).toMatch(`(${invalidStatus}): client_key: Must be a valid UUID.`);
		expect(error!.httpCode).toBe(String(invalidStatus));
	});

	test('of an unknown key (404), and none of a web page', async () => {
		const { service, run } = spoken;
		const items = [{ key: unknown }];
		service.speak({ errors: 'message' });
		const known = await run(get, { items });
		service.speak({ errors: 'html' });
		const page = await run(get, { items });

		const title = 'The service does not know this address or key (404)';
		expect(known.error!.message).toBe(`${title}: No appointment matches the given key.`);
		expect(page.error!.message).toBe(title);
		expect(page.error!.description).toMatch(/^Check the key/);
	});
});

describe('answers that are none', () => {
	const spoken = useDialect(bench, 'paged');
	beforeAll(() => void spoken.service.seed(70));
	afterEach(() => {
		spoken.service.speak('paged');
		spoken.service.speak({ pageSize: 20 });
	});

	test('a web page with status 200', async () => {
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
		'a write is not sent after a redirect (%i)',
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

	test('a read follows a redirect on its origin, and never to another', async () => {
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
	])('a list with the trap "%s" ends in an error, not in a part', async (trap, words) => {
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

describe('a change whose response is lost', () => {
	const spoken = useDialect(bench, 'plain');

	test.each(['nothing', 'secondEmail'] as const)(
		'sends the client one cancellation email, if a second cancellation does: %s',
		async (secondCancel) => {
			const { service, run } = spoken;
			service.speak({ secondCancel });
			const [appointment] = service.seed(1);
			service.emails.length = 0;
			service.faults.add({ method: 'DELETE', times: 1, action: { kind: 'answerLost' } });

			const { error, output } = await run({
				resource: 'appointment',
				operation: 'cancel',
				appointment: locator(appointment!.appointment_key),
				sendEmail: 'yes',
			});

			expect(error).toBeUndefined();
			expect(output).toMatchObject([{ canceled: true }]);
			expect(service.emails).toEqual([appointment!.appointment_key]);
		},
	);

	test('is uncertain if the retry is refused and the service shows local times', async () => {
		const { service, run } = spoken;
		service.speak({ dates: 'local' });
		const [appointment] = service.seed(1);
		for (const status of [502, 409]) {
			const action = { kind: 'respond', status, body: { detail: 'No.' } } as const;
			service.faults.add({ method: 'PATCH', times: 1, action });
		}

		const { error } = await run({
			resource: 'appointment',
			operation: 'reschedule',
			appointment: locator(appointment!.appointment_key),
			startDate: `${service.zone.wall(appointment!.start)}Z`,
		});

		expect(error).toMatchObject({
			httpCode: '409',
			description: expect.stringMatching(/^The change may have been made\. Check before/),
		});
	});
});
