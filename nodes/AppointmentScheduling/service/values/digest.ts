import { createHash } from 'crypto';

/** The same for the same parts. It shows nothing of them. */
export const digestOf = (...parts: unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 24);
