import type { IHttpRequestOptions } from 'n8n-workflow';

import { isBelow, validBaseUrl, WEBHOOKS_PATH } from './addresses';
import { InputError } from './errors';

export interface Credential {
	baseUrl: string;
	accessToken: string;
	webhookAuthScheme: 'Bearer' | 'Basic';
	timezone?: string;
	webhookSecret?: string;
}

/**
 * Only requests below the Base URL get the Authorization header. For webhooks, the API documentation
 * has examples with two words (Authentication), so the credential decides.
 * @returns the same options for any other request
 * @throws InputError if the Base URL is unusable
 */
export function authorized(
	{ baseUrl, accessToken, webhookAuthScheme }: Partial<Credential>,
	options: IHttpRequestOptions,
): IHttpRequestOptions {
	const base = validBaseUrl(baseUrl);
	// The HTTP Request node calls the address `uri`. Some HTTP clients complete an address that is not
	// whole, or take `https:evil.com` for a host.
	const { url, uri }: { url?: unknown; uri?: unknown } = options;
	const address = String(url ?? uri);
	if (!/^https?:\/\//i.test(address) || !isBelow(address, base)) return options;
	const isWebhook = `${new URL(address).pathname}/`.includes(WEBHOOKS_PATH);
	const scheme = isWebhook ? (webhookAuthScheme ?? 'Bearer') : 'Bearer';
	return {
		...options,
		// In lower case: an older n8n sends `Authorization` again after a redirect to another host.
		headers: { ...options.headers, authorization: `${scheme} ${tokenIn(accessToken)}` },
		sendCredentialsOnCrossOriginRedirect: false,
	};
}

/** What people copy along with a token. */
const SCHEME = /^(?:Authorization: *)?(?:Bearer|Basic) +/i;
const unquoted = (text: string): string => text.replace(/^(["'])(.+)\1$/, '$2').trim();

/** Of a token or a secret as it was pasted: with quotes, or with the word before it. */
export const tokenIn = (value: unknown): string =>
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
