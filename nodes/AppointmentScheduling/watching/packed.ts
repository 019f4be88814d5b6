import { createHash } from 'crypto';

const DIGEST_LENGTH = 12;
const NUMBER_LENGTH = 7;
const RADIX = 36;
/** The first number that is too large. */
export const NUMBERS = RADIX ** NUMBER_LENGTH;
const NO_NUMBER = '-'.repeat(NUMBER_LENGTH);

/** 72 bits, so that two of 20,000 appointments do not get the same digest. */
export const digestOf = (...parts: unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, DIGEST_LENGTH);

/** A digest with a number, e.g. seconds since the epoch. */
export const pack = (digest: string, number: number | undefined): string =>
	digest + (number?.toString(RADIX).padStart(NUMBER_LENGTH, '0') ?? NO_NUMBER);

/** One string, because n8n wraps arrays in static data in slow proxies. Undefined if not valid. */
export function unpack(
	stored: unknown,
	hasNumbers = true,
): Array<[digest: string, number: number | undefined]> | undefined {
	const length = DIGEST_LENGTH + (hasNumbers ? NUMBER_LENGTH : 0);
	if (typeof stored !== 'string' || stored.length % length !== 0) return undefined;
	return Array.from({ length: stored.length / length }, (_, index) => {
		const entry = stored.slice(index * length, (index + 1) * length);
		const number = parseInt(entry.slice(DIGEST_LENGTH), RADIX);
		return [entry.slice(0, DIGEST_LENGTH), Number.isNaN(number) ? undefined : number];
	});
}
