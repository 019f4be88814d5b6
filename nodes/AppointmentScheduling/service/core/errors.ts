/** Unusable input; nothing was changed. `field` is the display name of the parameter. */
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
	/** Undefined without a response. */
	readonly status: number | undefined;
	/** Node's or axios's code for a failed connection, such as ECONNRESET. */
	readonly code: string | undefined;
	/** Whether the request may have taken effect, e.g. because the response was lost. */
	readonly uncertain: boolean;
	/** ms that the service asks to wait before the next request. */
	readonly retryAfter: number | undefined;
	/** Whether nothing was sent. */
	readonly isUnsent: boolean;

	constructor(
		message: string,
		readonly remedy: string,
		details: Partial<
			Pick<ServiceError, 'status' | 'code' | 'uncertain' | 'retryAfter' | 'isUnsent'>
		> = {},
	) {
		super(message);
		this.status = details.status;
		this.code = details.code;
		this.uncertain = details.uncertain ?? false;
		this.retryAfter = details.retryAfter;
		this.isUnsent = details.isUnsent ?? false;
	}
}

export class CanceledError extends Error {
	override readonly name = 'CanceledError';
	override readonly message = 'The execution was canceled';
}

export const hasStatus = (error: unknown, ...statuses: number[]): boolean =>
	error instanceof ServiceError && error.status !== undefined && statuses.includes(error.status);
