import type { ArrayFormat } from '../values/addresses';

export interface ServiceSettings {
	/** From validBaseUrl. */
	baseUrl: string;
	accessToken?: string;
	/** Kept out of every message: the access token, and the secrets of webhook URLs. */
	secrets: Set<string>;
	arrayFormat: ArrayFormat;
	/** 'Service Timezone' as entered in the credential, not validated yet. */
	timezone?: unknown;
	/** If undefined, the client finds the number that the service handles best. */
	concurrency: number | undefined;
	/** Whether something is changed, so that fewer requests are sent at a time. */
	isChange?: boolean;
	/** ms between the starts of two requests. */
	requestInterval: number;
	maxRetries: number;
	/** ms to wait for a whole response. */
	timeout: number;
	/** ms to wait before each check whether an unclear change was made. */
	checkAfter?: readonly number[];
	/** ms for all requests and waits of this client, from its creation. */
	budgetMs?: number;
	signal?: AbortSignal;
	/** Whether nothing more is sent after a change that failed, because its error ends the run. */
	endsAtFailure?: boolean;
	/**
	 * Whether requests only check a change. Then a response that was kept on the way is a failure, and
	 * the times of responses say nothing about the best number of requests.
	 */
	isCheck?: boolean;
	/** Lets another item start while this one only waits. */
	aside?: <T>(waiting: Promise<T>) => Promise<T>;
}

export const DEFAULT_SETTINGS = {
	concurrency: 16,
	requestInterval: 0,
	maxRetries: 4,
	timeout: 30_000,
} as const;
