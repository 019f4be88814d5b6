import type { ServiceSettings } from '../service/http/client';

/** How we ask the service while the sender of a delivery waits for a response. */
export const whileDelivering = (budgetMs: number): Partial<ServiceSettings> => ({
	maxRetries: 1,
	budgetMs,
});

/** The same while n8n publishes, which retries by itself. */
export const WHILE_ACTIVATING = { timeout: 10_000, maxRetries: 2 };
