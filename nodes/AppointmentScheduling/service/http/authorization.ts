import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { isLoopback, validBaseUrl, WEBHOOKS_PATH, type ArrayFormat } from '../values/addresses';
import { isObject } from '../values/bodies';
import { InputError } from '../core/errors';

export interface Credential {
	baseUrl: string;
	accessToken: string;
	webhookAuthScheme: 'Bearer' | 'Basic';
	arrayFormat: ArrayFormat;
	timezone?: string;
}

/**
 * Only requests to the service's own scheme, host and port get the Authorization header. For
 * webhooks, the API documentation has examples with two words (Authentication), so the credential
 * decides.
 * @throws InputError if another server could read the token
 */
export function authorized(
	{ baseUrl, accessToken, webhookAuthScheme }: Partial<Credential>,
	options: IHttpRequestOptions,
): IHttpRequestOptions {
	const { protocol, host } = new URL(validBaseUrl(baseUrl));
	// The HTTP Request node calls the address `uri`. Some HTTP clients complete an address that is not
	// whole, or take `https:evil.com` for a host.
	const { url, uri }: { url?: unknown; uri?: unknown } = options;
	const given = String(url ?? uri);
	const address = /^https?:\/\//i.test(given) && URL.canParse(given) ? new URL(given) : undefined;
	if (address?.protocol !== protocol || address.host !== host) return options;
	refuseReaders(options as unknown as IDataObject, address);
	const isWebhook = `${address.pathname}/`.includes(WEBHOOKS_PATH);
	const scheme = isWebhook ? (webhookAuthScheme ?? 'Bearer') : 'Bearer';
	return {
		...options,
		headers: { ...options.headers, Authorization: `${scheme} ${tokenIn(accessToken)}` },
	};
}

/**
 * What the HTTP Request node offers and would show the token to another server. Whoever may use the
 * credential there may not be allowed to read it.
 */
function refuseReaders(options: IDataObject, { hostname }: URL): void {
	const { proxy, rejectUnauthorized, skipSslCertificateValidation, agentOptions } = options;
	const tls = isObject(agentOptions) ? agentOptions : {};
	const readers = {
		Proxy: Boolean(proxy),
		'Ignore SSL Issues (Insecure)':
			[rejectUnauthorized, tls.rejectUnauthorized].includes(false) ||
			skipSslCertificateValidation === true,
		'SSL Certificates': Boolean(tls.ca),
	};
	const [option] = Object.entries(readers).find(([, isSet]) => isSet) ?? [];
	if (option === undefined || isLoopback(hostname)) return;
	throw new InputError(
		option,
		'it would let another server read the access token of this credential',
		'Remove it. A proxy or a certificate authority that you trust belongs in the settings of n8n itself',
	);
}

/** What people copy along with a token. */
const SCHEME = /^(?:Authorization: *)?(?:Bearer|Basic) +/i;
const unquoted = (text: string): string => text.replace(/^(["'])(.+)\1$/, '$2').trim();

const tokenIn = (value: unknown): string =>
	typeof value === 'string' ? unquoted(unquoted(value.trim()).replace(SCHEME, '')) : '';

/** The token alone. @throws InputError, which never contains the token */
export function validToken(value: unknown): string {
	const token = tokenIn(value);
	if (/^[\x21-\x7e]+$/.test(token)) return token;
	throw new InputError(
		'Access Token',
		token === ''
			? 'it is empty'
			: 'it contains spaces, line breaks or characters that a header cannot hold',
		'Enter the token in the credential exactly as the service shows it',
	);
}
