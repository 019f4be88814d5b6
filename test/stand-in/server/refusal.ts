/** What the service answers to a request. */
export interface Answer {
	status: number;
	headers?: Record<string, string>;
	/** JSON unless it is text; nothing at all when absent. */
	body?: unknown;
}

/** A request that is refused, as Django REST framework says it. */
export class Refusal extends Error {
	readonly body: unknown;

	/** @param said a text is shown as `detail`, anything else as it is. */
	constructor(
		readonly status: number,
		said: unknown,
		readonly headers: Record<string, string> = {},
	) {
		super(JSON.stringify(said));
		this.body = typeof said === 'string' ? { detail: said } : said;
	}

	/** A field that is not accepted. */
	static ofField(field: string, words: string): Refusal {
		return new Refusal(400, { [field]: [words] });
	}

	get answer(): Answer {
		const { status, body, headers } = this;
		return { status, body, headers };
	}
}

export const unknownAddress: Answer = {
	status: 404,
	headers: { 'content-type': 'text/html; charset=utf-8' },
	body: '<!doctype html>\n<html lang="en"><head><title>Not Found</title></head><body><h1>Not Found</h1><p>The requested resource was not found on this server.</p></body></html>\n',
};
