/** How long and how often the service is asked while the sender of a delivery waits for an answer. */
export const WHILE_DELIVERING = { timeout: 10_000, maxRetries: 1 };

/** The same while an activation waits, which n8n tries again by itself. */
export const WHILE_ACTIVATING = { timeout: 10_000, maxRetries: 2 };
