import { NodeApiError, type IDataObject } from 'n8n-workflow';

import { inOneText, type NodeError } from '../n8n/errors';
import { ServiceError } from '../service/errors';

const MAY_REPEAT =
	"If 'Retry On Fail' is on in the settings of this node, n8n may make the change again.";

/** Adds advice about the settings of the node, which triggers do not have. */
export function withAdvice(error: unknown): unknown {
	return mayBeDone(error) ? error.advise(inOneText(error.advice, MAY_REPEAT)) : error;
}

/**
 * With only these keys, n8n sends the item to the error output (n8n-core, workflow-execute.js). Who reads
 * `error` alone must not make an unclear change again.
 */
export function failedItem(failure: NodeError, cause: unknown): IDataObject {
	const { message, description } = failure;
	const details = {
		...(description && { description }),
		httpCode: failure instanceof NodeApiError ? failure.httpCode : undefined,
	};
	return {
		error: description && mayBeDone(cause) ? inOneText(message, description) : message,
		details,
	};
}

const mayBeDone = (error: unknown): error is ServiceError =>
	error instanceof ServiceError && error.details.mayBeDone === true;
