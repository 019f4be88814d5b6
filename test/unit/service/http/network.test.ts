import fc from 'fast-check';

import {
	brokenConnection,
	isTimeout,
	isTransient,
} from '../../../../nodes/AppointmentScheduling/service/http/network';
import { broken } from '../support';

const passing = [
	'ECONNABORTED',
	'ECONNREFUSED',
	'ECONNRESET',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'EPIPE',
	'ERR_BAD_RESPONSE',
	'ETIMEDOUT',
	'UND_ERR_SOCKET',
];

it.each(passing)('%s passes, so it is worth another try', (code) => {
	const failure = brokenConnection(broken(code));
	expect(failure.code).toBe(code);
	expect(isTransient(failure.code)).toBe(true);
	expect(failure.remedy).toContain(`(${code})`);
});

it.each([
	'ENOTFOUND',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'CERT_HAS_EXPIRED',
	'EPROTO',
])('%s does not pass', (code) => {
	expect(isTransient(brokenConnection(broken(code)).code)).toBe(false);
});

it.each([
	['EAI_AGAIN', /host name .* looked up/, /'Base URL'.*network of n8n \(EAI_AGAIN\)$/],
	['ECONNREFUSED', /refused the connection/, /'Base URL'.*network of n8n/],
	['EHOSTUNREACH', /host can't be reached/, /'Base URL'.*network of n8n/],
	['ENETUNREACH', /host can't be reached/, /'Base URL'.*network of n8n/],
	['ENOTFOUND', /host was not found/, /^Check the spelling of the host in 'Base URL'/],
	['ECONNRESET', /connection to the service was lost/, /'Base URL'/],
	['EPIPE', /connection to the service was lost/, /'Base URL'/],
	['ERR_BAD_RESPONSE', /connection to the service was lost/, /'Base URL'/],
	['UND_ERR_SOCKET', /connection to the service was lost/, /'Base URL'/],
	['ECONNABORTED', /did not respond in time/, /^Try again later/],
	['ETIMEDOUT', /did not respond in time/, /^Try again later/],
	['EPROTO', /certificate/, /valid certificate/],
	['ERR_SSL_WRONG_VERSION_NUMBER', /certificate/, /valid certificate/],
	['ESOMETHING', /^The service can't be reached$/, /'Base URL'.*network of n8n/],
])('%s is told as %s', (code, title, remedy) => {
	const failure = brokenConnection(broken(code));
	expect(failure.message).toMatch(title);
	expect(failure.remedy).toMatch(remedy);
	expect(isTimeout(failure)).toBe(title.source.includes('in time'));
});

it.each([
	['ECONNREFUSED', false],
	['EAI_AGAIN', false],
	['EHOSTUNREACH', false],
	['ENETUNREACH', false],
	['EPROTO', false],
	['ERR_SSL_WRONG_VERSION_NUMBER', false],
	['ERR_SSL_BAD_RECORD_MAC', true],
	['CERT_HAS_EXPIRED', false],
	['DEPTH_ZERO_SELF_SIGNED_CERT', false],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', false],
	['UND_ERR_SOCKET', true],
	['ESOMETHING', true],
	['ENOTFOUND', false],
	['ECONNRESET', true],
	['ECONNABORTED', true],
	['ETIMEDOUT', true],
	['EPIPE', true],
	['ERR_BAD_RESPONSE', true],
])('after %s the request may have taken effect: %p', (code, uncertain) => {
	expect(brokenConnection(broken(code)).uncertain).toBe(uncertain);
});

it.each([
	['timeout of 30000ms exceeded', 'ETIMEDOUT'],
	['The connection timed out, consider setting the Retry on Fail option', 'ETIMEDOUT'],
	['The connection was aborted, perhaps the server is offline', 'ETIMEDOUT'],
	['socket hang up', 'ECONNRESET'],
	['The connection to the server was closed unexpectedly', 'ECONNRESET'],
])('%p alone means %s', (words, code) => {
	expect(brokenConnection(new Error(words)).code).toBe(code);
});

it.each([
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'ERR_TLS_CERT_ALTNAME_INVALID',
])('says what to do about a certificate (%s)', (code) => {
	const { message, remedy } = brokenConnection(broken(code));
	expect(message).toContain('certificate');
	expect(remedy).toContain('valid certificate');
});

it('takes nothing but the code over, since the request with the token hangs on the error', () => {
	const secret = 'Bearer 4f9d0c7e-secret';
	fc.assert(
		fc.property(
			fc.constantFrom(...passing, 'ENOTFOUND', 'CERT_HAS_EXPIRED', undefined),
			fc.constantFrom('message', 'cause', 'config', 'request'),
			(code, place) => {
				const inner = Object.assign(new Error(place === 'message' ? secret : 'broke'), {
					code,
					config: { headers: { Authorization: secret } },
				});
				const failure = brokenConnection(new Error(`wrapped ${secret}`, { cause: inner }));
				const shown = [failure.message, failure.remedy, failure.stack, JSON.stringify(failure)];
				expect(shown.join()).not.toContain('secret');
				expect(failure.cause).toBeUndefined();
			},
		),
	);
});

it('finds the code on the fifth error of a chain, and no deeper', () => {
	const wrapped = (depth: number): Error =>
		depth === 0 ? broken('EPIPE') : new Error('wrapped', { cause: wrapped(depth - 1) });
	expect(brokenConnection(wrapped(3)).code).toBe('EPIPE');
	expect(brokenConnection(wrapped(4)).code).toBeUndefined();
});

it('takes no HTTP status for a code', () => {
	const error = Object.assign(new Error('socket hang up'), { code: 5, httpCode: '404' });
	expect(brokenConnection(error).code).toBe('ECONNRESET');
	expect(brokenConnection(Object.assign(error, { httpCode: 'EPIPE' })).code).toBe('EPIPE');
});

it.each(['a EPIPE', 'EPIPE.', 'EPIPE at 1'])('takes %p for no code', (code) => {
	expect(brokenConnection(Object.assign(new Error('broke'), { code })).code).toBeUndefined();
});

it.each([undefined, null, 'text', 5, {}])('makes a failure of %p too', (thrown) => {
	const failure = brokenConnection(thrown);
	expect(failure.remedy).toBe("Check 'Base URL' in the credential, and the network of n8n");
	expect(failure.message).toBe("The service can't be reached");
	expect(failure.status).toBeUndefined();
});
