import { describeOperations } from '../../contract/operations';
import { contractIn } from '../../contract/support';
import { runAction } from '../harness';
import { credentialOf, useSharedN8n } from '../support/fixture';

const fixture = useSharedN8n();

describeOperations(
	async () =>
		await contractIn('cursor', async (credentials, parameters, items) => {
			const credentialId = await fixture.n8n.api.createCredential(credentials);
			const result = await runAction(fixture.n8n, { credentialId, parameters, items });
			if (result.error) throw new Error(result.error.message);
			return result.output;
		}),
	['NO_SHOW'],
);

// Every style of lists: test/unit/service/lists.
test('Get Many has a hint if the list is shorter than its count, or the zone contradicts the service', async () => {
	const { service, n8n } = fixture;
	service.seed(1);
	service.speak({ pagination: 'pages', count: 'tooHigh', dates: 'offset' });
	const credential = { ...credentialOf(service), timezone: 'Asia/Tokyo' };
	const { hints } = await runAction(n8n, {
		credentialId: await n8n.api.createCredential(credential),
		parameters: { resource: 'appointment', operation: 'getAll', returnAll: true },
	});
	expect(hints).toEqual(
		expect.arrayContaining([
			expect.stringMatching(/^The service reported \d+ entries but returned \d+/),
			expect.stringContaining('but Asia/Tokyo is at'),
		]),
	);
});
