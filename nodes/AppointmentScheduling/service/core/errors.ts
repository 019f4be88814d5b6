/** Unusable input; nothing was changed. `field` is the display name of the parameter. */
export class InputError extends Error {
	override readonly name = 'InputError';

	constructor(
		readonly field: string,
		private readonly problem: string,
		readonly advice: string,
	) {
		super(`'${field}': ${problem}`);
	}

	/** The same with other advice. */
	advise(advice: string): InputError {
		return new InputError(this.field, this.problem, advice);
	}
}

interface Details {
	/** Undefined without a response. */
	status?: number;
	/** Node's or axios's code for a failed connection, such as ECONNRESET. */
	code?: string;
	/** Whether the request may have taken effect, e.g. because the response was lost. */
	uncertain?: boolean;
	/** ms that the service asks to wait before the next request. */
	retryAfter?: number;
	/** Whether the service responded with 2xx and something that is not JSON. */
	isUnreadable?: boolean;
	/** The service's own text, for the editor. It may name a client, so it never enters n8n's log. */
	said?: string;
}

/** The service, or the connection to it, did not do what was asked. */
export class ServiceError extends Error {
	override readonly name = 'ServiceError';
	readonly status?: number;
	readonly code?: string;
	readonly uncertain: boolean;
	readonly retryAfter?: number;
	readonly isUnreadable?: boolean;
	readonly said: string;

	constructor(
		/** The message without the service's text. */
		readonly summary: string,
		readonly advice: string,
		{ status, code, uncertain = false, retryAfter, isUnreadable, said = '' }: Details = {},
	) {
		super(said === '' ? summary : `${summary}: ${said}`);
		Object.assign(this, { status, code, retryAfter, isUnreadable });
		this.uncertain = uncertain;
		this.said = said;
	}

	/** The same failure with other advice. A copy, because several items may share the failure. */
	advise(advice: string, details: Details = {}): ServiceError {
		return new ServiceError(this.summary, advice, { ...this, ...details });
	}
}

export class CanceledError extends Error {
	override readonly name = 'CanceledError';
	override readonly message = 'The execution was canceled';
}

export const hasStatus = (error: unknown, ...statuses: number[]): boolean =>
	error instanceof ServiceError && error.status !== undefined && statuses.includes(error.status);
