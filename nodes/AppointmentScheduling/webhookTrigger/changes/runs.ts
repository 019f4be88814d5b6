import {
	sleep,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type IRun,
	type ITriggerFunctions,
} from 'n8n-workflow';

import { waitUntil } from '../../concurrency/wait';
import { FOREVER, MINUTE_MS } from '../../service/values/dates';
import { objectOf, textIn } from '../../service/values/objects';
import { Book } from '../../watching/book';

/** Ten a second: n8n needs time for other work. */
const PAUSE_MS = 100;
/** Those that start meanwhile are saved together: 1 MB a second. */
const SAVED_PER_MS = 1_000;
/** A check waits then. So a change that is delivered meanwhile is not far behind. */
const MOST_WAITING = 20;
/** n8n creates an execution up to 2 s after it was emitted. It has what was emitted longer ago. */
const OPEN_MS = MINUTE_MS;
/** n8n's Engine 2.0 starts no execution that a trigger waits for. */
const NO_DONE = /Engine 2\.0/;
/** Of an execution that was canceled, took too long, or was stopped with n8n. */
const CANCELLATION = /CancelledError$/;

interface OpenRun {
	id: string;
	json: IDataObject;
	/** In ms of a monotonic clock. Undefined until then; `FOREVER` if n8n could not create it. */
	emittedAt?: number;
}

/** What a trigger knows, with the executions that n8n may not have yet. */
export interface Known {
	book: Book;
	/** By id, in order. */
	open: Map<string, OpenRun>;
}

/** Starts executions, and stores what is known with them. */
export class Runs {
	isClosed = false;
	private isEmitting = false;
	private savedLength = 0;

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly known: Known,
	) {
		// The former version of the workflow was going to repeat them.
		for (const run of known.open.values()) if (run.emittedAt === FOREVER) run.emittedAt = undefined;
	}

	/** Starts an execution, unless n8n has one with this id. */
	add(id: string, json: IDataObject): void {
		this.known.open.set(id, { id, json });
		void this.emitAll();
	}

	/** Until few executions wait. */
	async ready(): Promise<void> {
		await waitUntil(() => this.isClosed || this.waiting().length < MOST_WAITING, FOREVER);
	}

	/** In order. All are saved with the first one, so that a kill loses none. */
	async emitAll(): Promise<void> {
		if (this.isEmitting) return;
		this.isEmitting = true;
		for (let runs = this.waiting(); runs.length > 0 && !this.isClosed; runs = this.waiting()) {
			this.save();
			for (const run of runs) {
				if (this.isClosed) break;
				this.emit(run);
				await sleep(PAUSE_MS);
			}
			await sleep(this.savedLength / SAVED_PER_MS);
		}
		this.isEmitting = false;
	}

	/** An execution has begun in this process: n8n has it. The end of the last one saves what is known. */
	settle(id: string, context: IExecuteFunctions): void {
		if (this.known.open.delete(id) && this.known.open.size === 0) this.save(context);
	}

	/** As an object that writes what is known when n8n saves it: that may be later. */
	save(into: ITriggerFunctions | IExecuteFunctions = this.context): void {
		const toJSON = () => {
			const text = JSON.stringify([this.known.book.toString(), this.unconfirmed()]);
			this.savedLength = text.length;
			return text;
		};
		into.getWorkflowStaticData('node').watched = { toJSON } as unknown as IDataObject;
	}

	private waiting = (): OpenRun[] =>
		[...this.known.open.values()].filter(({ emittedAt }) => emittedAt === undefined);

	private unconfirmed(): OpenRun[] {
		const since = performance.now() - OPEN_MS;
		for (const [id, { emittedAt = FOREVER }] of this.known.open) {
			if (emittedAt < since) this.known.open.delete(id);
		}
		return Array.from(this.known.open.values(), ({ id, json }) => ({ id, json }));
	}

	/** n8n saves static data, and then creates the execution, unless it has this id. */
	private emit(run: OpenRun): void {
		const { context, known } = this;
		const { id, json } = run;
		const items = [[{ json, change: { id } } as INodeExecutionData]];
		const done = context.helpers.createDeferredPromise<IRun>();
		done.promise.then(
			() => known.open.delete(id),
			async (error: Error) => {
				if (NO_DONE.test(String(error))) context.emit(items, undefined, undefined, id);
				else if (CANCELLATION.test(error.name)) known.open.delete(id);
				else await this.repeat(run);
			},
		);
		run.emittedAt = performance.now();
		context.emit(items, undefined, done, id);
	}

	/** n8n could not create it. */
	private async repeat(run: OpenRun): Promise<void> {
		run.emittedAt = FOREVER;
		this.known.open.set(run.id, run);
		await waitUntil(() => this.isClosed, MINUTE_MS);
		// The next version of the workflow may have emitted it.
		if (run.emittedAt === FOREVER) run.emittedAt = undefined;
		void this.emitAll();
	}
}

/** What was stored, if it was and nobody has edited it. */
export function knownIn(stored: unknown): Known {
	try {
		const [book, runs] = JSON.parse(String(stored)) as [string, OpenRun[]];
		return { book: Book.from(book), open: new Map(runs.map((run) => [run.id, run])) };
	} catch {
		return { book: new Book(), open: new Map() };
	}
}

/** Of an item that a watcher has emitted. */
export const runIdIn = ({ change }: INodeExecutionData): string | undefined =>
	textIn(objectOf(change).id);
