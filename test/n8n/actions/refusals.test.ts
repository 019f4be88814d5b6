import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { runAction } from '../harness';
import { useBench } from '../support/bench';
import { locator, useDialect } from '../support/dialects';

const bench = useBench();
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

/** What is refused before anything is sent, by the title of the error. */
const refusals: Refusal[] = [
	['an empty key', get, '', "'Appointment': the key is empty"],
	['a blank key', get, '  ', "'Appointment': the key is empty"],
	['a key that is none', get, null, "'Appointment': the key is empty"],
	['a key with a slash', get, '../webhooks', '\'Appointment\': "../webhooks" is not a key'],
	['a key with a query', get, 'a?b=c', '\'Appointment\': "a?b=c" is not a key'],
	['a key with a space', get, 'a b', '\'Appointment\': "a b" is not a key'],
	['a key of dots', get, '..', '\'Appointment\': ".." is not a key'],
	[
		'an empty key of a webhook',
		on('webhook', 'delete', { webhook: locator(key) }),
		'',
		"'Webhook': the key is empty",
	],
	[
		'a malformed key of a webhook',
		on('webhook', 'update', { webhook: locator(key), ...webhookBody }),
		'a/b',
		'\'Webhook\': "a/b" is not a key',
	],
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
	['a webhook URL that is none', create, 'nowhere', '\'URL\': "nowhere" is not an HTTPS address'],
	['no webhook URL', create, '', "'URL': it is empty"],
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
	[
		'an unknown status of a filter',
		list({ status: key }),
		['PENDING', 'pending'],
		'\'Status\': "pending" is not an appointment status',
	],
	['a date that is none', reschedule, 'tomorrow', '\'Start Date\': "tomorrow" is not a date'],
	['no date', reschedule, '', "'Start Date': the date is empty"],
	[
		'a day that is none',
		reschedule,
		'2027-02-30T10:00:00',
		'\'Start Date\': "2027-02-30T10:00:00" is not a valid date and time',
	],
	[
		'a day without a time',
		reschedule,
		'2027-02-03',
		'\'Start Date\': "2027-02-03" has no time of day',
	],
	[
		'a skipped hour',
		reschedule,
		'2027-03-28T02:30:00',
		"'Start Date': 2027-03-28T02:30:00 does not exist in Europe/Madrid, where clocks are set forward at that time",
	],
	[
		'a doubled hour',
		reschedule,
		'2027-10-31T02:30:00',
		"'Start Date': 2027-10-31T02:30:00 happens twice in Europe/Madrid, where clocks are set back at that time",
	],
	[
		'a date filter that is none',
		list({ createdAt: key }),
		'soon',
		'\'Created At\': "soon" is not a date',
	],
	['an empty filter', list({ email: key }), '', "'Email': the filter is empty"],
	[
		'an empty key of a filter',
		list({ calendar: locator(key) }),
		'',
		"'Calendar': the key is empty",
	],
	['no keys of a filter', list({ serviceKeys: key }), ' , ', "'Service Keys': no key was entered"],
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
