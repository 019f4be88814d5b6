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

const on = (operation: string, more: object) => ({
	...{ resource: 'appointment', operation, appointment: locator('={{ $json.key }}') },
	...more,
});

test('expressions have a value for each item, and each item is paired with its input', async () => {
	const { service, n8n, credentialId } = bench;
	const items = service.seed(STATUSES.length).map(({ appointment_key: key }, index) => ({
		...{ key, status: STATUSES[index]! },
	}));
	const parameters = on('updateStatus', { status: '={{ $json.status }}' });

	const { items: returned } = await runAction(n8n, { credentialId, parameters, items });

	expect(returned.map(({ json }) => json.status)).toEqual(STATUSES);
	expect(returned.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
	expect(items.map(({ key }) => service.appointments.get(key)!.status)).toEqual(STATUSES);
});

test('expressions can be dates of n8n, which are sent with the offset of their day in the zone of the account', async () => {
	const { service, n8n, credentialId } = bench;
	const items = service.seed(1).map(({ appointment_key: key }) => ({ key }));
	const startDate = "={{ DateTime.fromISO('2027-01-05T10:00:00Z') }}";
	const parameters = on('reschedule', { startDate });

	await runAction(n8n, { credentialId, parameters, items, timezone: 'America/New_York' });

	const [{ body } = { body: '' }] = service.requests.of('PATCH', /reschedule/);
	expect(JSON.parse(body)).toEqual({ start_date: '2027-01-05T11:00:00+01:00' });
});
