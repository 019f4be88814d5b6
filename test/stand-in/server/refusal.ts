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
		const json = (body: unknown): Answer => ({ status, headers: this.headers, body });
		const text = (type: string, body: string): Answer => ({
			status,
			headers: { ...this.headers, 'content-type': `${type}; charset=utf-8` },
			body,
		});
		const line = field ? `${field}: ${words}` : words;
		switch (errors) {
			case 'detail':
				return json({ detail: line });
			case 'message':
				return json({ message: line, code: status });
			case 'list':
				return json({ errors: [{ ...(field && { field }), message: words }] });
			case 'fields':
				return json(field ? { [field]: [words] } : { detail: words });
			case 'text':
				return text('text/plain', line);
			case 'html':
				return text('text/html', `<html><body><h1>${status}</h1><p>${line}</p></body></html>`);
		}
	}
}
