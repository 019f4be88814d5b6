import {
	ExpressionError,
	NodeApiError,
	NodeOperationError,
	type Failure,
	type INode,
} from 'n8n-workflow';

import { InputError, isPassing, ServiceError } from '../service/errors';
import { shownText, withoutEnd } from '../service/values/texts';

export type NodeError = NodeApiError | NodeOperationError;

/** Of an error: what happened, the same without texts of the service, what to do, what the service says. */
export function explanationOf(error: unknown) {
	const message = shownText(error instanceof Error ? error.message : String(error));
	if (error instanceof InputError) {
		return { message, summary: message, advice: shownText(error.advice) };
	}
	if (!(error instanceof ServiceError)) return { message, summary: message };
	const said = error.said && `The service says: ${shownText(error.said)}`;
	return { message, summary: shownText(error.summary), advice: shownText(error.advice), said };
}

/** Where n8n shows only one text. */
export const inOneText = (message: string, advice?: string): string =>
	`${withoutEnd(message, '.')}. ${advice ?? ''}`.trim();

/** Nothing of the request is copied, so the token never appears. */
export function toNodeError(node: INode, error: unknown, itemIndex?: number): NodeError {
	const { message, advice } = explanationOf(error);
	return nodeError(node, error, { message, description: advice, itemIndex });
}

/** For an error that is thrown in an execution: n8n logs its message, and shows the description too. */
export function toThrownError(node: INode, error: unknown, itemIndex: number): NodeError {
	const { summary, advice = '', said } = explanationOf(error);
	const description = said ? inOneText(advice, said) : advice;
	return nodeError(node, error, { message: summary, description, itemIndex });
}

/** Of an error of a trigger at publication, n8n shows and logs only the message. */
export function toTriggerError(node: INode, error: unknown): NodeError {
	const { summary, advice, said } = explanationOf(error);
	return nodeError(node, error, {
		message: inOneText(summary, advice),
		description: said || undefined,
	});
}

function nodeError(
	node: INode,
	error: unknown,
	options: { message: string; description?: string; itemIndex?: number },
): NodeError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const { message } = options;
	// The editor explains an expression from the context of n8n's own error.
	const cause = error instanceof ExpressionError ? error : message;
	const failure =
		error instanceof ServiceError
			? new NodeApiError(node, { message }, { ...options, ...detailsOf(error) })
			: new NodeOperationError(node, cause, options);
	// In its constructor, n8n replaces a message that contains a code such as ECONNREFUSED, or EEXIST
	// as in "preexisting" (n8n-workflow, errors/abstract/node.error.ts).
	return Object.assign(failure, { message });
}

/** Of a NodeApiError. `failure` tells n8n how long to wait before the next poll. */
function detailsOf(error: ServiceError): { httpCode?: string; failure?: Failure } {
	const { status, retryAfter: retryAfterMs } = error.details;
	const cause = status === 429 ? 'rate-limited' : 'temporarily-unavailable';
	const failure: Failure = { cause, retryAfterMs };
	return { httpCode: status?.toString(), failure: isPassing(error) ? failure : undefined };
}
