import { runAction, type Action } from '../harness';
import { useSharedN8n } from '../support/bench';
import { keysOf, locator } from '../support/actions';

// More of them: test/unit/actions/refusals.test.ts.
const bench = useSharedN8n();
const unknown = '11111111-2222-4333-8444-555555555555';
const message = "'Appointment': the key is empty";
const description = 'Enter the key as the service shows it, without spaces or slashes';
const marks = [
	{
		error: expect.stringContaining('No appointment matches the given key.'),
		details: { httpCode: '404', description: expect.any(String) },
	},
	{ error: message, details: { description } },
];
let first: string;
let last: string;
beforeAll(() => {
	[first, last] = keysOf(bench.service.seed(2)) as [string, string];
});

const getEach = async (keys: string[], onError?: Action['onError']) =>
	await runAction(bench.n8n, {
		parameters: {
			resource: 'appointment',
			operation: 'get',
			appointment: locator('={{ $json.key }}'),
		},
		credentialId: bench.credentialId,
		items: keys.map((key) => ({ key })),
		onError,
	});
const all = () => [first, unknown, '', last];

test('an item that fails ends the run with an error that names the item', async () => {
	const { error, output, execution } = await getEach([first, '']);

	expect(error).toMatchObject({
		name: 'NodeOperationError',
		message,
		description,
		context: { itemIndex: 1 },
		node: { name: 'Action' },
	});
	expect(output).toEqual([]);
	expect(execution.status).toBe('error');
});

test('items that fail are marked in their places if the node continues, and the others are returned', async () => {
	const { error, output, items } = await getEach(all(), 'continueRegularOutput');

	expect(error).toBeUndefined();
	expect(output).toMatchObject([{ appointment_key: first }, ...marks, { appointment_key: last }]);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2, 3].map((item) => ({ item })));
});

test('items that fail are returned at the error output, and the others at the first', async () => {
	const { output, failed } = await getEach(all(), 'continueErrorOutput');

	expect(keysOf(output)).toEqual([first, last]);
	expect(failed.map(({ json }) => json)).toMatchObject(marks.map(({ error }) => ({ error })));
	expect(failed.map(({ pairedItem }) => pairedItem)).toMatchObject([{ item: 1 }, { item: 2 }]);
});
