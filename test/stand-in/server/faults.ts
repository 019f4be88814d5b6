import type { Answer } from './refusal';

/** What goes wrong with a request. */
export type FaultAction =
	| ({ kind: 'respond' } & Answer)
	/** The connection is reset; nothing was done. */
	| { kind: 'reset' }
	/** It is done as asked, and the connection is dropped in place of the answer, or a gateway answers. */
	| { kind: 'answerLost'; instead?: Answer }
	/** It is done as asked, once the fault is removed. */
	| { kind: 'hold' };

/** A fault as a request meets it. */
export type MetFault = FaultAction & { removed: Promise<void> };

export interface Fault {
	method?: string;
	path?: RegExp;
	query?: RegExp;
	/** How many requests it meets; all of them when absent. */
	times?: number;
	/** How many requests it lets pass first. */
	after?: number;
	action: FaultAction;
}

export interface ScriptedFault {
	/** How many requests it has met. */
	readonly hits: number;
	remove(): void;
}

interface Entry extends Fault {
	seen: number;
	hits: number;
	removed: Promise<void>;
	remove: () => void;
}

/** Faults that meet the next requests that fit, the oldest fault first. */
export class Faults {
	private script: Entry[] = [];

	add(fault: Fault): ScriptedFault {
		const entry: Entry = { ...fault, seen: 0, hits: 0, removed: Promise.resolve(), remove() {} };
		entry.removed = new Promise((resolve) => {
			entry.remove = () => {
				this.script = this.script.filter((other) => other !== entry);
				resolve();
			};
		});
		this.script.push(entry);
		return entry;
	}

	/** How many requests are held now. */
	get held(): number {
		const holding = this.script.filter(({ action }) => action.kind === 'hold');
		return holding.reduce((sum, { hits }) => sum + hits, 0);
	}

	clear(): void {
		for (const entry of this.script) entry.remove();
	}

	/** The fault that this request meets. */
	meet(method: string, path: string, query = ''): MetFault | undefined {
		for (const entry of this.script) {
			const { times = Infinity, after = 0 } = entry;
			if (entry.method && entry.method !== method) continue;
			if (entry.path && !entry.path.test(path)) continue;
			if (entry.query && !entry.query.test(query)) continue;
			if (entry.hits >= times || entry.seen++ < after) continue;
			entry.hits++;
			return { ...entry.action, removed: entry.removed };
		}
		return undefined;
	}
}
