import { NodeApiError, type IDataObject, type NodeOperationError } from 'n8n-workflow';

import { inOneText } from '../n8n/errors';
import { ServiceError } from '../service/errors';

export type Failure = NodeApiError | NodeOperationError;

const MAY_REPEAT =
	"If 'Retry On Fail' is on in the settings of this node, n8n may make the change again.";

/** Adds advice about the settings of the node, which triggers do not have. */
export function withAdvice(error: unknown): unknown {
	if (!(error instanceof ServiceError) || !error.details.mayBeDone) return error;
	return error.advise(inOneText(error.advice, MAY_REPEAT));
}

/** With only these keys, n8n sends the item to the error output (n8n-core, workflow-execute.js). */
export function failedItem(failure: Failure): IDataObject {
	const { message, description } = failure;
	const httpCode = failure instanceof NodeApiError ? failure.httpCode : undefined;
	return { error: message, details: { description: description ?? '', httpCode } };
}
