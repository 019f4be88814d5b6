/**
 * The user's input is not usable. Nothing was changed at the service. `field` is the display name
 * of the parameter, `remedy` says how to fix it.
 */
export class InputError extends Error {
	override readonly name = 'InputError';

	constructor(
		readonly field: string,
		problem: string,
		readonly remedy: string,
	) {
		super(`'${field}': ${problem}`);
	}
}

/** The service, or the connection to it, did not do what was asked. */
export class ServiceError extends Error {
	override readonly name = 'ServiceError';
	/** HTTP status; undefined without a response. */
	readonly status: number | undefined;
	/** Node's or axios's code for a failed connection, such as ECONNRESET. */
	readonly code: string | undefined;
	/** Whether the request may have taken effect: the response was lost, or a gateway responded with 502. */
	readonly uncertain: boolean;
	/** ms that the service asks to wait before the next request, if it asks for that. */
	readonly retryAfter: number | undefined;

	constructor(
		message: string,
		readonly remedy: string,
		details: Partial<Pick<ServiceError, 'status' | 'code' | 'uncertain' | 'retryAfter'>> = {},
	) {
		super(message);
		this.status = details.status;
		this.code = details.code;
		this.uncertain = details.uncertain ?? false;
		this.retryAfter = details.retryAfter;
	}
}

/** The execution was canceled, so no further request is sent. */
export class CanceledError extends Error {
	override readonly name = 'CanceledError';
	override readonly message = 'The execution was canceled';
}

export const hasStatus = (error: unknown, ...statuses: number[]): boolean =>
	error instanceof ServiceError && error.status !== undefined && statuses.includes(error.status);
