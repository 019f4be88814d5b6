import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { isObject } from '../../service/values/bodies';
import { jsonList, type Key } from '../../service/values/keys';
import type { Change } from '../../watching/book';
import { lineOf, rowIn } from '../../watching/rows';

/** n8n creates an execution up to 2 s after it was emitted. It has what was emitted longer ago. */
const OPEN_MS = 60_000;

/** An execution that n8n may not have yet. */
export interface Run extends Pick<Change, 'id' | 'key' | 'before'> {
	json: IDataObject;
}

/** The executions to start, in order. They are emitted after a restart too: n8n refuses an id that it has. */
export class PendingRuns {
	/** Those that were not emitted yet. */
	readonly waiting: Run[] = [];
	/** By id, with the ms of a monotonic clock. */
	private readonly emitted = new Map<string, { run: Run; at: number }>();

	/** Those that n8n may not have. */
	get open(): Run[] {
		const since = performance.now() - OPEN_MS;
		const emitted = [...this.emitted.values()].filter(({ at }) => at >= since);
		return [...emitted.map(({ run }) => run), ...this.waiting];
	}

	/** The next one, which is emitted now. */
	next(): Run | undefined {
		const run = this.waiting.shift();
		if (run) this.emitted.set(run.id, { run, at: performance.now() });
		return run;
	}

	/** False if n8n is already known to have it. */
	settle(id: string): boolean {
		return this.emitted.delete(id);
	}

	load(stored: unknown): this {
		for (const line of typeof stored === 'string' ? stored.split('\n') : []) {
			const [id, key, before, json] = jsonList(line) ?? [];
			if (typeof id !== 'string' || typeof key !== 'string' || !isObject(json)) continue;
			const [, row] = typeof before === 'string' ? (rowIn(before) ?? []) : [];
			this.waiting.push({ id, key: key as Key, before: row, json });
		}
		return this;
	}

	/** One line of JSON for each, because n8n wraps arrays and objects in static data in slow proxies. */
	toStored(): string {
		return this.open
			.map(({ id, key, before, json }) =>
				JSON.stringify([id, key, before ? lineOf(before) : 0, json]),
			)
			.join('\n');
	}
}

/** The item of a run, for `execute()`. */
export const itemOf = ({ id, json }: Run): INodeExecutionData =>
	({ json, change: { id } }) as unknown as INodeExecutionData;

export function runIdIn({ change }: INodeExecutionData): string | undefined {
	return isObject(change) && typeof change.id === 'string' ? change.id : undefined;
}
