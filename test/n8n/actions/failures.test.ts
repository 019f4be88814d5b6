import type { INodeParameters } from 'n8n-workflow';
import type { Dialect } from '../../stand-in';
import { useBench } from '../support/bench';
import { keysOf, locator, useDialect } from '../support/dialects';

const bench = useBench();

const getAll: INodeParameters = { resource: 'appointment', operation: 'getAll', returnAll: true };
const get: INodeParameters = {
	resource: 'appointment',
	operation: 'get',
	appointment: locator('={{ $json.key }}'),
};
const unknown = '11111111-2222-4333-8444-555555555555';

describe.each([
	['plain', '409'],
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

describe('items that fail', () => {
	const spoken = useDialect(bench, 'plain');
	beforeAll(() => void spoken.service.seed(3));
	const items = () => {
		const [a, b] = keysOf(spoken.service.appointments.list()) as string[];
		return [{ key: a! }, { key: '' }, { key: unknown }, { key: b! }];
	};
	const marks = [
		{
			error: "'Appointment': the key is empty",
			details: { description: 'Enter the key as the service shows it' },
		},
		{
			error: expect.stringContaining('No appointment matches the given key.'),
			details: { httpCode: '404', description: expect.any(String) },
		},
	];

	test('are marked in their places with continue on fail, and the rest is kept', async () => {
		const {
			output,
			items: made,
			error,
		} = await spoken.run(get, {
			items: items(),
			onError: 'continueRegularOutput',
		});

		expect(error).toBeUndefined();
		expect(output).toMatchObject([
			{ appointment_key: items()[0]!.key },
			...marks,
			{ appointment_key: items()[3]!.key },
		]);
		expect(made.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3].map((item) => ({ item })),
		);
	});

	test('leave by the error output, the others by the first', async () => {
		const { output, failed } = await spoken.run(get, {
			items: items(),
			onError: 'continueErrorOutput',
		});

		expect(keysOf(output)).toEqual([items()[0]!.key, items()[3]!.key]);
		expect(failed.map(({ json }) => json)).toMatchObject(marks.map(({ error }) => ({ error })));
		expect(failed.map(({ pairedItem }) => pairedItem)).toMatchObject([{ item: 1 }, { item: 2 }]);
	});
});
