import type { Logger } from 'n8n-workflow';

import { shownText } from '../service/values/text';

type Context = { logger: Logger };

/** The only way into n8n's log: one line, without the token or the secret of a URL. */
export function log(
	{ logger }: Context,
	level: 'info' | 'warn',
	text: string,
	details?: Parameters<Logger['warn']>[1],
): void {
	logger[level](shownText(text), details);
}
