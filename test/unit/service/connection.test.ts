import { lostConnection } from '../../../nodes/AppointmentScheduling/service/connection';
import { isPassing } from '../../../nodes/AppointmentScheduling/service/errors';
import { broken } from './support';

it.each<[code: string, syscall: string | undefined, mayBeDone: boolean]>([
	['ECONNREFUSED', undefined, false],
	['ENOTFOUND', 'getaddrinfo', false],
	['EAI_FAIL', 'getaddrinfo', false],
	['EAI_AGAIN', undefined, false],
	['EPROTO', undefined, false],
	['CERT_HAS_EXPIRED', undefined, false],
	['ETIMEDOUT', 'connect', false],
	['EHOSTUNREACH', 'connect', false],
	['ECONNRESET', undefined, true],
	['ETIMEDOUT', undefined, true],
	['ECONNABORTED', undefined, true],
	['EPIPE', 'write', true],
	// The host has become unreachable while its response was read.
	['EHOSTUNREACH', 'read', true],
	['EHOSTUNREACH', undefined, true],
	['ECONNREFUSED', 'read', true],
	['SOMETHING_NEW', undefined, true],
])('a change that ends with %s (%s) may have been made: %p', (code, syscall, mayBeDone) => {
	expect(lostConnection(broken(code, syscall), true).details.mayBeDone).toBe(mayBeDone);
});

it('a change that ends with anything that has no code may have been made', () => {
	for (const error of [new Error('socket hang up'), new Error(), 'text', undefined]) {
		expect(lostConnection(error, true).details.mayBeDone).toBe(true);
	}
});

it.each([
	['CERT_HAS_EXPIRED', false],
	['ERR_TLS_CERT_ALTNAME_INVALID', false],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', false],
	['DEPTH_ZERO_SELF_SIGNED_CERT', false],
	['ECONNREFUSED', true],
])('%s passes: %p', (code, passes) => {
	expect(isPassing(lostConnection(broken(code), false))).toBe(passes);
});

it.each([
	['ECONNREFUSED', "The service host can't be reached", "'Base URL'"],
	['ENOTFOUND', 'The service host was not found', 'spelling'],
	['ETIMEDOUT', 'The service did not respond in time', 'later'],
	['ECONNRESET', 'The connection to the service was lost', "'Base URL'"],
	['CERT_HAS_EXPIRED', "The certificate of the service can't be trusted", 'certificate'],
	['EPROTO', 'The service does not respond with HTTPS at this address', 'port'],
])('%s is explained: %s', (code, message, advice) => {
	const failure = lostConnection(broken(code), false);
	expect(failure.message).toBe(message);
	expect(failure.advice).toContain(advice);
	expect(failure.advice).toContain(`(${code})`);
});

it('an abort for time is a response that did not come in time', () => {
	const { message } = lostConnection(new DOMException('The time is over', 'TimeoutError'), false);
	expect(message).toBe('The service did not respond in time');
});

it('the request with the token is not part of the failure', () => {
	const failure = lostConnection(broken('ECONNRESET'), true);
	expect(JSON.stringify([failure, failure.message, failure.advice])).not.toContain('secret-token');
});

it("n8n's own refusal of an internal address keeps its words", () => {
	const ssrf = Object.assign(new Error('The address is blocked'), {
		name: 'SsrfBlockedError',
		description: 'Ask the owner of this n8n',
	});
	const failure = lostConnection(new Error('request failed', { cause: ssrf }), false);
	expect(failure).toMatchObject({
		message: 'The address is blocked',
		advice: 'Ask the owner of this n8n',
	});
	expect(isPassing(failure)).toBe(false);
});
