import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { isObject } from '../../service/values/bodies';
import { FOREVER } from '../../service/values/dates';
import { jsonList, type Key } from '../../service/values/keys';
import type { Change } from '../../watching/book';
import { lineOf, rowIn } from '../../watching/rows';

/** n8n creates an execution up to 2 s after it was emitted. It has what was emitted longer ago. */
const OPEN_MS = 60_000;

/** An execution that n8n may not have yet. */
export interface Run extends Pick<Change, 'id' | 'key' | 'before'> {
	json: IDataObject;
	/** In ms of a monotonic clock. `FOREVER` before. */
	emittedAt: number;
}

/** The executions to start, in order. They are emitted after a restart too: n8n refuses an id that it has. */
export class PendingRuns {
	private readonly runs = new Map<string, Run>();

	/** Those that were not emitted yet. */
	get waiting(): Run[] {
		return [...this.runs.values()].filter(({ emittedAt }) => emittedAt === FOREVER);
	}

	/** Those that n8n may not have. */
	get open(): Run[] {
		const since = performance.now() - OPEN_MS;
		return [...this.runs.values()].filter(({ emittedAt }) => emittedAt >= since);
	}

	add(run: Omit<Run, 'emittedAt'>): void {
		this.runs.set(run.id, { ...run, emittedAt: FOREVER });
	}

	/** Undefined if n8n is already known to have it. */
	take(id: string): Run | undefined {
		const run = this.runs.get(id);
		this.runs.delete(id);
		return run;
	}

	load(stored: unknown): this {
		for (const line of typeof stored === 'string' ? stored.split('\n') : []) {
			const [id, key, before, json] = jsonList(line) ?? [];
			if (typeof id !== 'string' || typeof key !== 'string' || !isObject(json)) continue;
			const [, row] = typeof before === 'string' ? (rowIn(before) ?? []) : [];
			this.add({ id, key: key as Key, before: row, json });
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
