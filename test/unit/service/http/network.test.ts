import fc from 'fast-check';

import {
	brokenConnection,
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
	['ECONNREFUSED', false],
	['EAI_AGAIN', false],
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

it.each([undefined, null, 'text', 5, {}])('makes a failure of %p too', (thrown) => {
	const failure = brokenConnection(thrown);
	expect(failure.message).toBe("The service can't be reached");
	expect(failure.status).toBeUndefined();
});
