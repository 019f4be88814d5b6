import { ServiceError } from './errors';

const HOST = "in 'Base URL' in the credential";
const ADVICE = "Check 'Base URL' in the credential, and the network of n8n";
/** Expired, self-signed, or of another host. Node rejects it during the handshake. */
const UNTRUSTED = /CERT|SELF_SIGNED|VERIFY/;
/** Before anything is sent. */
const UNSENT = /WRONG_VERSION|EPROTO|^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/;

/** By the codes of Node and axios. */
const CAUSES: Array<[codes: RegExp, title: string, advice?: string]> = [
	[
		UNTRUSTED,
		"The certificate of the service can't be trusted",
		"Use a host with a valid certificate as 'Base URL' in the credential. If a proxy of your network replaces certificates, set NODE_EXTRA_CA_CERTS of n8n",
	],
	[
		/SSL|TLS|WRONG_VERSION|EPROTO/,
		'The service does not respond with HTTPS at this address',
		`Check the host and the port ${HOST}`,
	],
	[/^(ECONNABORTED|ETIMEDOUT)$/, 'The service did not respond in time', 'Try again later'],
	[/^ENOTFOUND$/, 'The service host was not found', `Check the spelling of the host ${HOST}`],
	[/^(EAI_AGAIN|ECONNREFUSED|E(HOST|NET)UNREACH)$/, "The service host can't be reached"],
];
const LOST = 'The connection to the service was lost';

type Cause = Partial<
	Record<'name' | 'message' | 'code' | 'syscall' | 'description' | 'cause', unknown>
>;

/**
 * HTTP clients attach the request to their errors, and it holds the token. So only the code is
 * kept. It is part of the advice, because n8n replaces a title that contains a code.
 */
export function lostConnection(error: unknown, isChange: boolean): ServiceError {
	const causes = causesOf(error);
	const refused = causes.find(({ name }) => String(name).startsWith('Ssrf'));
	if (refused) {
		// n8n's protection against requests to internal addresses. Its own advice names the address.
		const advice = String(refused.description ?? ADVICE);
		return new ServiceError(String(refused.message), advice, { isLasting: true });
	}
	const code = codeOf(causes);
	const [, title = LOST, advice = ADVICE] = CAUSES.find(([codes]) => codes.test(code)) ?? [];
	const isLasting = UNTRUSTED.test(code);
	// Other codes, such as EHOSTUNREACH, may also come while the response is read.
	const isUnsent =
		isLasting ||
		causes.some(({ syscall }) => syscall === 'connect' || syscall === 'getaddrinfo') ||
		(UNSENT.test(code) && !causes.some(({ syscall }) => /^(read|write)/.test(String(syscall))));
	return new ServiceError(title, code === '' ? advice : `${advice} (${code})`, {
		isLasting,
		mayBeDone: isChange && !isUnsent,
	});
}

/** n8n wraps axios's errors. */
function causesOf(error: unknown): Cause[] {
	const causes: Cause[] = [];
	for (let at = error; typeof at === 'object' && at !== null && causes.length < 5;) {
		const cause: Cause = at;
		causes.push(cause);
		at = cause.cause;
	}
	return causes;
}

/** The code is on the error, or on one of its causes. */
const codeOf = (causes: Cause[]): string =>
	causes
		.map(({ name, code }) => (name === 'TimeoutError' ? 'ETIMEDOUT' : String(code)))
		.find((code) => /^[A-Z][A-Z_]+$/.test(code)) ?? '';
