import { createHash, createHmac, timingSafeEqual } from 'crypto';

import { canonicalAddress } from '../../service/values/addresses';

const PARAMETER = 'secret';
const LENGTH = 32;

/**
 * The secret of a webhook URL. It needs no storage, and nobody without the token can compute it. It
 * depends on the end of the path, because `webhook()` does not see whether it has the test URL.
 */
export const derivedSecret = (accessToken: string | undefined, address: string): string =>
	createHmac('sha256', accessToken ?? '')
		.update(new URL(address).pathname.split('/').slice(-2).join('/'))
		.digest('base64url')
		.slice(0, LENGTH);

export function withSecret(address: string, secret: string): string {
	const url = new URL(address);
	url.searchParams.set(PARAMETER, secret);
	return url.href;
}

/**
 * The URL without its query, normalized: webhooks with the same one belong to the same trigger. The
 * query has the secret, and services may add parameters of their own.
 */
export function bareAddress(address: string): string {
	if (!URL.canParse(address)) return address;
	const { origin, pathname } = new URL(address);
	return canonicalAddress(`${origin}${pathname}`);
}

/** Compares in constant time. */
export function isSecret(given: unknown, secret: string | undefined): boolean {
	if (secret === undefined) return false;
	const digest = (text: string) => createHash('sha256').update(text).digest();
	return timingSafeEqual(digest(typeof given === 'string' ? given : ''), digest(secret));
}
