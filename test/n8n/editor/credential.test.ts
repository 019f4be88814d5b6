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

// More of them: test/unit/n8n/credentialTest.test.ts.
test.each<[what: string, changes: () => IDataObject, message: RegExp]>([
	['a port', () => ({ baseUrl: 'http://127.0.0.1:9' }), /service host can't be reached/],
	[
		'a path',
		() => ({ baseUrl: `${fixture.service.baseUrl}/wrong` }),
		/no list of appointments \(404\)\. Enter http:\/\/127\.0\.0\.1:\d+ as 'Base URL'$/,
	],
	['a token', () => ({ accessToken: 'wrong' }), /access token \(401\).*Check 'Access Token'/],
	['a scheme', () => ({ webhookAuthScheme: 'Basic' }), /Choose Bearer as 'Webhook Auth Scheme'/],
	['a zone', () => ({ timezone: 'São Paulo' }), /'Service Timezone'.*America\/Sao_Paulo/],
])('the credential test reports %s that is wrong', async (_what, changes, message) => {
	const expected = { status: 'Error', message: expect.stringMatching(message) };
	expect(await testCredential(changes())).toMatchObject(expected);
});

test.each(['samples', 'document'] as const)(
	'the credential test sees from an appointment that the zone is another one (%s)',
	async (shape) => {
		const { service } = fixture;
		service.set({ shape });
		service.seed(1, { start_date: new Date(Date.now() + 3_600_000).toISOString() });
		expect(await testCredential({ timezone: 'America/Sao_Paulo' })).toMatchObject({
			status: 'Error',
			message: expect.stringMatching(/America\/Sao_Paulo is at UTC-03:00 then/),
		});
		expect(await testCredential()).toMatchObject({ status: 'OK' });
	},
);

test.each([
	['appointments', 403, 'Error'],
	['appointments', 500, 'Error'],
	['webhooks', 403, 'OK'],
])('the credential test of a service that refuses %s with %i: %s', async (list, status, result) => {
	const action = { kind: 'respond', status, body: 'No.' } as const;
	const fault = fixture.service.faults.add({ path: new RegExp(list), action });
	expect(await testCredential()).toMatchObject({ status: result });
	fault.remove();
});
