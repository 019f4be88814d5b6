import fc from 'fast-check';
import type { IHttpRequestOptions } from 'n8n-workflow';

import {
	authorized,
	validToken,
	type Credential,
} from '../../../nodes/AppointmentScheduling/service/authorization';

const baseUrl = 'https://api.example.com';
const credential: Credential = {
	baseUrl,
	accessToken: ' secret\n',
	webhookAuthScheme: 'Basic',
};

const headerFor = (request: object, changes: Partial<Credential> = {}) =>
	authorized({ ...credential, ...changes }, request as IHttpRequestOptions).headers?.authorization;

it('the rest of the request stays the same', () => {
	const request = { url: `${baseUrl}/`, qs: { a: 1 }, headers: { 'X-Own': '1' } };
	const headers = { 'X-Own': '1', authorization: 'Bearer secret' };
	const added = { headers, sendCredentialsOnCrossOriginRedirect: false };
	expect(authorized(credential, request)).toEqual({ ...request, ...added });
	const elsewhere = { ...request, url: 'https://other.example/' };
	expect(authorized(credential, elsewhere)).toBe(elsewhere);
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

it.each(['', 'ftp://api.example.com', undefined])(
	'nothing is sent if the base URL is %p',
	(base) => {
		const url = 'https://evil.example/api/v3/appointments/';
		expect(() => headerFor({ url }, { baseUrl: base })).toThrow("'Base URL'");
	},
);

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
