import fc from 'fast-check';
import type { IHttpRequestOptions } from 'n8n-workflow';

import {
	authorized,
	validToken,
	type Credential,
} from '../../../../nodes/AppointmentScheduling/service/http/authorization';

const baseUrl = 'https://api.example.com';
const credential: Credential = {
	baseUrl,
	accessToken: ' secret\n',
	webhookAuthScheme: 'Basic',
	arrayFormat: 'repeat',
};

const headerFor = (request: object, changes: Partial<Credential> = {}) =>
	authorized({ ...credential, ...changes }, request as IHttpRequestOptions).headers?.Authorization;

it('the rest of the request stays the same', () => {
	const request = { url: `${baseUrl}/`, qs: { a: 1 }, headers: { 'X-Own': '1' } };
	const headers = { 'X-Own': '1', Authorization: 'Bearer secret' };
	expect(authorized(credential, request)).toEqual({ ...request, headers });
});

describe('the scheme', () => {
	it.each([
		['/api/v3/appointments/', 'Bearer secret'],
		['/api/v3/appointments/webhooks/', 'Bearer secret'],
		['/api/v3/appointments/?next=/api/v3/webhooks/', 'Bearer secret'],
		['/api/v3/webhooks/../appointments/', 'Bearer secret'],
		['/api/v3/webhooksies/', 'Bearer secret'],
		['/api/v3/webhooks/', 'Basic secret'],
		['/api/v3/webhooks/key/', 'Basic secret'],
		['/api/v3/webhooks?a=b', 'Basic secret'],
	])('for %s: %s', (path, header) => {
		expect(headerFor({ url: `${baseUrl}${path}` })).toBe(header);
		expect(headerFor({ uri: new URL(`${baseUrl}${path}`) })).toBe(header);
		const unset = { webhookAuthScheme: undefined };
		expect(headerFor({ url: `${baseUrl}${path}` }, unset)).toBe('Bearer secret');
	});
});

it.each(['', 'api.example.com', undefined])('nothing is sent if the base URL is %p', (base) => {
	const url = 'https://evil.example/api/v3/appointments/';
	expect(() => headerFor({ url }, { baseUrl: base })).toThrow("'Base URL'");
});

it('the token is sent only if every HTTP client would send the request to the service', () => {
	const part = fc.constantFrom(
		...'https: HTTPS: http: blob: / // \\\\ @ : . # ? :8443 :443 user:pw'.split(' '),
		...['\t', '\n', ' ', baseUrl, 'api.example.com', 'evil.example', '/api/v3/webhooks/'],
	);
	const address = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));
	fc.assert(
		fc.property(address, fc.constantFrom('url', 'uri'), (url, name) => {
			if (headerFor({ [name]: url, baseURL: 'https://evil.example' }) === undefined) return;
			// As axios takes it for a whole address, and as the URL standard reads it.
			expect(url).toMatch(/^([a-z][a-z\d+\-.]*:)?\/\//i);
			const { protocol, host } = new URL(url, 'https://evil.example');
			expect([protocol, host]).toEqual(['https:', 'api.example.com']);
		}),
		{ numRuns: 3000 },
	);
});

it('a token is sent as entered, or refused without showing it', () => {
	expect(validToken(" a.b-c_d~e+f/g=!#$%&'*\n")).toBe("a.b-c_d~e+f/g=!#$%&'*");
	for (const token of ['', '  ', undefined, 7]) {
		expect(() => validToken(token)).toThrow("'Access Token': it is empty");
	}
	for (const token of ['two words', 'a\nb', 'ключ', 'a\u200bb']) {
		expect(() => validToken(token)).toThrow(
			/^'Access Token': it contains spaces, line breaks or characters that a header cannot hold$/,
		);
	}
});

it.each(['basic  secret', ' "Bearer secret" ', "Bearer 'secret'"])(
	'a token copied as %s is sent without what is around it',
	(accessToken) => {
		expect(validToken(accessToken)).toBe('secret');
		expect(headerFor({ url: `${baseUrl}/api/v3/webhooks/` }, { accessToken })).toBe('Basic secret');
	},
);

describe('a request that would show the token to another server', () => {
	const url = `${baseUrl}/api/v3/appointments/`;
	const requests: Array<[string, object]> = [
		['Proxy', { proxy: 'http://proxy.example:3128' }],
		['Ignore SSL Issues (Insecure)', { rejectUnauthorized: false }],
		['Ignore SSL Issues (Insecure)', { skipSslCertificateValidation: true }],
		['Ignore SSL Issues (Insecure)', { agentOptions: { rejectUnauthorized: false } }],
		['SSL Certificates', { agentOptions: { ca: 'a certificate' } }],
	];

	it.each(requests)('is refused, naming %s: %j', (option, request) => {
		expect(() => headerFor({ url, ...request })).toThrow(`'${option}': it would let another`);
	});

	it('goes to localhost, and elsewhere without the token', () => {
		const local = 'http://127.0.0.1:8000';
		const request = { proxy: 'http://proxy.example:3128', rejectUnauthorized: false };
		expect(headerFor({ url: `${local}/x`, ...request }, { baseUrl: local })).toBe('Bearer secret');
		expect(headerFor({ url: 'https://other.example/', ...request })).toBeUndefined();
	});

	it('is not one with a certificate of the client', () => {
		const request = { rejectUnauthorized: true, agentOptions: { cert: 'mine', key: 'mine' } };
		expect(headerFor({ url, ...request })).toBe('Bearer secret');
	});
});
