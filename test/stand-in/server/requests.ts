import type { IncomingHttpHeaders } from 'node:http';

export interface LoggedRequest {
	method: string;
	path: string;
	/** The raw query, without the question mark. */
	query: string;
	headers: IncomingHttpHeaders;
	/** The body as it came, cut at 64 KiB. */
	body: string;
	/** The status answered; none when the connection was dropped. */
	status?: number;
	startedAt: number;
	endedAt?: number;
}

/** What was asked of the service. */
export class RequestLog {
	private log: LoggedRequest[] = [];

	/** How many were logged since the start or the last clear(). */
	total = 0;

	get entries(): readonly LoggedRequest[] {
		return this.log;
	}

	add(request: LoggedRequest): void {
		this.total++;
		this.log.push(request);
	}

	/** Those of a method and a path (whole, or matching an expression). */
	of(method: string, path: string | RegExp = /./): LoggedRequest[] {
		return this.log.filter(
			(request) =>
				request.method === method &&
				(typeof path === 'string' ? request.path === path : path.test(request.path)),
		);
	}

	clear(): void {
		this.log = [];
		this.total = 0;
	}
}
