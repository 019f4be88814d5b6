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

/** Codes which say that the request never reached the service. */
const NEVER_SENT = new Set([
	'ECONNREFUSED',
	'EAI_AGAIN',
	'ENOTFOUND',
	'EHOSTUNREACH',
	'ENETUNREACH',
]);

const WORDS: Record<string, string> = {
	EAI_AGAIN: 'The name of the service host could not be looked up',
	ECONNABORTED: 'The service did not answer in time',
	ECONNREFUSED: 'Nothing answers at the address of the service',
	ECONNRESET: 'The connection to the service broke off',
	EHOSTUNREACH: "The service host can't be reached",
	ENETUNREACH: "The service host can't be reached",
	ENOTFOUND: 'The service host does not exist',
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

export const isTransient = (failure: ServiceError): boolean => TRANSIENT.has(failure.code ?? '');

/**
 * The token stands in the request that clients attach to their errors, so nothing but the code is taken over.
 * n8n puts words of its own in the place of a title that holds a code: it goes into the remedy.
 */
export function brokenConnection(error: unknown): ServiceError {
	const code = connectionCode(error);
	const certificate = code !== undefined && /CERT|SSL|TLS|SELF_SIGNED|VERIFY/i.test(code);
	const words = certificate
		? "The certificate of the service can't be trusted"
		: (WORDS[code ?? ''] ?? "The service can't be reached");
	const remedy = certificate
		? "Use a host with a valid certificate as 'Base URL' in the credential"
		: (REMEDIES[code ?? ''] ?? "Check 'Base URL' in the credential, and the network of n8n");
	return new ServiceError(words, code ? `${remedy} (${code})` : remedy, {
		code,
		uncertain: !NEVER_SENT.has(code ?? ''),
	});
}

/** n8n wraps what axios throws: the code is on the error, on one of its causes, or only in its words. */
function connectionCode(error: unknown): string | undefined {
	let words = '';
	for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
		const { code, httpCode } = at as { code?: unknown; httpCode?: unknown };
		for (const value of [code, httpCode]) {
			if (typeof value === 'string' && /^[A-Z][A-Z_]+$/.test(value)) return value;
		}
		words += ` ${at.message}`;
	}
	if (/timeout|timed out|aborted/i.test(words)) return 'ETIMEDOUT';
	return /socket hang up|closed/i.test(words) ? 'ECONNRESET' : undefined;
}
