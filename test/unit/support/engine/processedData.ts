import './environment';
import { DataDeduplicationService } from 'n8n-core';
import type { ICheckProcessedContextData, IDataDeduplicator } from 'n8n-workflow';

const rows = new Map<string, string[]>();

/**
 * n8n's de-duplication of the "entries" of nodes over a table in memory: one row for each node, read
 * as a whole, changed and written back, so that calls at once can undo each other.
 */
export const processedData = {
	/** Awaited before each access to the table: sleep to provoke races, throw to let the access fail. */
	beforeAccess: (): Promise<void> | void => {},

	/** Empties the table and takes back `beforeAccess`. */
	reset() {
		rows.clear();
		this.beforeAccess = () => {};
	},

	async checkProcessedAndRecord(
		items: string[],
		_scope: string,
		context: ICheckProcessedContextData,
		{ maxEntries = Infinity }: { maxEntries?: number },
	) {
		const known = await read(context);
		const fresh = items.filter((item) => !known?.includes(item));
		await write(context, [...(known ?? []), ...fresh].slice(-maxEntries), !known);
		return { new: fresh, processed: items.filter((item) => !fresh.includes(item)) };
	},
};

const keyOf = ({ workflow, node }: ICheckProcessedContextData) => `${workflow.id} ${node?.id}`;

async function read(context: ICheckProcessedContextData): Promise<string[] | undefined> {
	await processedData.beforeAccess();
	return rows.get(keyOf(context));
}

async function write(context: ICheckProcessedContextData, entries: string[], isNew = false) {
	await processedData.beforeAccess();
	if (isNew && rows.has(keyOf(context))) {
		const error = new Error('UNIQUE constraint failed: processed_data.workflowId, context');
		throw Object.assign(error, { name: 'QueryFailedError' });
	}
	rows.set(keyOf(context), entries);
}

void DataDeduplicationService.init(processedData as unknown as IDataDeduplicator);
