import { InputError } from '../core/errors';
import { percentDecoded, withoutEnd } from './text';

const API_PATH = '/api/v3';
export const WEBHOOKS_PATH = `${API_PATH}/webhooks/`;
/** What people copy along with the address. Anything else after /api/v3 may be a prefix. */
const API_ADDRESS = /\/api\/v3(?:\/(?:appointments|webhooks)(?:\/.*)?)?$/;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);

/** Without trailing slash. HTTPS is required, except for this machine. @throws InputError */
export function validBaseUrl(value: unknown): string {
	const field = 'Base URL';
	const text = typeof value === 'string' ? value.trim() : '';
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (!url || !['https:', 'http:'].includes(url.protocol) || url.username || url.password) {
		throw new InputError(
			field,
			text === '' ? 'it is empty' : 'it is not a web address',
			'Enter the host of the service in the credential, e.g. https://api.example.com',
		);
	}
	if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
		throw new InputError(
			field,
			'http would send the access token unencrypted',
			`Use https://${url.host} in the credential; http is accepted for localhost only`,
		);
	}
	return `${url.origin}${withoutEnd(url.pathname, '/').replace(API_ADDRESS, '')}`;
}

const MOST_DECODINGS = 5;
/** `..;` means the same as `..` to some servers. */
const UPWARDS = /[/\\]\.\.(?![\w.-])/;

/**
 * Whether every server on the way takes the address for one below the base, also one that decodes
 * it before it follows `..`.
 * @param base from validBaseUrl
 */
export function isBelow(address: string, base: string): boolean {
	if (!URL.canParse(address)) return false;
	const { origin, pathname } = new URL(address);
	if (!`${origin}${pathname}/`.startsWith(`${base}/`)) return false;
	let path = pathname;
	for (let count = 0; count < MOST_DECODINGS; count += 1) {
		if (UPWARDS.test(path)) return false;
		const decoded = percentDecoded(path);
		if (decoded === path) return true;
		path = decoded;
	}
	return false;
}

/** With the trailing slash that every operation requires. Dots change the path even if encoded. */
export function apiPath(...segments: string[]): string {
	if (segments.some((segment) => /^\.*$/.test(segment))) {
		throw new InputError('Key', 'dots are not a key', 'Enter the key as the service shows it');
	}
	return `${API_PATH}/${segments.map(encodeURIComponent).join('/')}/`;
}

type QueryValue = string | boolean | string[];

const ARRAYS = {
	repeat: (name: string, parts: string[]) => parts.map((part) => `${name}=${part}`),
	comma: (name: string, parts: string[]) => [`${name}=${parts.join(',')}`],
	brackets: (name: string, parts: string[]) => parts.map((part) => `${name}%5B%5D=${part}`),
};

export type ArrayFormat = keyof typeof ARRAYS;

/** @throws InputError, because an unknown format would drop a filter */
export function validArrayFormat(value: unknown): ArrayFormat {
	if (typeof value === 'string' && Object.hasOwn(ARRAYS, value)) return value as ArrayFormat;
	throw new InputError(
		'Array Format',
		`"${String(value)}" is not known`,
		`Choose one of ${Object.keys(ARRAYS).join(', ')} in the credential`,
	);
}

/** The API documentation does not say how to write arrays, so the credential does. */
export function queryString(query: Record<string, QueryValue>, arrayFormat: ArrayFormat): string {
	return Object.entries(query)
		.flatMap(([name, value]) =>
			Array.isArray(value)
				? ARRAYS[arrayFormat](name, value.map(encodeURIComponent))
				: `${name}=${encodeURIComponent(value)}`,
		)
		.join('&');
}

/** The service requires HTTPS. @throws InputError with `field` and `advice` */
export function validCallbackUrl(value: unknown, field: string, advice: string): string {
	const text = typeof value === 'string' ? value.trim() : '';
	if (!URL.canParse(text) || !/^https:\/\/[^/\s]\S*$/i.test(text)) {
		throw new InputError(
			field,
			text === '' ? 'it is empty' : `"${text.slice(0, 200)}" is not an HTTPS address`,
			advice,
		);
	}
	return text;
}

/** The secret of a webhook URL. */
export function secretOf(address: string): string | undefined {
	return (URL.canParse(address) && new URL(address).searchParams.get('secret')) || undefined;
}

/** Services may store a URL in another spelling. */
export function canonicalAddress(address: string): string {
	if (!URL.canParse(address)) return address;
	const { protocol, host, pathname, search } = new URL(address);
	return `${protocol}//${host}${withoutEnd(pathname, '/')}${search}`;
}

export const sameAddress = (some: string, other: string): boolean =>
	canonicalAddress(some) === canonicalAddress(other);

/** Without the query, which may contain a secret. */
export function displayUrl(address: string): string {
	if (!URL.canParse(address)) return address.replace(/[?#].*/s, '');
	const { protocol, host, pathname } = new URL(address);
	return `${protocol}//${host}${pathname}`;
}
