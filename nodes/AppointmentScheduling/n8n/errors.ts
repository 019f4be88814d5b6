import {
	NodeApiError,
	NodeOperationError,
	type Failure,
	type INode,
	type JsonObject,
} from 'n8n-workflow';

import { CanceledError, InputError, ServiceError } from '../service/errors';
import { isTemporary } from '../service/http/retry';

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
	if (error instanceof InputError) {
		return new NodeOperationError(node, error.message, {
			description: error.remedy,
			itemIndex,
			level: 'warning',
		});
	}
	if (error instanceof ServiceError) {
		const httpCode = error.status === undefined ? undefined : String(error.status);
		const answer: JsonObject = { message: error.message };
		return new NodeApiError(node, answer, {
			message: error.message,
			description: error.remedy,
			httpCode,
			itemIndex,
			failure: temporaryFailure(error),
		});
	}
	if (error instanceof CanceledError) {
		return new NodeOperationError(node, error.message, { itemIndex, level: 'warning' });
	}
	const message = error instanceof Error ? error.message : String(error);
	return new NodeOperationError(node, message, { itemIndex });
}

/** Tells n8n how long to wait before the next poll. */
function temporaryFailure(error: ServiceError): Failure | undefined {
	if (!isTemporary(error)) return undefined;
	const cause = error.status === 429 ? 'rate-limited' : 'temporarily-unavailable';
	return { cause, retryAfterMs: error.retryAfter };
}

/**
 * The same for `webhookMethods`. n8n shows only the title, so it also says what to do. It contains
 * no connection code, because n8n would replace such a title with its own text.
 */
export function toActivationError(node: INode, error: unknown): NodeApiError | NodeOperationError {
	const failure = toNodeError(node, error);
	const remedy = (failure.description ?? '').replace(/ \([A-Z_]+\)$/, '');
	const title = `${failure.message.replace(/\.+$/, '')}. ${remedy}`.trim();
	if (!(error instanceof ServiceError) || error.status === undefined) {
		return new NodeOperationError(node, title, { level: 'warning' });
	}
	failure.message = title;
	return failure;
}
