import type { ServiceSettings } from '../service/http/client';

/** Settings of requests while the sender of a delivery waits for a response. */
export const whileDelivering = (budgetMs: number): Partial<ServiceSettings> => ({
	maxRetries: 1,
	budgetMs,
});

/** Settings of requests during publication, which n8n retries itself. */
export const WHILE_ACTIVATING = {
	timeout: 10_000,
	maxRetries: 2,
	checkAfter: [500, 2_000, 5_000],
};
