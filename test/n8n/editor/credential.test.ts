import type { IDataObject } from 'n8n-workflow';
import { startService, type Service } from '../../stand-in';
import { loopbackCertificate } from '../harness';
import { credentialOf, useSharedN8n } from '../support/fixture';

const fixture = useSharedN8n();
let secure: Service;
beforeAll(async () => {
	secure = await startService({ tls: await loopbackCertificate() });
});
afterAll(async () => await secure.stop());

const testCredential = async (changes: IDataObject = {}) =>
	await fixture.n8n.api.testCredential({ ...credentialOf(fixture.service), ...changes });

test('the credential test accepts what is right', async () => {
	const accepted = { status: 'OK', message: 'The service accepted the credential' };

	expect(await testCredential()).toEqual(accepted);
	expect(await testCredential(credentialOf(secure))).toEqual(accepted);
});

// Every refusal: test/unit/n8n/credentialTest.test.ts.
test.each([
	[{ baseUrl: 'http://127.0.0.1:9' }, /service host can't be reached/],
	[{ accessToken: 'wrong' }, /access token \(401\).*Check 'Access Token'/],
])('the credential test reports what is wrong in %j', async (changes, message) => {
	const expected = { status: 'Error', message: expect.stringMatching(message) };
	expect(await testCredential(changes)).toMatchObject(expected);
});
