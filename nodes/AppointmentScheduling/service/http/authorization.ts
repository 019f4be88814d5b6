import type { IHttpRequestOptions } from 'n8n-workflow';

import { isWebhookPath, validBaseUrl, type ArrayFormat } from '../values/addresses';
import { isBlank } from '../values/bodies';
import { validZone } from '../values/dates';
import { withoutEnd } from '../values/text';
import { InputError } from '../errors';

/** The fields of the credential, as n8n provides them. */
export interface Credential {
	baseUrl: string;
	accessToken: string;
	webhookAuthScheme: 'Bearer' | 'Basic';
	arrayFormat: ArrayFormat;
	timezone?: string;
}

/**
 * Adds the Authorization header to requests to the service's own scheme, host and port. The scheme
 * word is Bearer. For webhooks, the API documentation has examples with two words
 * (Authentication), so there the credential decides.
 */
export function authorized(
	{ baseUrl, accessToken, webhookAuthScheme }: Partial<Credential>,
	options: IHttpRequestOptions,
): IHttpRequestOptions {
	const base = usableBase(baseUrl);
	const address = base && addressOf(options);
	if (!address || !isSameServer(address, base)) return options;
	const scheme = isWebhookPath(base, address) ? (webhookAuthScheme ?? 'Bearer') : 'Bearer';
	return {
		...options,
		headers: { ...options.headers, Authorization: `${scheme} ${(accessToken ?? '').trim()}` },
	};
}

/** The token, trimmed. @throws InputError, which never contains the token */
export function validToken(value: unknown): string {
	const token = typeof value === 'string' ? value.trim() : '';
	const problem =
		token === ''
			? 'it is empty'
			: /[^\x21-\x7e]/.test(token) &&
				'it contains spaces, line breaks or characters that a header cannot hold';
	if (problem) {
		throw new InputError(
			'Access Token',
			problem,
			'Enter the token in the credential exactly as the service shows it',
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

const isSameServer = (some: string, other: string): boolean => {
	const [a, b] = [new URL(some), new URL(other)];
	return a.protocol === b.protocol && a.host === b.host;
};

/**
 * The address of the request, or undefined if an HTTP client may send it to another server: some
 * append anything without `://` to `baseURL`, others take `https:evil.com` for a host. The HTTP
 * Request node calls the address `uri`.
 */
function addressOf(options: IHttpRequestOptions): string | undefined {
	const { url, uri, baseURL }: { url?: unknown; uri?: unknown; baseURL?: string } = options;
	const given = url ?? uri;
	if (typeof given !== 'string' && !(given instanceof URL)) return undefined;
	const text = String(given);
	const readings = URL.canParse(text) ? [new URL(text).href] : [];
	if (baseURL && !/^[a-z][a-z\d+.-]*:\/\//i.test(text)) {
		const joined = `${withoutEnd(baseURL, '/')}/${text.replace(/^\//, '')}`;
		if (!URL.canParse(text, baseURL) || !URL.canParse(joined)) return undefined;
		readings.push(new URL(text, baseURL).href, new URL(joined).href);
	}
	const address = readings.at(-1);
	return readings.every((reading) => isSameServer(reading, address ?? '')) ? address : undefined;
}
