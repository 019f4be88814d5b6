import { CanceledError, isPassing, ServiceError } from '../service/errors';

/** A service that has failed so often in a row is not asked for the other items. */
const MOST_FAILURES = 2;

/** What the items of one account share in a run. */
export class AccountItems {
	/** The keys that earlier items have booked. */
	readonly booked = new Set<string>();
	private readonly outcomes = new Map<string, unknown>();
	private failures = 0;
	private end?: ServiceError;
	private readonly over = new AbortController();

	/** Ends the requests of items that are under way when it is no use to go on. */
	get signal(): AbortSignal {
		return this.over.signal;
	}

	async once<T>(name: string, task: () => T | Promise<T>): Promise<T> {
		if (!this.outcomes.has(name)) this.outcomes.set(name, task());
		return (await this.outcomes.get(name)) as T;
	}

	/**
	 * Runs one item, unless those before it have shown that it is no use: two in a row got no response or
	 * a 5xx, were changes whose outcome is unclear, or met a quota that is used up for long.
	 * @throws ServiceError that says why the item was not sent
	 */
	async attempt<T>(item: () => Promise<T>): Promise<T> {
		if (this.end) throw this.end;
		const result = await item().catch((error: unknown) => {
			if (this.end && error instanceof CanceledError) throw this.end;
			if (error instanceof ServiceError) this.learn(error);
			throw error;
		});
		this.failures = 0;
		return result;
	}

	private learn(error: ServiceError): void {
		const { status, isLasting, mayBeDone, retryAfter } = error.details;
		this.failures = mayBeDone || isLasting || isPassing(error) ? this.failures + 1 : 0;
		if (this.failures < MOST_FAILURES) return;
		const [reason, advice] = mayBeDone
			? [
					'it is unclear whether the changes before it were made',
					'Check them at the service. Then run the workflow for the items that were not sent',
				]
			: [`those before it failed. ${error.summary}`, error.advice];
		this.end ??= new ServiceError(`This item was not sent, because ${reason}`, advice, {
			status,
			retryAfter,
		});
		this.over.abort(this.end);
	}
}
