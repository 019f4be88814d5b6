import {
	brokenConnection,
	isTimeout,
	isTransient,
} from '../../../../nodes/AppointmentScheduling/service/http/network';
import { broken } from '../support';

it.each<[code: string, title: RegExp, isTransient: boolean, uncertain: boolean]>([
	['EAI_AGAIN', /host name .* looked up/, true, false],
	['ECONNREFUSED', /refused the connection/, true, false],
	['ENOTFOUND', /host was not found/, false, false],
	['ECONNRESET', /connection to the service was lost/, true, true],
	['ETIMEDOUT', /did not respond in time/, true, true],
	['CERT_HAS_EXPIRED', /certificate/, false, false],
	['ERR_SSL_WRONG_VERSION_NUMBER', /not respond with HTTPS/, false, false],
	['ERR_TLS_HANDSHAKE_TIMEOUT', /not respond with HTTPS/, false, true],
	['ESOMETHING', /^The service can't be reached$/, false, true],
])('explains %s, without the token', (code, title, transient, uncertain) => {
	const failure = brokenConnection(broken(code));
	const message = expect.stringMatching(title);
	const advice = expect.stringContaining(`(${code})`);
	expect(failure).toMatchObject({ code, message, advice, uncertain });
	expect(isTimeout(failure)).toBe(code === 'ETIMEDOUT');
	expect(isTransient(failure.code)).toBe(transient);
	const all = `${failure.stack} ${JSON.stringify(failure)} ${String(failure.cause)}`;
	expect(all).not.toContain('secret');
});

it('a connection that was made proves nothing when its host becomes unreachable', () => {
	const lost = Object.assign(new Error('read EHOSTUNREACH'), {
		code: 'EHOSTUNREACH',
		syscall: 'read',
	});
	expect(brokenConnection(new Error('Broken', { cause: lost }))).toHaveProperty('uncertain', true);
	const never = Object.assign(new Error('connect'), { code: 'EHOSTUNREACH', syscall: 'connect' });
	expect(brokenConnection(never)).toHaveProperty('uncertain', false);
});

it.each([
	['The connection was aborted, perhaps the server is offline', 'ETIMEDOUT'],
	['The connection to the server was closed unexpectedly', 'ECONNRESET'],
])('%p without a code means %s', (words, code) => {
	expect(brokenConnection(new Error(words)).code).toBe(code);
});

it("shows n8n's own reason when its SSRF protection refuses an address", () => {
	const message = 'The request was blocked because it resolves to a restricted IP address';
	const description = 'The target 10.0.0.1 is not allowed. Ask your n8n administrator';
	const refused = Object.assign(new Error(message), { name: 'SsrfBlockedIpError', description });
	const failure = brokenConnection(new Error('Blocked', { cause: refused }));
	expect(failure).toMatchObject({ message, advice: description, uncertain: false });
});

it.each([undefined, 'text', {}, new Error('EPIPE.')])('explains even %p', (thrown) => {
	expect(brokenConnection(thrown)).toMatchObject({
		message: "The service can't be reached",
		advice: "Check 'Base URL' in the credential, and the network of n8n",
		status: undefined,
	});
});
