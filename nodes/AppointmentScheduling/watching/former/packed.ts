import { createHash } from 'crypto';

const DIGEST_LENGTH = 12;

/** 72 bits, so that two of 20,000 appointments do not get the same digest. */
export const digestOf = (...parts: unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, DIGEST_LENGTH);

/** The digests of one string, because n8n wraps arrays in static data in slow proxies. */
export function digestsIn(stored: unknown): string[] {
	if (typeof stored !== 'string' || stored.length % DIGEST_LENGTH !== 0) return [];
	return Array.from({ length: stored.length / DIGEST_LENGTH }, (_, index) =>
		stored.slice(index * DIGEST_LENGTH, (index + 1) * DIGEST_LENGTH),
	);
}
