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
	['ENOTFOUND', /host was not found/, /spelling of the host in 'Base URL'/, false, false],
	['ECONNRESET', /connection to the service was lost/, network, true, true],
	['ETIMEDOUT', /did not respond in time/, /^Try again later/, true, true],
	['CERT_HAS_EXPIRED', /certificate/, /valid certificate/, false, false],
	['ERR_SSL_WRONG_VERSION_NUMBER', /not respond with HTTPS/, /host and the port/, false, true],
	['ESOMETHING', /^The service can't be reached$/, network, false, true],
];

it.each(cases)('explains %s, without the token', (code, title, remedy, transient, uncertain) => {
	const failure = brokenConnection(broken(code));
	expect(failure).toMatchObject({ code, uncertain });
	expect(failure.message).toMatch(title);
	expect(failure.remedy).toMatch(remedy);
	expect(failure.remedy).toContain(`(${code})`);
	expect(isTimeout(failure)).toBe(title.source.includes('in time'));
	expect(isTransient(failure.code)).toBe(transient);
	expect(`${failure.stack} ${JSON.stringify(failure)} ${String(failure.cause)}`).not.toContain(
		'secret',
	);
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
	expect(failure).toMatchObject({ message, remedy: description, uncertain: false });
});

it.each([undefined, 'text', {}, new Error('EPIPE.')])('explains even %p', (thrown) => {
	expect(brokenConnection(thrown)).toMatchObject({
		message: "The service can't be reached",
		remedy: "Check 'Base URL' in the credential, and the network of n8n",
		status: undefined,
	});
});

it('explains an error that is its own cause', () => {
	const error = new Error('socket hang up');
	error.cause = error;
	expect(brokenConnection(error).code).toBe('ECONNRESET');
});
