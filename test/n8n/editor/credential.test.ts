import type { IDataObject } from 'n8n-workflow';
import { startService, type Service } from '../../stand-in';
import { loopbackCertificate } from '../harness';
import { credentialOf, useSharedN8n } from '../support/bench';

const bench = useSharedN8n({ dialect: 'paged' });
let secure: Service;
beforeAll(async () => {
	secure = await startService({ tls: await loopbackCertificate() });
});
afterAll(async () => await secure.stop());

const testCredential = async (changes: IDataObject = {}) =>
	await bench.n8n.api.testCredential({ ...credentialOf(bench.service), ...changes });

test('the credential test accepts what is right, without listing appointments', async () => {
	bench.service.requests.clear();
	const accepted = { status: 'OK', message: 'The service accepted the credential' };

	expect(await testCredential()).toEqual(accepted);
	expect(await testCredential({ baseUrl: `${bench.service.baseUrl}/` })).toEqual(accepted);
	expect(await testCredential(credentialOf(secure))).toEqual(accepted);
	expect(bench.service.requests.of('GET', '/api/v3/appointments/')).toEqual([]);
});

// More of them: test/unit/service/connectionTest.test.ts.
test.each([
	['baseUrl', 'https://nowhere.invalid', /service host was not found|could not be looked up/],
	['baseUrl', 'http://127.0.0.1:9', /service host refused the connection/],
	['accessToken', 'wrong', /did not accept the access token \(401\).*Check 'Access Token'/],
])('the credential test reports what is wrong with %s %s', async (field, value, message) => {
	const result = await testCredential({ [field]: value });

	expect(result.status).toBe('Error');
	expect(result.message).toMatch(message);
	expect(result.message).not.toContain(bench.service.token);
});
