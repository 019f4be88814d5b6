import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { runAction } from '../harness';
import { useSharedN8n } from '../support/bench';
import { keysOf, locator, useDialect } from '../support/dialects';

const bench = useSharedN8n();
const key = '={{ $json.value }}';
const good = '11111111-2222-4333-8444-555555555555';
const webhookBody = { url: 'https://receiver.example/', events: ['appointment.created'] };

type Refusal = [what: string, parameters: INodeParameters, value: unknown, message: string];

const on = (resource: string, operation: string, rest: IDataObject = {}) =>
	({ resource, operation, ...rest }) as INodeParameters;
const get = on('appointment', 'get', { appointment: locator(key) });
const reschedule = on('appointment', 'reschedule', {
	appointment: locator(good),
	startDate: key,
	options: { timezone: 'Europe/Madrid' },
});
const create = on('webhook', 'create', { ...webhookBody, url: key });

/** A value of each kind; the others are in test/unit/actions/refusals.test.ts. */
const refusals: Refusal[] = [
	['a key with a slash', get, '../webhooks', '\'Appointment\': "../webhooks" is not a key'],
	[
		'an http webhook URL',
		create,
		'http://a.example',
		'\'URL\': "http://a.example" is not an HTTPS address',
	],
	['a text that is no date', reschedule, 'tomorrow', '\'Start Date\': "tomorrow" is not a date'],
	[
		'an hour that clocks repeat',
		reschedule,
		'2027-10-31T02:30:00',
		"'Start Date': 2027-10-31T02:30:00 happens twice in Europe/Madrid, where clocks are set back at that time",
	],
	[
		'a limit of 0',
		on('appointment', 'getAll', { limit: key }),
		0,
		'\'Limit\': "0" is not a whole number of at least 1',
	],
];

// Nothing is sent, so the dialect of the service makes no difference.
describe('refused before anything is sent', () => {
	const spoken = useDialect(bench, 'odd');

	test.each(refusals)('%s', async (_, parameters, value, message) => {
		const { error, output, execution } = await spoken.run(parameters, {
			items: [{ value: value as never }],
		});

		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message,
			description: expect.stringMatching(/^[A-Z].{15,}$/),
			context: { itemIndex: 0 },
			node: { name: 'Action' },
		});
		expect(output).toEqual([]);
		expect(execution.status).toBe('error');
		expect(spoken.service.requests.total).toBe(0);
	});
});

test('the error names the item with the invalid value', async () => {
	const { credentialId, service, n8n } = bench;
	const [one] = service.seed(1);
	const items = [{ value: one!.appointment_key }, { value: one!.appointment_key }, { value: '' }];

	const { error } = await runAction(n8n, { parameters: get, credentialId, items });

	expect(error).toMatchObject({
		message: "'Appointment': the key is empty",
		description: 'Enter the key as the service shows it',
		context: { itemIndex: 2 },
	});
});

test('the token is never sent to an http URL that is not local', async () => {
	const credentialId = await bench.n8n.api.createCredential({
		baseUrl: 'http://api.example.com',
		accessToken: 'token',
		webhookAuthScheme: 'Bearer',
		arrayFormat: 'repeat',
	});

	const { error } = await runAction(bench.n8n, {
		parameters: on('appointment', 'getAll'),
		credentialId,
	});

	expect(error).toMatchObject({
		message: "'Base URL': http would send the access token unencrypted",
		description:
			'Use https://api.example.com in the credential; http is accepted for localhost only',
	});
});

describe('items that fail', () => {
	const spoken = useDialect(bench, 'plain');
	beforeAll(() => void spoken.service.seed(3));
	const unknown = '11111111-2222-4333-8444-555555555555';
	const getEach = on('appointment', 'get', { appointment: locator('={{ $json.key }}') });
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

	test('are marked in their places if the node continues, and the others are returned', async () => {
		const {
			output,
			items: made,
			error,
		} = await spoken.run(getEach, {
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

	test('are returned at the error output, and the others at the first', async () => {
		const { output, failed } = await spoken.run(getEach, {
			items: items(),
			onError: 'continueErrorOutput',
		});

		expect(keysOf(output)).toEqual([items()[0]!.key, items()[3]!.key]);
		expect(failed.map(({ json }) => json)).toMatchObject(marks.map(({ error }) => ({ error })));
		expect(failed.map(({ pairedItem }) => pairedItem)).toMatchObject([{ item: 1 }, { item: 2 }]);
	});
});
