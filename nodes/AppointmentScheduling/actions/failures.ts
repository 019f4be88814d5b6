import { NodeApiError, type IDataObject, type NodeOperationError } from 'n8n-workflow';

import { ServiceError } from '../service/core/errors';
import { isTimeout } from '../service/http/network';

/** Adds advice about the options of this node, which other nodes do not have. */
export function withAdvice(error: unknown): unknown {
	if (!(error instanceof ServiceError)) return error;
	const advice = adviceFor(error);
	if (advice === undefined) return error;
	return new ServiceError(error.message, `${error.remedy.replace(/\.$/, '')}. ${advice}`, error);
}

function adviceFor(error: ServiceError): string | undefined {
	if (error.uncertain) {
		return "If 'Retry On Fail' is on in the settings of this node, n8n makes the change again.";
	}
	if (error.status === 429) {
		return "If it happens again, lower 'Concurrency' or raise 'Request Interval' under 'Options'.";
	}
	return isTimeout(error) ? "If the service is slow, raise 'Timeout' under 'Options'." : undefined;
}

/** With only these keys, n8n sends the item to the error output (n8n-core, workflow-execute.js). */
export function failedItem(failure: NodeApiError | NodeOperationError): IDataObject {
	const { message, description } = failure;
	const httpCode = failure instanceof NodeApiError ? failure.httpCode : undefined;
	return {
		error: message,
		details: { description: description ?? '', ...(httpCode ? { httpCode } : {}) },
	};
}
