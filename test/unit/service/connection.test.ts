import { lostConnection } from '../../../nodes/AppointmentScheduling/service/connection';
import { broken } from './support';

describe('a change whose connection fails', () => {
	it.each([
		['ECONNREFUSED', undefined],
		['ENOTFOUND', 'getaddrinfo'],
		['EAI_AGAIN', undefined],
		['CERT_HAS_EXPIRED', undefined],
		['DEPTH_ZERO_SELF_SIGNED_CERT', undefined],
		['ETIMEDOUT', 'connect'],
		['EHOSTUNREACH', 'connect'],
	])('was not sent after %s (%s)', (code, syscall) => {
		expect(lostConnection(broken(code, syscall), true).details.mayBeDone).toBe(false);
	});

	it.each([
		['ECONNRESET', undefined],
		['ETIMEDOUT', undefined],
		['ECONNABORTED', undefined],
		['EPIPE', 'write'],
		// The host has become unreachable while its response was read.
		['EHOSTUNREACH', 'read'],
		['EHOSTUNREACH', undefined],
		['ENETUNREACH', undefined],
		['ECONNREFUSED', 'read'],
		['SOMETHING_NEW', undefined],
	])('may have been made after %s (%s)', (code, syscall) => {
		expect(lostConnection(broken(code, syscall), true).details.mayBeDone).toBe(true);
	});

	it('may have been made after anything that has no code', () => {
		for (const error of [new Error('socket hang up'), new Error(), 'text', undefined]) {
			expect(lostConnection(error, true).details.mayBeDone).toBe(true);
		}
	});
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
	expect(lostConnection(new Error('request failed', { cause: ssrf }), false)).toMatchObject({
		message: 'The address is blocked',
		advice: 'Ask the owner of this n8n',
	});
});
