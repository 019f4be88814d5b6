import type { IDataObject } from 'n8n-workflow';
import { startService, type Dialect, type Service } from '../../stand-in';
import { loopbackCertificate } from '../harness';
import { credentialOf, useSharedN8n } from '../support/bench';

const bench = useSharedN8n({ dialect: 'paged' });
let secure: Service;
beforeAll(async () => {
	secure = await startService({ tls: await loopbackCertificate() });
});
afterAll(async () => await secure.stop());
beforeEach(() => bench.service.speak('paged'));

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
test.each<[what: string, changes: IDataObject, dialect: Partial<Dialect>, message: RegExp]>([
	[
		...(['a host that does not exist', { baseUrl: 'https://nowhere.invalid' }, {}] as const),
		/service host was not found|could not be looked up/,
	],
	[
		...(['a port where nothing answers', { baseUrl: 'http://127.0.0.1:9' }, {}] as const),
		/service host refused the connection/,
	],
	[
		...(['a website with status 200', {}, { page: true }] as const),
		/not a list of webhooks nor JSON\. Check 'Base URL'/,
	],
	[
		...(['a wrong token', { accessToken: 'wrong' }, {}] as const),
		/did not accept the access token \(401\).*Check 'Access Token'/,
	],
	[
		...(['another scheme', { webhookAuthScheme: 'Bearer' }, { webhookScheme: 'Basic' }] as const),
		/refuse the scheme Bearer \(\d+\) but accept Basic\. Choose Basic as 'Webhook Auth/,
	],
	[
		...(['a redirect', {}, { redirect: 301 }] as const),
		/redirects to .+\. Enter the address at which it responds as 'Base URL'/,
	],
	[
		...(['http where https is required', { baseUrl: 'http://api.example.com' }, {}] as const),
		/http would send the access token unencrypted.*https:\/\/api\.example\.com/,
	],
])('the credential test reports %s', async (_, changes, dialect, message) => {
	bench.service.speak(dialect);

	const result = await testCredential(changes);

	expect(result.status).toBe('Error');
	expect(result.message).toMatch(message);
	expect(result.message).not.toContain(bench.service.token);
});
