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
		readonly headers: Record<string, string> = {},
	) {
		super(words);
	}

	/** The same in the dialect's shape. */
	answer({ errors }: Pick<Dialect, 'errors'>): Answer {
		const { status, words, field } = this;
		const refusal = (body: unknown): Answer => ({ status, headers: this.headers, body });
		const line = field ? `${field}: ${words}` : words;
		switch (errors) {
			case 'detail':
				return refusal({ detail: line });
			case 'message':
				return refusal({ message: line, code: status });
			case 'list':
				return refusal({ errors: [{ ...(field && { field }), message: words }] });
			case 'fields':
				return refusal(field ? { [field]: [words] } : { detail: words });
			case 'text':
				return refusal(line);
		}
	}
}
