import type { INode } from 'n8n-workflow';

import { inOneText, toNodeError, type NodeError } from '../n8n/errors';
import { hasStatus, InputError, isPassing, ONLY_USER, ServiceError } from '../service/errors';
import { MINUTE_MS } from '../service/values/dates';
import { shownText } from '../service/values/texts';
import { oneLine } from './toolAnswer';

const LONGEST_SAID = 200;
const NOT_CHANGED = 'Nothing was changed';

/**
 * What an agent reads of a failure is its message, and nothing else. It says what has happened and what
 * to do, whole. What the service says comes last, in one short line.
 */
export function failureForModel(
	node: INode,
	error: unknown,
	itemIndex: number,
	isChange: boolean,
): NodeError {
	const failure = toNodeError(node, error, itemIndex);
	return Object.assign(failure, { message: messageFor(error, isChange), description: '' });
}

function messageFor(error: unknown, isChange: boolean): string {
	if (error instanceof ServiceError) {
		const said = error.said === '' ? '' : ` Service: "${oneLine(error.said, LONGEST_SAID)}"`;
		return `${sentences(error.summary, adviceFor(error))}${said}`;
	}
	if (!(error instanceof InputError)) return shownText((error as Error).message);
	const { message, modelAdvice } = error;
	const isSilent = isChange && !/nothing was/i.test(message + modelAdvice);
	return sentences(message, ...(isSilent ? [NOT_CHANGED] : []), modelAdvice);
}

const sentences = (...texts: string[]): string =>
	texts.map((text) => inOneText(shownText(text))).join(' ');

function adviceFor(error: ServiceError): string {
	const { mayBeDone, retryAfter = 0, modelAdvice } = error.details;
	if (mayBeDone) {
		return 'Do not do it again: it may have been done. Read it to see, and tell the user';
	}
	if (isPassing(error)) {
		const minutes = Math.ceil(retryAfter / MINUTE_MS);
		const later = minutes > 1 ? `${minutes} minutes` : 'a minute';
		return `Try it once more in ${later}. If it fails again, tell the user`;
	}
	if (modelAdvice !== undefined) return modelAdvice;
	if (hasStatus(error, 404, 410)) return 'Check the keys and codes that you gave, or tell the user';
	const isRefused = hasStatus(error, 400, 409, 422);
	return isRefused ? 'Change what the service refused, or tell the user' : ONLY_USER;
}
