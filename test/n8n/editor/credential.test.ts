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

interface Case {
	what: string;
	changes?: () => IDataObject;
	dialect?: Partial<Dialect>;
	message: RegExp;
}

const cases: Case[] = [
	{
		what: 'a host that does not exist',
		changes: () => ({ baseUrl: 'https://nowhere.invalid' }),
		message: /service host was not found|could not be looked up/,
	},
	{
		what: 'a port where nothing answers',
		changes: () => ({ baseUrl: 'http://127.0.0.1:9' }),
		message: /service host refused the connection/,
	},
	{
		what: 'a wrong path (404)',
		changes: () => ({ baseUrl: `${bench.service.baseUrl}/tenant` }),
		message:
			/no \/api\/v3\/webhooks\/ \(404\)\. Check the path in 'Base URL', and that the token may manage/,
	},
	{
		what: 'a website with status 200',
		dialect: { page: true },
		message: /not a list of webhooks nor JSON\. Check 'Base URL'/,
	},
	{
		what: 'a wrong token',
		changes: () => ({ accessToken: 'wrong' }),
		message: /did not accept the access token \(401\).*Check 'Access Token'/,
	},
	{
		what: 'no token',
		changes: () => ({ accessToken: ' ' }),
		message: /'Access Token': it is empty/,
	},
	{
		what: 'the scheme Basic where Bearer is wanted',
		changes: () => ({ webhookAuthScheme: 'Basic' }),
		message: /refuse the scheme Basic \(\d+\) but accept Bearer\. Choose Bearer as 'Webhook Auth/,
	},
	{
		what: 'the scheme Bearer where Basic is wanted',
		changes: () => ({ webhookAuthScheme: 'Bearer' }),
		dialect: { webhookScheme: 'Basic' },
		message: /refuse the scheme Bearer \(\d+\) but accept Basic\. Choose Basic as 'Webhook Auth/,
	},
	{
		what: 'a redirect',
		dialect: { redirect: 301 },
		message: /redirects to .+\. Enter the address at which it responds as 'Base URL'/,
	},
	{
		what: 'http where https is required',
		changes: () => ({ baseUrl: 'http://api.example.com' }),
		message: /http would send the access token unencrypted.*https:\/\/api\.example\.com/,
	},
	{
		what: 'an invalid address',
		changes: () => ({ baseUrl: 'somewhere' }),
		message: /'Base URL': it is not a web address/,
	},
];

test.each(cases)('the credential test reports $what', async ({ changes, dialect, message }) => {
	bench.service.speak(dialect ?? {});

	const result = await testCredential(changes?.());

	expect(result.status).toBe('Error');
	expect(result.message).toMatch(message);
	expect(result.message).not.toContain(bench.service.token);
});
