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

test('the credential test accepts what is right, and reads one page of appointments', async () => {
	bench.service.requests.clear();
	const accepted = { status: 'OK', message: 'The service accepted the credential' };

	expect(await testCredential()).toEqual(accepted);
	expect(await testCredential({ baseUrl: `${bench.service.baseUrl}/` })).toEqual(accepted);
	expect(await testCredential(credentialOf(secure))).toEqual(accepted);
	// Of the two tests of this service.
	expect(bench.service.requests.of('GET', '/api/v3/appointments/')).toHaveLength(2);
});

// More of them: test/unit/n8n/credentialTest.test.ts.
test.each<[what: string, changes: IDataObject, message: RegExp]>([
	['a host', { baseUrl: 'https://nowhere.invalid' }, /host was not found|could not be looked up/],
	['a port', { baseUrl: 'http://127.0.0.1:9' }, /service host refused the connection/],
	['http', { baseUrl: 'http://api.example.com' }, /unencrypted.*https:\/\/api\.example\.com/],
	['a token', { accessToken: 'wrong' }, /access token \(401\).*Check 'Access Token'/],
	['a scheme', { webhookAuthScheme: 'Basic' }, /scheme Basic \(\d+\) but accept Bearer/],
])('the credential test reports %s that is wrong', async (_what, changes, message) => {
	expect(await testCredential(changes)).toMatchObject({
		...{ status: 'Error', message: expect.stringMatching(message) },
	});
});

test.each([
	['a website', 200, /not with JSON\. Check 'Base URL'/],
	[
		'a redirect',
		301,
		/redirects to .+, which is not followed\. Enter the address .+ as 'Base URL'/,
	],
])('the credential test reports %s', async (_what, status, message) => {
	const headers = { location: 'https://elsewhere.example/', 'content-type': 'text/html' };
	const action = { kind: 'respond', status, headers, body: '<body>Sign in</body>' } as const;
	const fault = bench.service.faults.add({ action });
	const result = await testCredential();
	fault.remove();
	expect(result).toMatchObject({
		...{ status: 'Error', message: expect.stringMatching(message) },
	});
});
