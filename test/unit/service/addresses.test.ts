import fc from 'fast-check';

import {
	displayUrl,
	isBelow,
	requestUrl,
	searchOf,
	validBaseUrl,
	validCallbackUrl,
} from '../../../nodes/AppointmentScheduling/service/addresses';

it.each([
	['  HTTPS://API.Example.com/ ', 'https://api.example.com'],
	['https://api.example.com:8443///', 'https://api.example.com:8443'],
	['https://api.example.com/tenant/7/', 'https://api.example.com/tenant/7'],
	['https://api.example.com/tenant/api/v3/', 'https://api.example.com/tenant'],
	['https://api.example.com/api/v3/appointments/', 'https://api.example.com'],
	['https://api.example.com/x/api/v3/webhooks/12/?a=b', 'https://api.example.com/x'],
	['https://api.example.com/api/v3/tenant', 'https://api.example.com/api/v3/tenant'],
	['http://localhost:3000', 'http://localhost:3000'],
	['http://127.8.9.10:80', 'http://127.8.9.10'],
	['http://[::1]:9000/x', 'http://[::1]:9000/x'],
	['eagenda.com.br', 'https://eagenda.com.br'],
	['eagendas.com/api/v3/', 'https://eagendas.com'],
	['localhost:3000', 'https://localhost:3000'],
	['https://eagenda.com.br/api/v3/available-date-times/?day=2030-05-14', 'https://eagenda.com.br'],
])('the base URL %p is read as %p', (given, read) => {
	expect(validBaseUrl(given)).toBe(read);
});

it.each([
	[undefined, 'it is empty'],
	['file:///etc/passwd', 'it is not a web address'],
	['https://user:word@api.example.com', 'it is not a web address'],
	['http://localhost.example.com', 'http would send the access token unencrypted'],
	['http://[::2]', 'http would send the access token unencrypted'],
])('the base URL %p is refused: %s', (given, problem) => {
	expect(() => validBaseUrl(given)).toThrow(
		expect.objectContaining({ name: 'InputError', message: `'Base URL': ${problem}` }),
	);
});

const below = 'https://api.example.com/clinic';

it.each([
	...['', '/', '/x', '/../clinic/x', '//x', '?a=/../x', '#/../x', '/%2e/x'],
	...['/..x', '/a...b/', '/100%25/', '/a%2Fb', '/%E2%82%AC'],
])('%p after the base URL stays below it', (rest) => {
	expect(isBelow(`${below}${rest}`, below)).toBe(true);
});

it.each([
	...String.raw`2 2/x .x %2Fx ;x \..\x /../x /%2e%2e/x /%2E./x /..\x`.split(' '),
	...'/..%2fx /%2e%2e%2fx /%252e%252e/x /..%5cx /..;/x /..%3bx/y /..%00/x'.split(' '),
	...'/%25252525252e./x /x/..%2f..%2fy /a%2f.. /a%5c..%20/b'.split(' '),
	'/.\t./x',
])('%p after the base URL may lead out of it', (rest) => {
	expect(isBelow(`${below}${rest}`, below)).toBe(false);
});

it.each([
	'http://api.example.com/clinic/',
	'https://api.example.com:8443/clinic/',
	'https://api.example.com.evil.example/clinic/',
	'https://evil.example/clinic/',
	'https://evil.example/https://api.example.com/clinic/',
	'/clinic/',
])('%p is not below the base URL', (address) => {
	expect(isBelow(address, below)).toBe(false);
});

/** Texts of whole characters: half a surrogate pair is refused before it comes here. */
const text = fc.string({ unit: 'grapheme' }).filter((made) => !/\p{Cs}/u.test(made));

it('a query repeats the name of several values, and can contain any value', () => {
	expect(
		searchOf({ service_keys: ['a/b', 'c&d'], is_cancelled: false, page: 2, name: undefined }),
	).toBe('service_keys=a%2Fb&service_keys=c%26d&is_cancelled=false&page=2');
	fc.assert(
		fc.property(text, fc.array(text), (name, keys) => {
			const read = new URLSearchParams(searchOf({ name, service_keys: keys }));
			expect(read.get('name')).toBe(name);
			expect(read.getAll('service_keys')).toEqual(keys);
		}),
	);
});

it('a request goes below /api/v3/', () => {
	expect(requestUrl('https://a.example/x', 'webhooks/')).toBe(
		'https://a.example/x/api/v3/webhooks/',
	);
	expect(requestUrl('https://a.example', 'days/', 'a=b')).toBe(
		'https://a.example/api/v3/days/?a=b',
	);
});

it('the URL of a webhook is accepted with HTTPS only', () => {
	const check = (value: unknown) => validCallbackUrl(value, 'URL', 'Use https');
	expect(check(' https://a.example:5678/x?y=1 ')).toBe('https://a.example:5678/x?y=1');
	const refused = ['', undefined, 7, 'http://a.example/', 'a.example', 'ftp+https://a.example'];
	for (const url of [...refused, 'https:/a.example/x', 'https://a.example/x y', 'https://a\n.x']) {
		expect(() => check(url)).toThrow(/^'URL': /);
	}
});

it.each([
	['https://n8n.example:5678/webhook/1?secret=s#x', 'https://n8n.example:5678/webhook/1'],
	['https://user:password@n8n.example/webhook/1', 'https://n8n.example/webhook/1'],
	['not an address?secret=s\n', 'not an address'],
])('%s is shown as %s', (address, shown) => {
	expect(displayUrl(address)).toBe(shown);
});
