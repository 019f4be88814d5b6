import {
	NodeApiError,
	NodeOperationError,
	type Failure,
	type INode,
	type Logger,
} from 'n8n-workflow';

import { InputError, ServiceError } from '../service/core/errors';
import { log } from './log';
import { isTemporary } from '../service/http/retry';
import { shownText, withoutEnd } from '../service/values/text';

const messageOf = (error: unknown): string =>
	shownText(error instanceof Error ? error.message : String(error));

/** Nothing of the request is copied, so the token never appears. */
export function toNodeError(
	node: INode,
	error: unknown,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.context.itemIndex ??= itemIndex;
		return error;
	}
	const message = messageOf(error);
	const isKnown = error instanceof ServiceError || error instanceof InputError;
	const description = isKnown ? shownText(error.remedy) : undefined;
	if (!(error instanceof ServiceError)) {
		const options = { description, itemIndex, level: 'warning' } as const;
		return withMessage(new NodeOperationError(node, message, options), message);
	}
	const httpCode = error.status?.toString();
	const options = { message, description, itemIndex, httpCode, failure: temporaryFailure(error) };
	return withMessage(new NodeApiError(node, { message }, options), message);
}

/**
 * n8n replaces a message that contains a code such as ECONNREFUSED, or EEXIST as in "preexisting",
 * while it constructs an error (n8n-workflow, errors/abstract/node.error.ts).
 */
function withMessage<T extends Error>(failure: T, message: string): T {
	failure.message = message;
	return failure;
}

/** Tells n8n how long to wait before the next poll. */
function temporaryFailure(error: ServiceError): Failure | undefined {
	if (!isTemporary(error)) return undefined;
	const cause = error.status === 429 ? 'rate-limited' : 'temporarily-unavailable';
	return { cause, retryAfterMs: error.retryAfter };
}

/** The same for `webhookMethods`. n8n shows only the title, so it also says what to do. */
export function toActivationError(node: INode, error: unknown): NodeApiError | NodeOperationError {
	const failure = toNodeError(node, error);
	const title = `${withoutEnd(failure.message, '.')}. ${failure.description ?? ''}`.trim();
	if (error instanceof ServiceError && error.status !== undefined) {
		return withMessage(failure, title);
	}
	return withMessage(new NodeOperationError(node, title, { level: 'warning' }), title);
}

export type Warn = (message: string, error: unknown) => void;

/** For problems that must not stop anything. n8n's console shows only the message. */
export const warnWith =
	(context: { logger: Logger }): Warn =>
	(message, error) =>
		log(context, 'warn', `${message}: ${messageOf(error)}`);
