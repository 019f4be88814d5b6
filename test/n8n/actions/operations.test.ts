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
