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
 * What went wrong, as n8n shows it: what happened as title, how to mend it as description, and
 * the item it happened to. The description names field and item; nothing of the request is
 * carried over, so that the token never shows.
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
			description: withItem(error.remedy, itemIndex),
			itemIndex,
			level: 'warning',
		});
	}
	if (error instanceof ServiceError) {
		const httpCode = error.status === undefined ? undefined : String(error.status);
		const answer: JsonObject = { message: error.message };
		return new NodeApiError(node, answer, {
			message: error.message,
			description: withItem(error.remedy, itemIndex),
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

const withItem = (remedy: string, itemIndex?: number): string =>
	itemIndex === undefined ? remedy : `${remedy} (item ${itemIndex})`;

/**
 * The same for a method of the webhook's life, of whose failure n8n shows the title alone: it
 * holds the way out, and no code of a broken connection, in whose place n8n puts its own words.
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
