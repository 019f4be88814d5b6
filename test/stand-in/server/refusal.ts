import type { Dialect } from '../dialects';

/** What the service answers to a request. */
export interface Answer {
	status: number;
	headers?: Record<string, string>;
	/** JSON unless it is text; nothing at all when absent. */
	body?: unknown;
}

/** A request that is refused, in the service's words. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		readonly words: string,
		/** The field that the words are about. */
		readonly field?: string,
	) {
		super(words);
	}

	/** The same in the dialect's shape. */
	answer({ errors }: Pick<Dialect, 'errors'>): Answer {
		const { status, words, field } = this;
		const line = field ? `${field}: ${words}` : words;
		const body = {
			detail: { detail: line },
			message: { message: line, code: status },
			list: { errors: [{ ...(field && { field }), message: words }] },
			fields: field ? { [field]: [words] } : { detail: words },
		}[errors];
		return { status, body };
	}
}
