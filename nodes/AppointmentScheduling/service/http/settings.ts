import type { ArrayFormat } from '../values/addresses';

export interface ServiceSettings {
	/** From validBaseUrl: without trailing slash. */
	baseUrl: string;
	/** Kept out of every message. */
	accessToken?: string;
	arrayFormat: ArrayFormat;
	/** 'Service Timezone' as entered in the credential, not validated yet. */
	timezone?: unknown;
	/** Requests in flight at most. If undefined, the client finds the number that the service handles best. */
	concurrency: number | undefined;
	/** ms between the starts of two requests. */
	requestInterval: number;
	/** How often to retry a request that failed temporarily. */
	maxRetries: number;
	/** ms to wait for a whole response. */
	timeout: number;
	/** ms to wait before each check whether a change that must not be repeated was made. */
	checkAfter?: readonly number[];
	/**
	 * ms for all requests and waits of this client, from its creation. Unlimited if undefined. If a
	 * wait would exceed it, the failure that asks for the wait is thrown at once.
	 */
	budgetMs?: number;
	signal?: AbortSignal;
}

export const DEFAULT_SETTINGS = {
	concurrency: 16,
	requestInterval: 0,
	maxRetries: 4,
	timeout: 30_000,
} as const;
