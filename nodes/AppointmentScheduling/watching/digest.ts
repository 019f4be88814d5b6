import { createHash } from 'crypto';

const LENGTH = 12;

/** 72 bits, so that two of 20,000 appointments do not get the same digest. */
export const digestOf = (...parts: unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, LENGTH);
