import type { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { ServiceError } from '../service/core/errors';

/** How the items of a run ended, for the error that ends it. */
export class Tally {
	changed = 0;
	private unclear = 0;
	private refused = 0;

	constructor(private readonly total: number) {}

	add(error: unknown): void {
		if (error instanceof ServiceError && error.uncertain) this.unclear += 1;
		else if (error instanceof ServiceError && !error.isUnsent) this.refused += 1;
	}

	addedTo<T extends NodeApiError | NodeOperationError>(failure: T): T {
		if (this.total === 1) return failure;
		const { total, changed, unclear, refused } = this;
		const unsent = total - changed - unclear - refused;
		const counts = `Of ${total} items: ${changed} changed, ${refused} refused, ${unclear} unclear, ${unsent} not sent`;
		failure.description = `${counts}. ${failure.description ?? ''}`.trim();
		return failure;
	}
}
