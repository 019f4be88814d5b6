import { AppointmentSchedulingApi } from '../../../credentials/AppointmentSchedulingApi.credentials';
import { globSync, readFileSync } from 'node:fs';
import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

it('the credential has the fields of the public interface', () => {
	const { name, displayName, properties } = new AppointmentSchedulingApi();
	expect([name, displayName]).toEqual(['appointmentSchedulingApi', 'Appointment Scheduling API']);
	const shown = properties.map(({ name: field, type, default: value, typeOptions, required }) => [
		field,
		type,
		value,
		typeOptions?.password === true,
		required === true,
	]);
	expect(shown).toEqual([
		['baseUrl', 'string', '', false, true],
		['accessToken', 'string', '', true, true],
		['timezone', 'string', '', false, true],
		['webhookAuthScheme', 'options', 'Bearer', false, false],
		['webhookSecret', 'string', '', true, false],
	]);
	expect(properties[3]?.options).toMatchObject([{ value: 'Bearer' }, { value: 'Basic' }]);
});

const fields = new AppointmentSchedulingApi().properties.map(({ displayName }) => displayName);
const named = globSync('nodes/AppointmentScheduling/service/**/*.ts').flatMap((file) => {
	const texts = readFileSync(file, 'utf8').match(/(["`])(?:(?!\1).)*\1/g) ?? [];
	const sentences = texts.map((text) => text.replace(/\$\{[^}]*\}/g, ''));
	return sentences.flatMap((text) => text.match(/(?<= ')[A-Z][\w ]*(?=')/g) ?? []);
});

test("errors of service/ name fields of the credential, not a node's parameters", () => {
	expect(fields).toEqual(expect.arrayContaining(named));
	expect(named).toContain('Base URL');
});

type Authenticate = (
	credentials: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
) => Promise<IHttpRequestOptions>;

const baseUrl = 'https://api.example.com:8443/clinic';
const local = 'http://localhost:8000';
const authenticate = new AppointmentSchedulingApi().authenticate as Authenticate;

/** The header, or the field that is refused. */
async function headerFor(request: object, base = baseUrl) {
	const url = `${base}/api/v3/appointments/`;
	const credentials = { baseUrl: base, accessToken: 'secret' };
	const options = { url, ...request } as IHttpRequestOptions;
	return await authenticate(credentials, options).then(
		({ headers }) => headers?.authorization,
		({ message }: Error) => /^'(.+)': it could let another server read/.exec(message)?.[1],
	);
}

const host = 'evil.example';
const proxy = 'http://proxy.example:3128';

it.each<[refused: string, request: object, isRefusedOnThisMachine: boolean]>([
	...['Host', 'host', 'HOST', ' Host '].map((name): [string, object, boolean] => [
		'Host',
		{ headers: { 'X-Own': '1', [name]: host } },
		true,
	]),
	['Host', { headers: { host: 'api.example.com' } }, true],
	['Host', { headers: { host: ['api.example.com:8443', host] } }, true],
	['Proxy', { proxy }, true],
	['Proxy', { proxy: { host: 'proxy.example', port: 3128 } }, true],
	['Ignore SSL Issues (Insecure)', { rejectUnauthorized: false }, false],
	['Ignore SSL Issues (Insecure)', { skipSslCertificateValidation: true }, false],
	['Ignore SSL Issues (Insecure)', { agentOptions: { rejectUnauthorized: false } }, false],
	['SSL Certificates', { agentOptions: { ca: 'a certificate' } }, false],
])(
	'a request that %s would show to another server is refused: %j',
	async (name, request, always) => {
		expect(await headerFor(request)).toBe(name);
		expect(await headerFor(request, local)).toBe(always ? name : 'Bearer secret');
		const elsewhere = { ...request, url: 'https://api.example.com:8443/other/' };
		expect(await headerFor(elsewhere)).toBeUndefined();
	},
);

it.each([
	{ headers: { Host: 'API.example.com:8443', 'X-Forwarded-For': '1' } },
	{ rejectUnauthorized: true, agentOptions: { cert: 'mine', key: 'mine' } },
	{ proxy: '' },
	{},
])('other requests are sent with the token: %j', async (request) => {
	expect(await headerFor(request)).toBe('Bearer secret');
});
