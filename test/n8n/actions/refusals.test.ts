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
const list = (filters: IDataObject) => on('appointment', 'getAll', { filters });

/** A value of each kind; the others are in test/unit/actions/refusals.test.ts. */
const refusals: Refusal[] = [
	['an empty key', get, '', "'Appointment': the key is empty"],
	['a key with a slash', get, '../webhooks', '\'Appointment\': "../webhooks" is not a key'],
	[
		'an empty search code',
		on('appointment', 'cancel', { appointment: locator(key, 'code') }),
		'',
		"'Appointment': the code is empty",
	],
	[
		'an http webhook URL',
		create,
		'http://a.example',
		'\'URL\': "http://a.example" is not an HTTPS address',
	],
	[
		'no events',
		on('webhook', 'create', { ...webhookBody, events: key }),
		[],
		"'Events': no event was chosen",
	],
	[
		'an event kind with a space',
		on('webhook', 'create', { ...webhookBody, additionalEvents: key }),
		'a b',
		'\'Additional Events\': "a b" is not an event kind',
	],
	[
		'an unknown status',
		on('appointment', 'updateStatus', { appointment: locator(good), status: key }),
		'DONE',
		'\'Status\': "DONE" is not an appointment status',
	],
	['a date that is none', reschedule, 'tomorrow', '\'Start Date\': "tomorrow" is not a date'],
	[
		'a doubled hour',
		reschedule,
		'2027-10-31T02:30:00',
		"'Start Date': 2027-10-31T02:30:00 happens twice in Europe/Madrid, where clocks are set back at that time",
	],
	[
		'one day and a start',
		list({ onDate: key, startDate: key }),
		'2027-01-01',
		"'On Date': it can't be combined with 'Start Date' or 'End Date'",
	],
	[
		'an unknown time zone',
		{ ...reschedule, options: { timezone: key } },
		'Europe/Nowhere',
		'\'Timezone\': "Europe/Nowhere" is not a time zone',
	],
	[
		'a limit of none',
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

	test('a search code that nobody has, after its look-up', async () => {
		spoken.service.seed(5);
		const appointment = locator('AP-9', 'code');

		const { error } = await spoken.run(on('appointment', 'cancel', { appointment }));

		expect(error).toMatchObject({
			message: '\'Appointment\': no appointment has the code "AP-9"',
		});
		expect(spoken.service.requests.of('DELETE')).toEqual([]);
		expect(spoken.service.requests.of('GET')).not.toEqual([]);
	});
});

test('the item that is refused is named', async () => {
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

test('an http base URL that is not local is refused, and the token is not sent', async () => {
	const credentialId = await bench.n8n.api.createCredential({
		baseUrl: 'http://api.example.com',
		accessToken: 'token',
		webhookAuthScheme: 'Bearer',
		arrayFormat: 'repeat',
	});

	const { error } = await runAction(bench.n8n, { parameters: list({}), credentialId });

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

	test('are marked in their places with continue on fail, and the rest is kept', async () => {
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

	test('leave by the error output, the others by the first', async () => {
		const { output, failed } = await spoken.run(getEach, {
			items: items(),
			onError: 'continueErrorOutput',
		});

		expect(keysOf(output)).toEqual([items()[0]!.key, items()[3]!.key]);
		expect(failed.map(({ json }) => json)).toMatchObject(marks.map(({ error }) => ({ error })));
		expect(failed.map(({ pairedItem }) => pairedItem)).toMatchObject([{ item: 1 }, { item: 2 }]);
	});
});
