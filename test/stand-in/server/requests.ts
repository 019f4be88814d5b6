import type { IncomingHttpHeaders } from 'node:http';

export interface LoggedRequest {
	method: string;
	path: string;
	/** The raw query, without the question mark. */
	query: string;
	headers: IncomingHttpHeaders;
	body: string;
	/** Parameters and fields that the service does not know, and ignores. */
	ignored: string[];
	/** The status answered; none when the connection was dropped. */
	status?: number;
	startedAt: number;
	endedAt?: number;
}

/** What a request has said by the time the service serves it. */
export type ServedRequest = Pick<
	LoggedRequest,
	'method' | 'path' | 'query' | 'headers' | 'body' | 'ignored'
>;

/** What was asked of the service. */
export class RequestLog {
	/** Since the start or the last clear(). */
	entries: LoggedRequest[] = [];

	get total(): number {
		return this.entries.length;
	}

	/** Those of a method and a path (whole, or matching an expression). */
	of(method: string, path: string | RegExp = /./): LoggedRequest[] {
		return this.entries.filter(
			(request) =>
				request.method === method &&
				(typeof path === 'string' ? request.path === path : path.test(request.path)),
		);
	}

	clear(): void {
		this.entries = [];
	}
}
