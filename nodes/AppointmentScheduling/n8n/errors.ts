import {
	ExpressionError,
	NodeApiError,
	NodeOperationError,
	type Failure,
	type INode,
} from 'n8n-workflow';

import { InputError, isPassing, ServiceError } from '../service/errors';
import { shownText, withoutEnd } from '../service/values/texts';

/** What happened, and what to do. */
export function explanationOf(error: unknown): [message: string, advice: string | undefined] {
	const isKnown = error instanceof ServiceError || error instanceof InputError;
	return [
		shownText(error instanceof Error ? error.message : String(error)),
		isKnown ? shownText(error.advice) : undefined,
	];
}

/** What happened, without a text of the service: n8n logs it. */
export const summaryOf = (error: unknown): string =>
	error instanceof ServiceError ? shownText(error.summary) : explanationOf(error)[0];

/** Where n8n shows only one text. */
export const inOneText = (message: string, advice?: string): string =>
	`${withoutEnd(message, '.')}. ${advice ?? ''}`.trim();

/** What the service says, in a sentence that follows the advice. */
const saidIn = (error: unknown): string =>
	error instanceof ServiceError && error.said !== ''
		? `The service says: ${shownText(error.said)}`
		: '';

/** Nothing of the request is copied, so the token never appears. */
export function toNodeError(
	node: INode,
	error: unknown,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	const [message, description] = explanationOf(error);
	return nodeError(node, error, { message, description, itemIndex });
}

/** For an error that is thrown in an execution: n8n logs its message, and shows the description too. */
export function toThrownError(
	node: INode,
	error: unknown,
	itemIndex: number,
): NodeApiError | NodeOperationError {
	const [, advice = ''] = explanationOf(error);
	const said = saidIn(error);
	const description = said === '' ? advice : inOneText(advice, said);
	return nodeError(node, error, { message: summaryOf(error), description, itemIndex });
}

/** Of an error of a trigger at publication, n8n shows and logs only the message. */
export function toTriggerError(node: INode, error: unknown): NodeApiError | NodeOperationError {
	const message = inOneText(summaryOf(error), explanationOf(error)[1]);
	return nodeError(node, error, { message, description: saidIn(error) || undefined });
}

function nodeError(
	node: INode,
	error: unknown,
	options: { message: string; description?: string; itemIndex?: number },
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const { message } = options;
	const failure =
		error instanceof ServiceError
			? new NodeApiError(node, { message }, { ...options, ...detailsOf(error) })
			: new NodeOperationError(node, causeOf(error), { ...options, level: 'warning' });
	// In its constructor, n8n replaces a message that contains a code such as ECONNREFUSED, or EEXIST
	// as in "preexisting" (n8n-workflow, errors/abstract/node.error.ts).
	return Object.assign(failure, { message });
}

/** Of an expression: the editor explains it from the context of n8n's own error. */
const causeOf = (error: unknown): Error | string =>
	error instanceof ExpressionError ? error : explanationOf(error)[0];

/** Of a NodeApiError. `failure` tells n8n how long to wait before the next poll. */
function detailsOf(error: ServiceError): { httpCode?: string; failure?: Failure } {
	const { status, retryAfter: retryAfterMs } = error.details;
	const cause = status === 429 ? 'rate-limited' : 'temporarily-unavailable';
	const failure: Failure = { cause, retryAfterMs };
	return { httpCode: status?.toString(), failure: isPassing(error) ? failure : undefined };
}
