/** Advice for a model where only the settings of the node or the credential are wrong. */
export const ONLY_USER = 'Tell the user what is wrong. Only they can correct it';

/** Unusable input; nothing was changed. `field` is the display name of the parameter. */
export class InputError extends Error {
	override readonly name = 'InputError';

	constructor(
		readonly field: string,
		private readonly problem: string,
		readonly advice: string,
		/** Where a model has to do something else than people. */
		readonly modelAdvice = advice,
	) {
		super(`'${field}': ${problem}`);
	}

	/** The same with other advice for a model. */
	adviseModel(modelAdvice: string): InputError {
		return new InputError(this.field, this.problem, this.advice, modelAdvice);
	}
}

/** Reads input. If it is refused, a model gets this advice. */
export function withModelAdvice<T>(modelAdvice: string, read: () => T): T {
	try {
		return read();
	} catch (error) {
		throw error instanceof InputError ? error.adviseModel(modelAdvice) : error;
	}
}

/** One text of the service. `field` is the path of the field it is about, such as `attendees.name`. */
export interface Said {
	field?: string;
	text: string;
}

interface Details {
	/** Undefined without a response. */
	status?: number;
	/** Without a response: the next request fails as well, e.g. because of the certificate. */
	isLasting?: boolean;
	/** Whether a change may have been made, e.g. because the response was lost. */
	mayBeDone?: boolean;
	/** How long the service wants no request, in ms. */
	retryAfter?: number;
	/** The service's own texts, bounded and without secrets. They may name a client, so they never enter n8n's log. */
	said?: Said[];
	/** Where a model has to do something else than people. */
	modelAdvice?: string;
}

/** The service, or the connection to it, did not do what was asked. */
export class ServiceError extends Error {
	override readonly name = 'ServiceError';
	/** The service's own texts in one line. */
	readonly said: string;

	constructor(
		/** The message without the service's texts. */
		readonly summary: string,
		readonly advice: string,
		readonly details: Details = {},
	) {
		const texts = details.said ?? [];
		const said = texts.map(({ field, text }) => (field ? `${field}: ${text}` : text)).join('; ');
		super(said === '' ? summary : `${summary}: ${said}`);
		this.said = said;
	}

	/** The same failure with other advice. A copy, because several items may share the failure. */
	advise(advice: string, details: Details = {}): ServiceError {
		return new ServiceError(this.summary, advice, { ...this.details, ...details });
	}

	adviseModel(modelAdvice: string): ServiceError {
		return this.advise(this.advice, { modelAdvice });
	}
}

export class CanceledError extends Error {
	override readonly name = 'CanceledError';
	override readonly message = 'The execution was canceled';
}

/** What is read. Undefined if the service does not show it. */
export const ifShown = async <T>(reading: Promise<T>): Promise<T | undefined> =>
	await reading.catch((error: unknown) => {
		if (!(error instanceof ServiceError)) throw error;
		return undefined;
	});

export const hasStatus = (error: unknown, ...statuses: number[]): boolean =>
	error instanceof ServiceError && statuses.includes(error.details.status ?? 0);

/** Whether it may be over with the next request: 408, 429, 5xx, or most failures without a response. */
export function isPassing(error: unknown): boolean {
	if (!(error instanceof ServiceError)) return false;
	const { status = 500, isLasting } = error.details;
	return !isLasting && (status >= 500 || status === 408 || status === 429);
}
