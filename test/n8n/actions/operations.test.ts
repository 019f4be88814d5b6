import { describeOperations } from '../../contract/operations';
import { contractIn } from '../../contract/support';
import { runAction } from '../harness';
import { useSharedN8n } from '../support/fixture';

const fixture = useSharedN8n();

// In the other shape: test/contract/operations.test.ts.
describeOperations(
	async () =>
		await contractIn('samples', async (credentials, parameters, items) => {
			const credentialId = await fixture.n8n.api.createCredential(credentials);
			const result = await runAction(fixture.n8n, { credentialId, parameters, items });
			if (result.error) throw Object.assign(new Error(), result.error);
			return result.output;
		}),
	['NO_SHOW'],
);

// More hints: test/unit/actions/lists.test.ts and days.test.ts.
test('Get Many has a hint if the list is shorter than its count', async () => {
	const { service, n8n, credentialId } = fixture;
	const [booked] = service.seed(1);
	const body = { count: 2, next: null, results: [service.shown(booked!)] };
	const fault = service.faults.add({ action: { kind: 'respond', status: 200, body } });
	const { hints } = await runAction(n8n, {
		credentialId,
		parameters: { resource: 'appointment', operation: 'getAll', returnAll: true },
	});
	fault.remove();
	expect(hints).toEqual(['The service reported 2 entries but returned 1']);
});
