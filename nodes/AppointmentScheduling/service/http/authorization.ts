import type { IHttpRequestOptions } from 'n8n-workflow';

import { isWebhookPath, validBaseUrl, type ArrayFormat } from '../values/addresses';
import { isBlank } from '../values/bodies';
import { validZone } from '../values/dates';
import { InputError } from '../errors';

/** The fields of the credential, as n8n hands them over. */
export interface Credential {
	baseUrl: string;
	accessToken: string;
	webhookAuthScheme: 'Bearer' | 'Basic';
	arrayFormat: ArrayFormat;
	timezone?: string;
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
	const base = usableBase(baseUrl);
	const address = base && addressOf(options, base);
	if (!address || new URL(address).origin !== new URL(base).origin) return options;
	const scheme = isWebhookPath(base, address) ? (webhookAuthScheme ?? 'Bearer') : 'Bearer';
	return {
		...options,
		headers: { ...options.headers, Authorization: `${scheme} ${(accessToken ?? '').trim()}` },
	};
}

/** The token as it stands in the header. @throws InputError, without it */
export function validToken(value: unknown): string {
	const token = typeof value === 'string' ? value.trim() : '';
	const problem =
		token === ''
			? 'it is empty'
			: /[^\x21-\x7e]/.test(token) &&
				'it contains blanks, line breaks or characters that no header can hold';
	if (problem) {
		throw new InputError(
			'Access Token',
			problem,
			'Enter the token in the credential as the service shows it',
		);
	}
	return token;
}

/** The time zone of the account; undefined if the field is empty. @throws InputError */
export function accountZone(value: unknown): string | undefined {
	if (isBlank(value)) return undefined;
	const remedy = 'Enter a name such as Europe/Madrid in the credential, or leave the field empty';
	return validZone(value, 'Service Timezone', remedy);
}

function usableBase(baseUrl: string | undefined): string | undefined {
	try {
		return validBaseUrl(baseUrl);
	} catch {
		return undefined;
	}
}

/** The HTTP Request node names the address `uri`. Where no address can be told, no token is added. */
function addressOf(options: IHttpRequestOptions, base: string): string | undefined {
	const { url, uri, baseURL }: { url?: unknown; uri?: unknown; baseURL?: string } = options;
	const given = url ?? uri;
	if (typeof given !== 'string' && !(given instanceof URL)) return undefined;
	const text = String(given);
	const target =
		URL.canParse(text) || !baseURL
			? text
			: `${baseURL.replace(/\/+$/, '')}/${text.replace(/^\/+/, '')}`;
	return URL.canParse(target, base) ? new URL(target, base).href : undefined;
}
