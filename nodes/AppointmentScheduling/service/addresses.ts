import { InputError } from './errors';
import { withoutEnd } from './values/texts';

const API_PATH = '/api/v3';
export const WEBHOOKS_PATH = `${API_PATH}/webhooks/`;
/** What people copy along with the address. Anything else after /api/v3 may be a prefix. */
const API_ADDRESS =
	/\/api\/v3(?:\/(?:accounts|appointments|(?:available-)?date-times|calendars|days|documents|people|services|tags|users|webhooks)(?:\/.*)?)?$/;
const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);

/** Without trailing slash. HTTPS is required, except for this machine, and added. @throws InputError */
export function validBaseUrl(value: unknown): string {
	const field = 'Base URL';
	const given = typeof value === 'string' ? value.trim() : '';
	const text = given === '' || SCHEME.test(given) ? given : `https://${given}`;
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (!url || !['https:', 'http:'].includes(url.protocol) || url.username || url.password) {
		throw new InputError(
			field,
			text === '' ? 'it is empty' : 'it is not a web address',
			'Enter the host of the service in the credential, e.g. https://eagenda.com.br',
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

/** Codes beyond ASCII are decoded one by one. */
const percentDecoded = (text: string): string =>
	text.replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

export type Query = Record<string, string | number | boolean | string[] | undefined>;

/** Without the question mark. Several values repeat the name: `service_keys=a&service_keys=b`. */
export function searchOf(query: Query): string {
	const pairs = Object.entries(query).flatMap(([name, value]) =>
		[value ?? []].flat().map((one): [string, string] => [name, String(one)]),
	);
	return new URLSearchParams(pairs).toString();
}

/** The address of a request. @param path below /api/v3/, with a slash at its end */
export const requestUrl = (baseUrl: string, path: string, search = ''): string =>
	`${baseUrl}${API_PATH}/${path}${search === '' ? '' : `?${search}`}`;

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
