import { NodeApiError, type IDataObject, type NodeOperationError } from 'n8n-workflow';

import { inOneText } from '../n8n/errors';
import { ServiceError } from '../service/core/errors';
import type { ChangeGate } from '../service/http/changeGate';
import { isTimeout } from '../service/http/network';

export type Failure = NodeApiError | NodeOperationError;

/** Adds advice about the options of this node, which other nodes do not have. */
export function withAdvice(error: unknown): unknown {
	if (!(error instanceof ServiceError)) return error;
	const more = adviceFor(error);
	return more === undefined ? error : error.advise(inOneText(error.advice, more));
}

function adviceFor(error: ServiceError): string | undefined {
	if (error.uncertain) {
		return "If 'Retry On Fail' is on in the settings of this node, n8n may make the change again.";
	}
	if (error.status === 429) {
		return "If it happens again, lower 'Concurrency' or raise 'Request Interval' under 'Options'.";
	}
	return isTimeout(error) ? "If the service is slow, raise 'Timeout' under 'Options'." : undefined;
}

/** With only these keys, n8n sends the item to the error output (n8n-core, workflow-execute.js). */
export function failedItem(failure: Failure): IDataObject {
	const { message, description } = failure;
	const httpCode = failure instanceof NodeApiError ? failure.httpCode : undefined;
	return {
		error: message,
		details: { description: description ?? '', ...(httpCode && { httpCode }) },
	};
}

/** The error that ends a run says what has happened to all of its items. */
export function withCounts(
	failure: Failure,
	total: number,
	{ changed, refused, unclear }: ChangeGate['counts'],
): Failure {
	if (total === 1) return failure;
	const unsent = total - changed - refused - unclear;
	const counts = `Of ${total} items: ${changed} changed, ${refused} refused, ${unclear} unclear, ${unsent} not sent`;
	failure.description = `${counts}. ${failure.description ?? ''}`.trim();
	return failure;
}
