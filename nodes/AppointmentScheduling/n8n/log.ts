import type { Logger } from 'n8n-workflow';

import { shownText } from '../service/values/text';

type Context = { logger: Logger };

/** The only way into n8n's log, for sentences of this package only: texts of the service may name clients. */
export function log(
	{ logger }: Context,
	level: 'info' | 'warn',
	text: string,
	details?: Parameters<Logger['warn']>[1],
): void {
	logger[level](shownText(text), details);
}
