import fc from 'fast-check';

import {
	brokenConnection,
	isTimeout,
	isTransient,
} from '../../../../nodes/AppointmentScheduling/service/http/network';
import { broken } from '../support';

type Case = [code: string, title: RegExp, remedy: RegExp, isTransient: boolean, uncertain: boolean];
const network = /'Base URL'.*network of n8n/;
const cases: Case[] = [
	['EAI_AGAIN', /host name .* looked up/, network, true, false],
	['ECONNREFUSED', /refused the connection/, network, true, false],
	['EHOSTUNREACH', /host can't be reached/, network, true, false],
	['ENETUNREACH', /host can't be reached/, network, true, false],
	['ENOTFOUND', /host was not found/, /spelling of the host in 'Base URL'/, false, false],
	['ECONNRESET', /connection to the service was lost/, network, true, true],
	['EPIPE', /connection to the service was lost/, network, true, true],
	['ERR_BAD_RESPONSE', /connection to the service was lost/, network, true, true],
	['UND_ERR_SOCKET', /connection to the service was lost/, network, true, true],
	['ECONNABORTED', /did not respond in time/, /^Try again later/, true, true],
	['ETIMEDOUT', /did not respond in time/, /^Try again later/, true, true],
	['CERT_HAS_EXPIRED', /certificate/, /valid certificate/, false, false],
	['DEPTH_ZERO_SELF_SIGNED_CERT', /certificate/, /valid certificate/, false, false],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /certificate/, /valid certificate/, false, false],
	['ERR_TLS_CERT_ALTNAME_INVALID', /certificate/, /valid certificate/, false, false],
	['ERR_SSL_WRONG_VERSION_NUMBER', /not respond with HTTPS/, /host and the port/, false, false],
	['ERR_SSL_BAD_RECORD_MAC', /not respond with HTTPS/, /host and the port/, false, true],
	['ESOMETHING', /^The service can't be reached$/, network, false, true],
];

it.each(cases)('explains %s', (code, title, remedy, transient, uncertain) => {
	const failure = brokenConnection(broken(code));
	expect(failure).toMatchObject({ code, uncertain });
	expect(failure.message).toMatch(title);
	expect(failure.remedy).toMatch(remedy);
	expect(failure.remedy).toContain(`(${code})`);
	expect(isTimeout(failure)).toBe(title.source.includes('in time'));
	expect(isTransient(failure.code)).toBe(transient);
});

it.each([
	['timeout of 30000ms exceeded', 'ETIMEDOUT'],
	['The connection timed out, consider setting the Retry on Fail option', 'ETIMEDOUT'],
	['The connection was aborted, perhaps the server is offline', 'ETIMEDOUT'],
	['socket hang up', 'ECONNRESET'],
	['The connection to the server was closed unexpectedly', 'ECONNRESET'],
])('%p without a code means %s', (words, code) => {
	expect(brokenConnection(new Error(words)).code).toBe(code);
});

it('the token, which n8n attaches to the error, never appears', () => {
	const secret = 'Bearer 4f9d0c7e-secret';
	fc.assert(
		fc.property(
			fc.constantFrom(...cases.map(([code]) => code), undefined),
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

it('finds the code in the causes of an error', () => {
	const wrapped = (depth: number): Error =>
		depth === 0 ? broken('EPIPE') : new Error('wrapped', { cause: wrapped(depth - 1) });
	expect(brokenConnection(wrapped(3)).code).toBe('EPIPE');
	expect(brokenConnection(wrapped(4)).code).toBeUndefined();
});

it('an HTTP status is not a code of the network', () => {
	const error = Object.assign(new Error('socket hang up'), { code: 5, httpCode: '404' });
	expect(brokenConnection(error).code).toBe('ECONNRESET');
	expect(brokenConnection(Object.assign(error, { httpCode: 'EPIPE' })).code).toBe('EPIPE');
});

it.each(['a EPIPE', 'EPIPE.', 'EPIPE at 1'])('%p is not a code of the network', (code) => {
	expect(brokenConnection(Object.assign(new Error('broke'), { code })).code).toBeUndefined();
});

it.each([undefined, null, 'text', 5, {}])('explains even %p', (thrown) => {
	const failure = brokenConnection(thrown);
	expect(failure.remedy).toBe("Check 'Base URL' in the credential, and the network of n8n");
	expect(failure.message).toBe("The service can't be reached");
	expect(failure.status).toBeUndefined();
});
