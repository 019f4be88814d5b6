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

export type TableAccess = 'find' | 'insert' | 'update' | 'delete';

interface Row {
	mode: ICheckProcessedOptions['mode'];
	data: string[];
}

function hash(value: DeduplicationItemTypes): string {
	return createHash('md5').update(value.toString()).digest('base64');
}

/**
 * n8n's de-duplication of "entries" over a table in memory: one row for
 * each node, read as a whole, changed and written back, so that calls at once can undo each other.
 */
export class ProcessedData implements IDataDeduplicator {
	private readonly rows = new Map<string, string>();

	/** Awaited before each access to the table: sleep to provoke races, throw to let the access fail. */
	beforeAccess: (access: TableAccess) => Promise<void> | void = () => {};

	/** Empties the table and takes back `beforeAccess`. */
	reset() {
		this.rows.clear();
		this.beforeAccess = () => {};
	}

	private key(scope: DeduplicationScope, { node, workflow }: ICheckProcessedContextData): string {
		if (scope === 'node' && !node) {
			throw new UnexpectedError("No node information has been provided for scope 'node'");
		}
		return `${workflow.id} ${scope === 'node' ? `n:${node?.id}` : ''}`;
	}

	private async find(key: string): Promise<Row | undefined> {
		await this.beforeAccess('find');
		const row = this.rows.get(key);
		return row === undefined ? undefined : JSON.parse(row);
	}

	private async insert(key: string, row: Row) {
		await this.beforeAccess('insert');
		if (this.rows.has(key)) {
			const error = new Error('UNIQUE constraint failed: processed_data.workflowId, context');
			error.name = 'QueryFailedError';
			throw error;
		}
		this.rows.set(key, JSON.stringify(row));
	}

	private async update(key: string, row: Row) {
		await this.beforeAccess('update');
		if (this.rows.has(key)) this.rows.set(key, JSON.stringify(row));
	}

	async checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		contextData: ICheckProcessedContextData,
		{ mode, maxEntries }: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		if (mode !== 'entries') throw new UnexpectedError(`Mode "${mode}" is not ported`);
		const key = this.key(scope, contextData);
		const row = await this.find(key);
		if (row && row.mode !== mode) {
			throw new UnexpectedError('Deduplication data was saved with an incompatible setting');
		}
		const hashes = items.map(hash);
		if (!row) {
			if (maxEntries) hashes.splice(0, hashes.length - maxEntries);
			await this.insert(key, { mode, data: hashes });
			return { new: items, processed: [] };
		}
		const output: IDeduplicationOutput = { new: [], processed: [] };
		const known = new Set(row.data);
		items.forEach((item, index) => {
			const hashed = hashes[index] as string;
			if (known.has(hashed)) {
				output.processed.push(item);
			} else {
				output.new.push(item);
				row.data.push(hashed);
			}
		});
		if (maxEntries) row.data.splice(0, row.data.length - maxEntries);
		await this.update(key, row);
		return output;
	}

	async removeProcessed(
		items: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		contextData: ICheckProcessedContextData,
	): Promise<void> {
		const key = this.key(scope, contextData);
		const row = await this.find(key);
		if (!row) return;
		for (const item of items) {
			const index = row.data.indexOf(hash(item));
			if (index !== -1) row.data.splice(index, 1);
		}
		await this.update(key, row);
	}

	async clearAllProcessedItems(
		scope: DeduplicationScope,
		contextData: ICheckProcessedContextData,
	): Promise<void> {
		await this.beforeAccess('delete');
		this.rows.delete(this.key(scope, contextData));
	}

	async getProcessedDataCount(
		scope: DeduplicationScope,
		contextData: ICheckProcessedContextData,
	): Promise<number> {
		return (await this.find(this.key(scope, contextData)))?.data.length ?? 0;
	}
}

/** The table behind `helpers.checkProcessedAndRecord` of every context in this test file. */
export const processedData = new ProcessedData();

void DataDeduplicationService.init(processedData);
