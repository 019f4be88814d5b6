import { createHash, randomBytes, timingSafeEqual } from 'crypto';

import { canonicalAddress } from '../../service/values/addresses';

const PARAMETER = 'secret';

export const newSecret = (): string => randomBytes(24).toString('base64url');

export function withSecret(address: string, secret: string): string {
	const url = new URL(address);
	url.searchParams.set(PARAMETER, secret);
	return url.href;
}

export function withoutUrlSecret(address: string): string {
	const url = new URL(address);
	url.searchParams.delete(PARAMETER);
	return url.href;
}

export function secretOf(address: string): string | undefined {
	return (URL.canParse(address) && new URL(address).searchParams.get(PARAMETER)) || undefined;
}

/** The URL without its secret, normalized: webhooks with the same one belong to the same trigger. */
export function bareAddress(address: string): string {
	if (!URL.canParse(address)) return address;
	const url = new URL(address);
	url.searchParams.delete(PARAMETER);
	url.searchParams.sort();
	return canonicalAddress(url.href);
}

/** Compares in constant time. */
export function isSecret(given: unknown, secret: string): boolean {
	const digest = (text: string) => createHash('sha256').update(text).digest();
	return timingSafeEqual(digest(typeof given === 'string' ? given : ''), digest(secret));
}
