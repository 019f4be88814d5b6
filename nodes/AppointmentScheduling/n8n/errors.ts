import { NodeApiError, NodeOperationError, type Failure, type INode } from 'n8n-workflow';

import { InputError, ServiceError } from '../service/errors';
import { isTemporary } from '../service/http/retry';
import { shownText, withoutEnd } from '../service/values/text';

/**
 * What happened becomes the title, what to do becomes the description. n8n adds the index of the
 * item. Nothing of the request is copied, so the token never appears.
 */
export function toNodeError(
	node: INode,
	error: unknown,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.context.itemIndex ??= itemIndex;
		return error;
	}
	const message = shownText(error instanceof Error ? error.message : String(error));
	return withMessage(newError(node, error, message, itemIndex), message);
}

function newError(
	node: INode,
	error: unknown,
	message: string,
	itemIndex: number | undefined,
): NodeApiError | NodeOperationError {
	if (error instanceof ServiceError) {
		return new NodeApiError(
			node,
			{ message },
			{
				...{ message, itemIndex, failure: temporaryFailure(error) },
				description: shownText(error.remedy),
				httpCode: error.status?.toString(),
			},
		);
	}
	const description = error instanceof InputError ? shownText(error.remedy) : undefined;
	return new NodeOperationError(node, message, { description, itemIndex, level: 'warning' });
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
	if (error instanceof ServiceError && error.status !== undefined)
		return withMessage(failure, title);
	return withMessage(new NodeOperationError(node, title, { level: 'warning' }), title);
}
