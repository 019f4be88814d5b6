import { runAction, type Action } from '../harness';
import { useSharedN8n } from '../support/fixture';
import { locator } from '../../unit/support/locator';

// More of them: test/unit/actions/refusals.test.ts.
const fixture = useSharedN8n();
const unknown = '11111111-2222-4333-8444-555555555555';
const message = "'Appointment': it is empty";
const description = 'Enter the key as the service shows it, without spaces or slashes';
const marks = [
	{
		error: expect.stringContaining('Not found.'),
		details: { httpCode: '404', description: expect.any(String) },
	},
	{ error: message, details: { description } },
];

const keysOf = (appointments: ReadonlyArray<{ appointment_key?: unknown }>) =>
	appointments.map(({ appointment_key: key }) => key);

const getEach = async (keys: string[], onError?: Action['onError']) =>
	await runAction(fixture.n8n, {
		parameters: {
			resource: 'appointment',
			operation: 'get',
			appointment: locator('={{ $json.key }}'),
		},
		credentialId: fixture.credentialId,
		items: keys.map((key) => ({ key })),
		onError,
	});

test('an item that fails ends the run with its error, is marked in its place if the node continues, or leaves at the error output', async () => {
	const [first, last] = keysOf(fixture.service.seed(2)) as [string, string];
	const all = [first, unknown, '', last];

	const ended = await getEach([first, '']);
	expect(ended.error).toMatchObject({
		name: 'NodeOperationError',
		message,
		description,
		context: { itemIndex: 1 },
		node: { name: 'Action' },
	});
	expect([ended.output, ended.execution.status]).toEqual([[], 'error']);

	const { error, output, items } = await getEach(all, 'continueRegularOutput');
	expect(error).toBeUndefined();
	expect(output).toMatchObject([{ appointment_key: first }, ...marks, { appointment_key: last }]);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(all.map((_, item) => ({ item })));

	const split = await getEach(all, 'continueErrorOutput');
	expect(keysOf(split.output)).toEqual([first, last]);
	expect(split.failed).toMatchObject([
		{ json: { error: marks[0]!.error }, pairedItem: { item: 1 } },
		{ json: { error: marks[1]!.error }, pairedItem: { item: 2 } },
	]);
});
