import type { Logger } from 'n8n-workflow';

import { shownText } from '../service/values/text';

export type Warn = (message: string, error: unknown) => void;

/** Logs a problem that must not stop anything. n8n's console shows only the message, so the reason is in it. */
export const warnWith =
	({ logger }: { logger: Logger }): Warn =>
	(message, error) =>
		logger.warn(`${message}: ${shownText(error instanceof Error ? error.message : String(error))}`);
