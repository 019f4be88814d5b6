import type { ArrayFormat } from '../values/addresses';

export interface ServiceSettings {
	/** From validBaseUrl: without trailing slash. */
	baseUrl: string;
	/** Kept out of every message. */
	accessToken?: string;
	arrayFormat: ArrayFormat;
	/** The time zone of the account, as the credential holds it: not checked yet. */
	timezone?: unknown;
	/** Requests in flight at most; if undefined, the client finds the number that the service handles best. */
	concurrency: number | undefined;
	/** ms between the starts of two requests. */
	requestInterval: number;
	/** How often a request that failed temporarily is sent again. */
	maxRetries: number;
	/** ms until an unanswered request counts as failed. */
	timeout: number;
	/**
	 * ms for all requests and waits of this client, from its creation; unlimited if undefined. A
	 * wait that does not fit is not begun: the failure that asks for it is thrown at once.
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
