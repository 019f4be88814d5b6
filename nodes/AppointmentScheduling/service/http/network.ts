import { ServiceError } from '../errors';

interface Cause {
	title: string;
	remedy?: string;
	/** The same request may succeed a little later. */
	isTransient?: boolean;
	/** Nothing reached the service. */
	isUnsent?: boolean;
}

const LOST = { title: 'The connection to the service was lost', isTransient: true };
const TIMEOUT = {
	...LOST,
	title: 'The service did not respond in time',
	remedy: 'Try again later',
};
const UNREACHABLE = { ...LOST, title: "The service host can't be reached", isUnsent: true };
const REMEDY = "Check 'Base URL' in the credential, and the network of n8n";
/** Node rejects a certificate during the handshake, before any data is sent. */
const CERTIFICATE = {
	title: "The certificate of the service can't be trusted",
	remedy: "Use a host with a valid certificate as 'Base URL' in the credential",
	isUnsent: true,
};
const TLS = {
	title: 'The service does not respond with HTTPS at this address',
	remedy: "Check the host and the port in 'Base URL' in the credential",
};

/** Codes of Node and axios. */
const CAUSES: Record<string, Cause> = {
	EAI_AGAIN: { ...UNREACHABLE, title: 'The host name of the service could not be looked up' },
	ECONNABORTED: TIMEOUT,
	ECONNREFUSED: { ...UNREACHABLE, title: 'The service host refused the connection' },
	ECONNRESET: LOST,
	EHOSTUNREACH: UNREACHABLE,
	ENETUNREACH: UNREACHABLE,
	ENOTFOUND: {
		title: 'The service host was not found',
		remedy: "Check the spelling of the host in 'Base URL' in the credential",
		isUnsent: true,
	},
	EPIPE: LOST,
	ERR_BAD_RESPONSE: LOST,
	ETIMEDOUT: TIMEOUT,
	UND_ERR_SOCKET: LOST,
};

export const isTimeout = ({ code }: ServiceError): boolean => causeOf(code) === TIMEOUT;

export const isTransient = (code?: string): boolean => causeOf(code).isTransient ?? false;

function causeOf(code = ''): Cause {
	if (/CERT|SELF_SIGNED|VERIFY/.test(code)) return CERTIFICATE;
	if (/SSL|TLS|EPROTO/.test(code)) return { ...TLS, isUnsent: /WRONG_VERSION|EPROTO/.test(code) };
	return CAUSES[code] ?? { title: "The service can't be reached" };
}

/**
 * HTTP clients attach the request to their errors, and it holds the token. So only the code is
 * kept. It is part of the remedy, because n8n replaces a title that contains a code.
 */
export function brokenConnection(error: unknown): ServiceError {
	const code = connectionCode(error);
	const { title, remedy = REMEDY, isUnsent } = causeOf(code);
	const shown = code === undefined ? remedy : `${remedy} (${code})`;
	return new ServiceError(title, shown, { code, uncertain: !isUnsent });
}

/** n8n wraps the errors of axios: the code is on the error, on one of its causes, or only in a message. */
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
