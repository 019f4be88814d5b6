import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { runAction } from '../harness';
import { useSharedN8n } from '../support/bench';
import { keysOf, locator, useDialect } from '../support/dialects';

const bench = useSharedN8n();
const value = '={{ $json.value }}';
const unknown = '11111111-2222-4333-8444-555555555555';

const on = (operation: string, rest: IDataObject = {}) =>
	({ resource: 'appointment', operation, ...rest }) as INodeParameters;
const get = on('get', { appointment: locator(value) });
const reschedule = on('reschedule', {
	...{ appointment: locator(unknown), startDate: value },
	options: { timezone: 'Europe/Madrid' },
});

// More of them: test/unit/actions/refusals.test.ts.
test.each<[what: string, parameters: INodeParameters, value: unknown, message: string]>([
	['a key with a slash', get, '../webhooks', '\'Appointment\': "../webhooks" is not a key'],
	['a text that is no date', reschedule, 'tomorrow', '\'Start Date\': "tomorrow" is not a date'],
	[
		...(['a limit of 0', on('getAll', { limit: value }), 0] as const),
		'\'Limit\': "0" is not a whole number of at least 1',
	],
])('%s is refused before anything is sent', async (_, parameters, entered, message) => {
	const { credentialId, service, n8n } = bench;
	service.requests.clear();
	const items = [{ value: entered as never }];

	const { error, output, execution } = await runAction(n8n, { parameters, credentialId, items });

	expect(error).toMatchObject({
		name: 'NodeOperationError',
		message,
		description: expect.stringMatching(/^[A-Z].{15,}$/),
		context: { itemIndex: 0 },
		node: { name: 'Action' },
	});
	expect(output).toEqual([]);
	expect(execution.status).toBe('error');
	expect(service.requests.total).toBe(0);
});

test('the token is never sent to an http URL that is not local', async () => {
	const credentialId = await bench.n8n.api.createCredential({
		...{ baseUrl: 'http://api.example.com', accessToken: 'token' },
		...{ webhookAuthScheme: 'Bearer', arrayFormat: 'repeat' },
	});

	const { error } = await runAction(bench.n8n, { parameters: on('getAll'), credentialId });

	expect(error).toMatchObject({
		message: "'Base URL': http would send the access token unencrypted",
		description:
			'Use https://api.example.com in the credential; http is accepted for localhost only',
	});
});

describe('items that fail', () => {
	const spoken = useDialect(bench, 'plain');
	beforeAll(() => void spoken.service.seed(2));
	const items = () => {
		const [a, b] = keysOf(spoken.service.appointments.list()) as string[];
		return [{ value: a! }, { value: unknown }, { value: '' }, { value: b! }];
	};
	const marks = [
		{
			error: expect.stringContaining('No appointment matches the given key.'),
			details: { httpCode: '404', description: expect.any(String) },
		},
		{
			error: "'Appointment': the key is empty",
			details: { description: 'Enter the key as the service shows it, without spaces or slashes' },
		},
	];

	test('end the run with an error that names the item', async () => {
		const { error } = await spoken.run(get, {
			items: items().filter((item) => item.value !== unknown),
		});

		expect(error).toMatchObject({ message: marks[1]!.error, context: { itemIndex: 1 } });
	});

	test('are marked in their places if the node continues, and the others are returned', async () => {
		const onError = 'continueRegularOutput';
		const result = await spoken.run(get, { items: items(), onError });

		const [first, , , last] = items();
		expect(result.error).toBeUndefined();
		expect(result.output).toMatchObject([
			{ appointment_key: first!.value },
			...marks,
			{ appointment_key: last!.value },
		]);
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3].map((item) => ({ item })),
		);
	});

	test('are returned at the error output, and the others at the first', async () => {
		const onError = 'continueErrorOutput';
		const { output, failed } = await spoken.run(get, { items: items(), onError });

		expect(keysOf(output)).toEqual([items()[0]!.value, items()[3]!.value]);
		expect(failed.map(({ json }) => json)).toMatchObject(marks.map(({ error }) => ({ error })));
		expect(failed.map(({ pairedItem }) => pairedItem)).toMatchObject([{ item: 1 }, { item: 2 }]);
	});
});
