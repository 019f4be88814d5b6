import { ServiceError } from '../core/errors';

const HOST = "in 'Base URL' in the credential";
const TIMEOUT = /^(ECONNABORTED|ETIMEDOUT)$/;
/** A compressed response that ends too early is a Z_BUF_ERROR. */
const LOST =
	/^(ECONNRESET|EPIPE|ERR_BAD_RESPONSE|ERR_STREAM_PREMATURE_CLOSE|UND_ERR_SOCKET|Z_BUF_ERROR)$/;
const UNREACHED = /^(EAI_AGAIN|ECONNREFUSED|E(HOST|NET)UNREACH)$/;
/** Node rejects a certificate during the handshake, before any data is sent. */
const UNSENT = /CERT|SELF_SIGNED|VERIFY|WRONG_VERSION|EPROTO|^ENOTFOUND$/;

/** By the codes of Node and axios. */
const CAUSES: Array<[codes: RegExp, title: string, advice?: string]> = [
	[
		/CERT|SELF_SIGNED|VERIFY/,
		"The certificate of the service can't be trusted",
		"Use a host with a valid certificate as 'Base URL' in the credential",
	],
	[
		/SSL|TLS|WRONG_VERSION|EPROTO/,
		'The service does not respond with HTTPS at this address',
		`Check the host and the port ${HOST}`,
	],
	[TIMEOUT, 'The service did not respond in time', 'Try again later'],
	[LOST, 'The connection to the service was lost'],
	[/^ENOTFOUND$/, 'The service host was not found', `Check the spelling of the host ${HOST}`],
	[/^EAI_AGAIN$/, 'The host name of the service could not be looked up'],
	[/^ECONNREFUSED$/, 'The service host refused the connection'],
	[/^E(HOST|NET)UNREACH$/, "The service host can't be reached"],
];
const ADVICE = "Check 'Base URL' in the credential, and the network of n8n";

export const isTimeout = ({ code = '' }: ServiceError): boolean => TIMEOUT.test(code);

export const isTransient = (code = ''): boolean =>
	[TIMEOUT, LOST, UNREACHED].some((codes) => codes.test(code));

/**
 * HTTP clients attach the request to their errors, and it holds the token. So only the code is
 * kept. It is part of the advice, because n8n replaces a title that contains a code.
 */
export function brokenConnection(error: unknown): ServiceError {
	const causes = causesOf(error);
	const refused = causes.find(({ name }) => name.startsWith('Ssrf'));
	if (refused) {
		// n8n's protection against requests to internal addresses. Its own advice names the address.
		return new ServiceError(refused.message, String(refused.description ?? ADVICE));
	}
	const code = connectionCode(causes) ?? '';
	const [, title = "The service can't be reached", advice = ADVICE] =
		CAUSES.find(([codes]) => codes.test(code)) ?? [];
	// A host may become unreachable after the request was sent.
	const isSent = causes.some(({ syscall }) => /^(read|write)/.test(String(syscall)));
	const isUnsent = !isSent && (UNREACHED.test(code) || UNSENT.test(code));
	return new ServiceError(title, code === '' ? advice : `${advice} (${code})`, {
		code: code === '' ? undefined : code,
		uncertain: !isUnsent,
	});
}

type Cause = Error & Partial<Record<'code' | 'httpCode' | 'syscall' | 'description', unknown>>;

/** n8n wraps axios's errors. */
function causesOf(error: unknown): Cause[] {
	const causes: Cause[] = [];
	for (let at = error; at instanceof Error && causes.length < 5; at = at.cause) causes.push(at);
	return causes;
}

/** The code is on the error, on one of its causes, or in a message. */
function connectionCode(causes: Cause[]): string | undefined {
	const codes = causes.flatMap(({ code, httpCode }) => [String(code), String(httpCode)]);
	const found = codes.find((code) => /^[A-Z][A-Z_]+$/.test(code));
	if (found !== undefined) return found;
	const messages = causes.map(({ message }) => message).join(' ');
	if (/timeout|timed out|aborted/i.test(messages)) return 'ETIMEDOUT';
	return /socket hang up|closed/i.test(messages) ? 'ECONNRESET' : undefined;
}
