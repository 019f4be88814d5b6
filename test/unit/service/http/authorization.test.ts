import fc from 'fast-check';
import type { IHttpRequestOptions } from 'n8n-workflow';

import {
	accountZone,
	authorized,
	validToken,
	type Credential,
} from '../../../../nodes/AppointmentScheduling/service/http/authorization';

const credential: Credential = {
	baseUrl: 'https://api.example.com',
	accessToken: 'secret',
	webhookAuthScheme: 'Basic',
	arrayFormat: 'repeat',
};

function headerFor(request: IHttpRequestOptions, changes: Partial<Credential> = {}) {
	return authorized({ ...credential, ...changes }, request).headers?.Authorization;
}

const at = (path: string, base = credential.baseUrl) => headerFor({ url: `${base}${path}` });

describe('the scheme', () => {
	it('is Bearer, but for webhooks that of the credential', () => {
		expect(at('/api/v3/appointments/')).toBe('Bearer secret');
		expect(at('/api/v3/appointments/key/reschedule/')).toBe('Bearer secret');
		expect(at('/api/v3/webhooks/')).toBe('Basic secret');
		expect(at('/api/v3/webhooks/key/')).toBe('Basic secret');
		expect(at('/api/v3/webhooks?a=b')).toBe('Basic secret');
		expect(at('/api/v3/webhooksies/')).toBe('Bearer secret');
		expect(at('/api/v3/appointments/webhooks/')).toBe('Bearer secret');
		expect(at('/api/v3/appointments/?next=/api/v3/webhooks/')).toBe('Bearer secret');
		expect(at('/api/v3/webhooks/../appointments/')).toBe('Bearer secret');
	});

	it('is Bearer for webhooks too unless the credential has another one', () => {
		const url = `${credential.baseUrl}/api/v3/webhooks/`;
		expect(headerFor({ url }, { webhookAuthScheme: 'Bearer' })).toBe('Bearer secret');
		expect(headerFor({ url }, { webhookAuthScheme: undefined })).toBe('Bearer secret');
	});

	it.each(['https://api.example.com/tenant/', 'https://api.example.com/api/v3'])(
		'is chosen if the base URL is %p',
		(baseUrl) => {
			const url = `${baseUrl.replace('/api/v3', '/')}api/v3/webhooks/`;
			expect(headerFor({ url }, { baseUrl })).toBe('Basic secret');
		},
	);

	it('is chosen for an address in two parts, which the HTTP Request node can have', () => {
		const baseURL = 'https://api.example.com';
		expect(headerFor({ baseURL, url: '/api/v3/webhooks/' })).toBe('Basic secret');
		expect(headerFor({ baseURL, url: '/api/v3/appointments/' })).toBe('Bearer secret');
		expect(headerFor({ baseURL: `${baseURL}/api/v3//`, url: 'webhooks/' })).toBe('Basic secret');
		const whole = `${baseURL}/api/v3/webhooks/`;
		expect(headerFor({ baseURL: `${baseURL}/x`, url: whole })).toBe('Basic secret');
		expect(headerFor({ baseURL: 'https://other.example', url: whole })).toBe('Basic secret');
		const linked = 'api/v3/webhooks/?next=https://other.example/';
		expect(headerFor({ baseURL: `${baseURL}/`, url: linked })).toBe('Basic secret');
		expect(headerFor({ baseURL, url: 'search/?q=https://other.example/' })).toBe('Bearer secret');
	});

	it('is chosen for a URL object, and for no other object', () => {
		const sent = (url: unknown) =>
			headerFor({ baseURL: credential.baseUrl, url } as IHttpRequestOptions);
		expect(sent(new URL(`${credential.baseUrl}/api/v3/webhooks/`))).toBe('Basic secret');
		expect(sent({ href: '/api/v3/webhooks/' })).toBeUndefined();
	});
});

describe('the token', () => {
	it('is sent without the spaces around it', () => {
		const url = `${credential.baseUrl}/api/v3/appointments/`;
		expect(headerFor({ url }, { accessToken: ' secret\n' })).toBe('Bearer secret');
	});

	it.each([
		'https://evil.example/api/v3/appointments/',
		'https://api.example.com.evil.example/api/v3/appointments/',
		'https://api.example.com:8443/api/v3/appointments/',
		'http://api.example.com/api/v3/appointments/',
		'//evil.example/api/v3/webhooks/',
		'https:evil.example/x',
		'HTTPS:evil.example/x',
		'https:/evil.example/x',
		'https:///evil.example/x',
		'https:\\\\evil.example\\x',
		'\\\\evil.example/x',
		'/\\evil.example/x',
		'https://api.example.com@evil.example/x',
		'https://api.example.com:443@evil.example/x',
		'ht\ntps://evil.example/x',
		'blob:https://api.example.com/x',
		'ftp://api.example.com/x',
		'file:///api.example.com/x',
		'javascript:fetch("//evil.example")',
		'evil.example',
		'',
	])('is not sent to %p', (url) => {
		expect(headerFor({ url })).toBeUndefined();
	});

	it.each(['', '   ', 'api.example.com', undefined])(
		'is sent nowhere if the base URL is %p',
		(baseUrl) => {
			const url = 'https://evil.example/api/v3/appointments/';
			const sent = (() => {
				try {
					return JSON.stringify(authorized({ ...credential, baseUrl }, { url }));
				} catch {
					return 'nothing';
				}
			})();
			expect(sent).not.toContain('secret');
		},
	);
});

it('the token is sent only if every HTTP client would send the request to the service', () => {
	const part = fc.constantFrom(
		'https:',
		'HTTPS:',
		'http:',
		'blob:',
		'/',
		'//',
		'\\\\',
		'@',
		':',
		'.',
		'api.example.com',
		'evil.example',
		'user:pw',
		'443',
		'\t',
		' ',
		'#',
		'?',
		'/api/v3/webhooks/',
	);
	const address = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));
	const baseURL = fc.option(fc.oneof(address, fc.constant(credential.baseUrl)), { nil: undefined });
	fc.assert(
		fc.property(address, baseURL, fc.constantFrom('url', 'uri'), (url, base, name) => {
			const request = { [name]: url, baseURL: base } as unknown as IHttpRequestOptions;
			if (headerFor(request) === undefined) return;
			// As axios joins the two, and as the URL standard does.
			const isAbsolute = /^([a-z][a-z\d+\-.]*:)?\/\//i.test(url);
			const joined = `${base?.replace(/\/+$/, '')}/${url.replace(/^\/+/, '')}`;
			const readings = [
				base === undefined || isAbsolute ? url : joined,
				URL.canParse(url, base) ? new URL(url, base).href : '',
			];
			for (const reading of readings.filter((text) => URL.canParse(text))) {
				expect(new URL(reading)).toMatchObject({ protocol: 'https:', host: 'api.example.com' });
			}
		}),
		{ numRuns: 3000 },
	);
});

it('does not change the rest of the request', () => {
	const request: IHttpRequestOptions = {
		url: `${credential.baseUrl}/api/v3/appointments/`,
		method: 'GET',
		qs: { status: 'PENDING' },
		headers: { 'X-Own': '1' },
	};
	const given = structuredClone(request);
	expect(authorized(credential, request)).toEqual({
		...given,
		headers: { 'X-Own': '1', Authorization: 'Bearer secret' },
	});
	expect(request).toEqual(given);
});

describe('the token', () => {
	it.each(['secret', ' secret\n', 'a.b-c_d~e+f/g=', "!#$%&'*"])('accepts %j', (token) => {
		expect(validToken(token)).toBe(token.trim());
	});

	it.each(['', '  ', undefined, null, 7, {}])('refuses %j as empty', (token) => {
		expect(() => validToken(token)).toThrow("'Access Token': it is empty");
	});

	it.each(['two words', 'a\nb', 'a\u0000', 'ключ', 'a\u200bb'])(
		'refuses %j without showing it',
		(token) => {
			expect(() => validToken(token)).toThrow(
				/^'Access Token': it contains spaces, line breaks or characters that a header cannot hold$/,
			);
		},
	);
});

it('the time zone of the account may be left empty, and is an IANA name otherwise', () => {
	expect([undefined, '', ' '].map(accountZone)).toEqual([undefined, undefined, undefined]);
	expect(accountZone(' Europe/Madrid ')).toBe('Europe/Madrid');
	expect(() => accountZone('Madrid')).toThrow(`'Service Timezone': "Madrid" is not a time zone`);
});
