import type { Answer } from './refusal';
import type { LoggedRequest } from './requests';

/** What goes wrong with a request. */
type FaultAction =
	| ({ kind: 'respond' } & Answer)
	/** The connection is reset; nothing was done. */
	| { kind: 'reset' }
	/** It is done as asked, and the connection is dropped in place of the answer, or a gateway answers. */
	| { kind: 'answerLost'; instead?: Answer }
	/** It is done as asked, once the fault is removed. */
	| { kind: 'hold' };

interface Fault {
	method?: string;
	path?: RegExp;
	query?: RegExp;
	/** How many requests it meets; all of them when absent. */
	times?: number;
	/** How many requests it lets pass first. */
	after?: number;
	action: FaultAction;
}

/** A fault that the next requests may meet. */
class ScriptedFault {
	readonly action: FaultAction;
	/** How many requests it has met. */
	hits = 0;
	isRemoved = false;
	private passed = 0;
	private end = () => {};
	readonly removed = new Promise<void>((resolve) => (this.end = resolve));

	constructor(private readonly fault: Fault) {
		this.action = fault.action;
	}

	remove(): void {
		this.isRemoved = true;
		this.end();
	}

	/** Whether this request meets it, which counts. */
	meets(request: LoggedRequest): boolean {
		const { method, path = /^/, query = /^/, times = Infinity, after = 0 } = this.fault;
		if (this.isRemoved || this.hits >= times) return false;
		if ((method ?? request.method) !== request.method) return false;
		if (!path.test(request.path) || !query.test(request.query)) return false;
		if (this.passed++ < after) return false;
		this.hits += 1;
		return true;
	}
}

/** Faults that meet the next requests that fit, the oldest fault first. */
export class Faults {
	private readonly script: ScriptedFault[] = [];

	add(fault: Fault): ScriptedFault {
		const added = new ScriptedFault(fault);
		this.script.push(added);
		return added;
	}

	/** How many requests are held now. */
	get held(): number {
		const holding = this.script.filter(
			({ action, isRemoved }) => action.kind === 'hold' && !isRemoved,
		);
		return holding.reduce((sum, { hits }) => sum + hits, 0);
	}

	clear(): void {
		for (const fault of this.script) fault.remove();
	}

	/** The fault that this request meets. */
	meet(request: LoggedRequest): ScriptedFault | undefined {
		return this.script.find((fault) => fault.meets(request));
	}
}
