import { ServiceError } from '../core/errors';

interface Cause {
	/** Of Node and axios. */
	codes: RegExp;
	title: string;
	advice?: string;
	isTransient?: boolean;
	/** Nothing reached the service. */
	isUnsent?: boolean;
}

const TIMEOUT = /^(ECONNABORTED|ETIMEDOUT)$/;
const CAUSES: Cause[] = [
	{
		// Node rejects a certificate during the handshake, before any data is sent.
		codes: /CERT|SELF_SIGNED|VERIFY/,
		title: "The certificate of the service can't be trusted",
		advice: "Use a host with a valid certificate as 'Base URL' in the credential",
		isUnsent: true,
	},
	...[{ codes: /WRONG_VERSION|EPROTO/, isUnsent: true }, { codes: /SSL|TLS/ }].map((cause) => ({
		...cause,
		title: 'The service does not respond with HTTPS at this address',
		advice: "Check the host and the port in 'Base URL' in the credential",
	})),
	{
		codes: TIMEOUT,
		title: 'The service did not respond in time',
		advice: 'Try again later',
		isTransient: true,
	},
	{
		// A compressed response that ends too early is a Z_BUF_ERROR.
		codes:
			/^(ECONNRESET|EPIPE|ERR_BAD_RESPONSE|ERR_STREAM_PREMATURE_CLOSE|UND_ERR_SOCKET|Z_BUF_ERROR)$/,
		title: 'The connection to the service was lost',
		isTransient: true,
	},
	{
		codes: /^ENOTFOUND$/,
		title: 'The service host was not found',
		advice: "Check the spelling of the host in 'Base URL' in the credential",
		isUnsent: true,
	},
	...[
		{ codes: /^EAI_AGAIN$/, title: 'The host name of the service could not be looked up' },
		{ codes: /^ECONNREFUSED$/, title: 'The service host refused the connection' },
		{ codes: /^E(HOST|NET)UNREACH$/, title: "The service host can't be reached" },
	].map((cause) => ({ ...cause, isTransient: true, isUnsent: true })),
];
const ADVICE = "Check 'Base URL' in the credential, and the network of n8n";

const causeOf = (code = ''): Cause | undefined => CAUSES.find(({ codes }) => codes.test(code));

export const isTimeout = ({ code = '' }: ServiceError): boolean => TIMEOUT.test(code);

export const isTransient = (code?: string): boolean => causeOf(code)?.isTransient ?? false;

/**
 * HTTP clients attach the request to their errors, and it holds the token. So only the code is
 * kept. It is part of the advice, because n8n replaces a title that contains a code.
 */
export function brokenConnection(error: unknown): ServiceError {
	const refused = causesOf(error).find(({ name }) => name.startsWith('Ssrf'));
	if (refused) {
		// n8n's protection against requests to internal addresses. Its own advice names the address.
		const { description } = refused as { description?: unknown };
		return new ServiceError(refused.message, String(description ?? ADVICE));
	}
	const code = connectionCode(error);
	const { title = "The service can't be reached", advice = ADVICE, isUnsent } = causeOf(code) ?? {};
	const shown = code === undefined ? advice : `${advice} (${code})`;
	return new ServiceError(title, shown, { code, uncertain: !isUnsent });
}

/** n8n wraps axios's errors. */
function causesOf(error: unknown): Array<Error & { code?: unknown; httpCode?: unknown }> {
	const causes: Error[] = [];
	for (let at = error; at instanceof Error && causes.length < 5; at = at.cause) causes.push(at);
	return causes;
}

/** The code is on the error, on one of its causes, or in a message. */
function connectionCode(error: unknown): string | undefined {
	const causes = causesOf(error);
	const codes = causes.flatMap(({ code, httpCode }) => [String(code), String(httpCode)]);
	const found = codes.find((code) => /^[A-Z][A-Z_]+$/.test(code));
	if (found !== undefined) return found;
	const messages = causes.map(({ message }) => message).join(' ');
	if (/timeout|timed out|aborted/i.test(messages)) return 'ETIMEDOUT';
	return /socket hang up|closed/i.test(messages) ? 'ECONNRESET' : undefined;
}

/** The time for all requests of a client is over. */
export const outOfTime = () =>
	new ServiceError(
		'There was no time left to send the request',
		'The service responds slowly at the moment. Try again later',
		{ code: 'ETIMEDOUT' },
	);
