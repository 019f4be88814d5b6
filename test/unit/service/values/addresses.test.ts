import fc from 'fast-check';

import {
	apiPath,
	displayUrl,
	queryString,
	sameAddress,
	validArrayFormat,
	validBaseUrl,
	validCallbackUrl,
	type ArrayFormat,
} from '../../../../nodes/AppointmentScheduling/service/values/addresses';
import { InputError } from '../../../../nodes/AppointmentScheduling/service/errors';

/** Texts of whole characters: half a surrogate pair is refused before it comes here. */
const whole = (text: string) => !/\p{Cs}/u.test(text);

describe('the base URL', () => {
	it.each([
		['https://api.example.com', 'https://api.example.com'],
		['  https://api.example.com/ ', 'https://api.example.com'],
		['HTTPS://API.Example.com', 'https://api.example.com'],
		['https://api.example.com:8443///', 'https://api.example.com:8443'],
		['https://api.example.com/tenant/7/', 'https://api.example.com/tenant/7'],
		['https://api.example.com/api/v3', 'https://api.example.com'],
		['https://api.example.com/api/v3/', 'https://api.example.com'],
		['https://api.example.com/tenant/api/v3/', 'https://api.example.com/tenant'],
		['http://localhost:3000', 'http://localhost:3000'],
		['http://127.0.0.1/', 'http://127.0.0.1'],
		['http://127.8.9.10:80', 'http://127.8.9.10'],
		['http://[::1]:9000/x', 'http://[::1]:9000/x'],
	])('%p is read as %p', (given, read) => {
		expect(validBaseUrl(given)).toBe(read);
	});

	it.each([
		undefined,
		null,
		'',
		'   ',
		42,
		'api.example.com',
		'/api/v3',
		'ftp://api.example.com',
		'shttps://api.example.com',
		'file:///etc/passwd',
		'javascript:alert(1)',
		'https://user:word@api.example.com',
		'https://',
	])('%p is refused as no web address', (given) => {
		const isEmpty = typeof given !== 'string' || given.trim() === '';
		expect(() => validBaseUrl(given)).toThrow(
			expect.objectContaining({
				name: 'InputError',
				message: `'Base URL': it is ${isEmpty ? 'empty' : 'not a web address'}`,
				remedy: expect.stringContaining('e.g. https://api.example.com'),
			}),
		);
	});

	it.each([
		'http://api.example.com',
		'http://localhost.example.com',
		'http://127.0.0.1.example.com',
		'http://127.example.com',
		'http://10.0.0.1',
		'http://0.0.0.0',
		'http://[::2]',
	])('%p is refused because the token would be sent unencrypted', (given) => {
		expect(() => validBaseUrl(given)).toThrow(
			expect.objectContaining({
				message: expect.stringContaining('unencrypted'),
				remedy: expect.stringContaining(`Use https://${new URL(given).host} in`),
			}),
		);
	});
});

describe('paths', () => {
	it('end with a slash, and each segment can contain any character', () => {
		const segment = fc
			.string({ unit: 'grapheme', minLength: 1 })
			.filter((text) => whole(text) && !/^\.+$/.test(text));
		fc.assert(
			fc.property(fc.array(segment, { minLength: 1, maxLength: 3 }), (segments) => {
				const path = apiPath(...segments);
				expect(path).toMatch(/^\/api\/v3\/([^/?#\\\s]+\/)+$/);
				const read = path.slice('/api/v3/'.length, -1).split('/').map(decodeURIComponent);
				expect(read).toEqual(segments);
			}),
		);
	});
});

it.each(['', '.', '..', '...'])('"%s" is no segment of a path', (dots) => {
	expect(() => apiPath('appointments', dots)).toThrow('dots are not a key');
});

describe('the query', () => {
	it.each<[ArrayFormat, string]>([
		['repeat', 'service_keys=a%2Fb&service_keys=c%26d&is_cancelled=false'],
		['comma', 'service_keys=a%2Fb,c%26d&is_cancelled=false'],
		['brackets', 'service_keys%5B%5D=a%2Fb&service_keys%5B%5D=c%26d&is_cancelled=false'],
	])('writes arrays by %s', (format, text) => {
		const query = { service_keys: ['a/b', 'c&d'], is_cancelled: false };
		expect(queryString(query, format)).toBe(text);
	});

	it('can contain any value', () => {
		const value = fc.string({ unit: 'grapheme' }).filter(whole);
		fc.assert(
			fc.property(value, fc.array(value, { minLength: 1 }), (name, keys) => {
				const read = new URLSearchParams(queryString({ name, service_keys: keys }, 'repeat'));
				expect(read.get('name')).toBe(name);
				expect(read.getAll('service_keys')).toEqual(keys);
			}),
		);
	});
});

describe('callback URLs', () => {
	const check = (value: unknown) => validCallbackUrl(value, 'URL', 'Use https');

	it.each(['https://a.example/x?y=1', 'https://a.example:5678/webhook/1'])(
		'%p is accepted',
		(url) => {
			expect(check(` ${url} `)).toBe(url);
		},
	);

	it.each([
		'',
		' ',
		undefined,
		7,
		'http://a.example/',
		'a.example',
		'ftp://a.example',
		'ftp+https://a.example',
		'https:/a.example/x',
		'https:a.example',
		'https://a.example/x y',
		'https://a.exa\nmple/x',
	])('%p is refused', (url) => {
		expect(() => check(url)).toThrow(InputError);
		expect(() => check(url)).toThrow(/^'URL': /);
	});
});

it('an unknown Array Format is refused, because the service would ignore the filter', () => {
	expect(validArrayFormat('comma')).toBe('comma');
	for (const format of ['pipes', 'toString', '', undefined, ['comma']]) {
		expect(() => validArrayFormat(format)).toThrow(
			expect.objectContaining({
				message: `'Array Format': "${String(format)}" is not known`,
				remedy: 'Choose one of repeat, comma, brackets in the credential',
			}),
		);
	}
});

it.each([
	['https://A.example', 'https://a.example/', true],
	['https://a.example:443/x', 'https://a.example/x', true],
	['https://a.example/x', 'https://a.example/x//', true],
	['https://n8n@a.example/x', 'https://a.example/x', true],
	['https://a.example/x%2Fy', 'https://a.example/x/y', false],
	['https://a.example/X', 'https://a.example/x', false],
	['https://a.example/x', 'https://a.example/x?y', false],
	['no address', 'no address', true],
	['no address', 'https://a.example', false],
])('%s and %s are the same address: %p', (some, other, isSame) => {
	expect(sameAddress(some, other)).toBe(isSame);
});

it.each([
	['https://n8n.example:5678/webhook/1?secret=s#x', 'https://n8n.example:5678/webhook/1'],
	['https://user:password@n8n.example/webhook/1', 'https://n8n.example/webhook/1'],
	['not an address?secret=s\n', 'not an address'],
])('%s is shown as %s', (address, shown) => {
	expect(displayUrl(address)).toBe(shown);
});
