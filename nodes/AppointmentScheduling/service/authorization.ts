import type { IHttpRequestOptions } from 'n8n-workflow';

import { isWebhookPath } from './addresses';

/** The fields of the credential, as n8n hands them over. */
export interface Credential {
	baseUrl: string;
	accessToken: string;
	webhookAuthScheme: 'Bearer' | 'Basic';
	arrayFormat: 'repeat' | 'comma' | 'brackets';
}

/**
 * Adds the Authorization header: Bearer, but on the webhook endpoints the word that the
 * credential says, because the document has examples with either (Authentication, 2 and 4).
 * The token is added for the service's own origin alone.
 */
export function authorized(
	{ baseUrl, accessToken, webhookAuthScheme }: Partial<Credential>,
	options: IHttpRequestOptions,
): IHttpRequestOptions {
	const base = originOf(baseUrl) ?? 'https://service.invalid';
	const address = addressOf(options, base);
	if (originOf(baseUrl) !== undefined && new URL(address).origin !== new URL(base).origin) {
		return options;
	}
	const scheme = isWebhookPath(base, address) ? (webhookAuthScheme ?? 'Bearer') : 'Bearer';
	return {
		...options,
		headers: { ...options.headers, Authorization: `${scheme} ${(accessToken ?? '').trim()}` },
	};
}

function originOf(baseUrl: string | undefined): string | undefined {
	const text = (baseUrl ?? '').trim();
	return URL.canParse(text) ? text : undefined;
}

function addressOf({ url, baseURL }: IHttpRequestOptions, base: string): string {
	const target = baseURL ? `${baseURL.replace(/\/+$/, '')}/${url.replace(/^\/+/, '')}` : url;
	const chosen = URL.canParse(url) ? url : target;
	return URL.canParse(chosen, base) ? new URL(chosen, base).href : base;
}
