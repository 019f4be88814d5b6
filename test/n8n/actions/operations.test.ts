import { describeOperations } from '../../contract/operations';
import { contractIn } from '../../contract/support';
import { STATUSES } from '../../stand-in';
import { runAction } from '../harness';
import { useSharedN8n } from '../support/bench';
import { locator } from '../support/actions';

const bench = useSharedN8n();

describeOperations(
	async () =>
		await contractIn('odd', async (credentials, parameters, items) => {
			const credentialId = await bench.n8n.api.createCredential(credentials);
			const result = await runAction(bench.n8n, { credentialId, parameters, items });
			if (result.error) throw new Error(result.error.message);
			return result.output;
		}),
);

test('expressions have a value for each item, and each item is paired with its input', async () => {
	const { service, n8n, credentialId } = bench;
	const items = service.seed(STATUSES.length).map(({ appointment_key: key }, index) => ({
		...{ key, status: STATUSES[index]! },
	}));
	const parameters = {
		...{ resource: 'appointment', operation: 'updateStatus' },
		...{ appointment: locator('={{ $json.key }}'), status: '={{ $json.status }}' },
	};

	const { items: returned } = await runAction(n8n, { credentialId, parameters, items });

	expect(returned.map(({ json }) => json.status)).toEqual(STATUSES);
	expect(returned.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
	expect(items.map(({ key }) => service.appointments.get(key)!.status)).toEqual(STATUSES);
});
