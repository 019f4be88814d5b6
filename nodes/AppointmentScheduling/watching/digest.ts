import { createHash } from 'crypto';

import type { ServiceClient } from '../service/http/client';

const LENGTH = 12;

/** 72 bits, so that two of 20,000 appointments do not get the same digest. */
export const digestOf = (...parts: unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, LENGTH);

/** A digest, so that neither address nor token is stored. */
export const accountOf = ({ settings }: ServiceClient): string =>
	digestOf(settings.baseUrl, settings.accessToken);
