import { ServiceError } from '../errors';

const TRANSIENT = new Set([
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
]);

/** With these codes, nothing reached the service. */
const NEVER_SENT = new Set([
	'ECONNREFUSED',
	'EAI_AGAIN',
	'ENOTFOUND',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'EPROTO',
	'ERR_SSL_WRONG_VERSION_NUMBER',
]);
/** Node reports a certificate that it rejects during the handshake, before any data is sent. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/;
const TLS = /CERT|SSL|TLS|SELF_SIGNED|VERIFY|EPROTO/;

const TITLES: Record<string, string> = {
	EAI_AGAIN: 'The name of the service host could not be looked up',
	ECONNABORTED: 'The service did not answer in time',
	ECONNREFUSED: 'Nothing answers at the address of the service',
	ECONNRESET: 'The connection to the service broke off',
	EHOSTUNREACH: "The service host can't be reached",
	ENETUNREACH: "The service host can't be reached",
	ENOTFOUND: 'There is no host of that name',
	ERR_BAD_RESPONSE: 'The connection to the service broke off',
	EPIPE: 'The connection to the service broke off',
	ETIMEDOUT: 'The service did not answer in time',
};

const REMEDIES: Record<string, string> = {
	ENOTFOUND: "Check the spelling of the host in 'Base URL' in the credential",
	ECONNABORTED: 'Try again later',
	ETIMEDOUT: 'Try again later',
};

export const isTimeout = ({ code }: ServiceError): boolean =>
	code === 'ETIMEDOUT' || code === 'ECONNABORTED';

export const isTransient = (code: string | undefined): boolean => TRANSIENT.has(code ?? '');

/**
 * The request that HTTP clients attach to their errors holds the token, so only the code is kept.
 * It goes into the remedy, because n8n replaces a title that contains a code.
 */
export function brokenConnection(error: unknown): ServiceError {
	const code = connectionCode(error) ?? '';
	const isTls = TLS.test(code);
	const title = isTls
		? "The certificate of the service can't be trusted"
		: (TITLES[code] ?? "The service can't be reached");
	const remedy = isTls
		? "Use a host with a valid certificate as 'Base URL' in the credential"
		: (REMEDIES[code] ?? "Check 'Base URL' in the credential, and the network of n8n");
	return new ServiceError(title, code === '' ? remedy : `${remedy} (${code})`, {
		code: code === '' ? undefined : code,
		uncertain: !NEVER_SENT.has(code) && !CERTIFICATE.test(code),
	});
}

/** n8n wraps what axios throws: the code is on the error, on one of its causes, or only in a message. */
function connectionCode(error: unknown): string | undefined {
	let messages = '';
	for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
		const { code, httpCode } = at as { code?: unknown; httpCode?: unknown };
		for (const value of [code, httpCode]) {
			if (typeof value === 'string' && /^[A-Z][A-Z_]+$/.test(value)) return value;
		}
		messages += ` ${at.message}`;
	}
	if (/timeout|timed out|aborted/i.test(messages)) return 'ETIMEDOUT';
	return /socket hang up|closed/i.test(messages) ? 'ECONNRESET' : undefined;
}
