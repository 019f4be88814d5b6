import './environment';
import { createHash } from 'node:crypto';
import { DataDeduplicationService } from 'n8n-core';
import {
	type DeduplicationItemTypes,
	type DeduplicationScope,
	type ICheckProcessedContextData,
	type ICheckProcessedOptions,
	type IDataDeduplicator,
	type IDeduplicationOutput,
	UnexpectedError,
} from 'n8n-workflow';

const hash = (value: DeduplicationItemTypes): string =>
	createHash('md5').update(value.toString()).digest('base64');

function notPorted(): never {
	throw new UnexpectedError('No node of this package asks for this');
}

/**
 * n8n's de-duplication of the "entries" of nodes over a table in memory: one row for each node, read
 * as a whole, changed and written back, so that calls at once can undo each other.
 */
class ProcessedData implements IDataDeduplicator {
	private readonly rows = new Map<string, string[]>();

	/** Awaited before each access to the table: sleep to provoke races, throw to let the access fail. */
	beforeAccess: () => Promise<void> | void = () => {};

	/** Empties the table and takes back `beforeAccess`. */
	reset() {
		this.rows.clear();
		this.beforeAccess = () => {};
	}

	async checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		_scope: DeduplicationScope,
		contextData: ICheckProcessedContextData,
		{ maxEntries = Infinity }: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		const key = keyOf(contextData);
		const known = await this.find(key);
		if (!known) {
			await this.write(key, items.map(hash).slice(-maxEntries), true);
			return { new: items, processed: [] };
		}
		const isNew = (item: DeduplicationItemTypes) => !known.includes(hash(item));
		const fresh = items.filter(isNew);
		await this.write(key, [...known, ...fresh.map(hash)].slice(-maxEntries));
		return { new: fresh, processed: items.filter((item) => !isNew(item)) };
	}

	async removeProcessed(
		items: DeduplicationItemTypes[],
		_scope: DeduplicationScope,
		contextData: ICheckProcessedContextData,
	): Promise<void> {
		const key = keyOf(contextData);
		const known = await this.find(key);
		if (!known) return;
		for (const item of items) {
			const index = known.indexOf(hash(item));
			if (index !== -1) known.splice(index, 1);
		}
		await this.write(key, known);
	}

	getProcessedDataCount = notPorted;
	clearAllProcessedItems = notPorted;

	private async find(key: string): Promise<string[] | undefined> {
		await this.beforeAccess();
		return this.rows.get(key)?.slice();
	}

	private async write(key: string, entries: string[], isNew = false): Promise<void> {
		await this.beforeAccess();
		if (isNew && this.rows.has(key)) {
			const error = new Error('UNIQUE constraint failed: processed_data.workflowId, context');
			throw Object.assign(error, { name: 'QueryFailedError' });
		}
		this.rows.set(key, entries);
	}
}

const keyOf = ({ workflow, node }: ICheckProcessedContextData) => `${workflow.id} ${node?.id}`;

/** The table behind `helpers.checkProcessedAndRecord` of every context in this test file. */
export const processedData = new ProcessedData();

void DataDeduplicationService.init(processedData);
