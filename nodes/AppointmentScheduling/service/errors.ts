/**
 * The user's input is not usable. Nothing was changed at the service. `field` is the display name
 * of the parameter, `remedy` says how to fix it.
 */
export class InputError extends Error {
	constructor(
		readonly field: string,
		problem: string,
		readonly remedy: string,
	) {
		super(`'${field}': ${problem}`);
		this.name = 'InputError';
	}
}

/** The service, or the connection to it, did not do what was asked. */
export class ServiceError extends Error {
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
		this.name = 'ServiceError';
		this.status = details.status;
		this.code = details.code;
		this.uncertain = details.uncertain ?? false;
		this.retryAfter = details.retryAfter;
	}
}

/** The execution was canceled, so no further request is sent. */
export class CanceledError extends Error {
	constructor() {
		super('The execution was canceled');
		this.name = 'CanceledError';
	}
}

export const hasStatus = (error: unknown, ...statuses: number[]): boolean =>
	error instanceof ServiceError && error.status !== undefined && statuses.includes(error.status);
