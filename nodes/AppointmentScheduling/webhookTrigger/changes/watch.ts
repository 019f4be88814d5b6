import {
	sleep,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type IRun,
	type ITriggerFunctions,
} from 'n8n-workflow';
import { DateTime } from 'luxon';

import { CREATION_EVENT } from '../../service/core/vocabulary';
import { FOREVER, MINUTE_MS, NEVER } from '../../service/values/dates';
import type { Book, Change } from '../../watching/book';
import type { Rules } from '../../watching/difference';
import { share } from '../../watching/shared';
import { withStarts } from '../../watching/starts';
import { previousOf, sightOf } from '../../watching/state';
import { itemOf, type PendingRuns, type Run } from './pending';

/** Between two executions: ten a second, and with a large book so many that 1 MB a second is saved. */
const LEAST_PAUSE_MS = 100;
const SAVED_PER_MS = 1_000;
/** n8n's Engine 2.0 starts no execution that a trigger waits for. */
const NO_DONE = /Engine 2\.0/;
/** Of an execution that was canceled, took too long, or was stopped with n8n. */
const CANCELLATION = /CancelledError$/;

/** What a trigger knows, and the executions that it starts when the API shows something else. */
export class Watch {
	private closedAt: number | undefined;
	private isUnsaved = false;
	/** The size of the book when it was last saved. */
	private savedLength = 0;
	private nextRunAt = NEVER;

	constructor(
		readonly context: ITriggerFunctions,
		readonly rulesIn: (zone: string) => Rules,
		readonly known: { book: Book; pending: PendingRuns },
		public zone: string,
	) {}

	get isClosed(): boolean {
		return this.closedAt !== undefined;
	}

	/** Whether it watches, or did so until now. */
	get isRecent(): boolean {
		return performance.now() - (this.closedAt ?? FOREVER) < MINUTE_MS;
	}

	/**
	 * What a read shows of an appointment. Starts an execution if that is a change and is wanted.
	 * @param readAt when the read began, in ms of a monotonic clock
	 * @returns whether it was something to tell
	 */
	async compare(data: IDataObject, readAt: number): Promise<boolean> {
		const { book } = this.known;
		const sight = sightOf(data);
		if (!sight || this.isClosed) return false;
		const rules = this.rulesIn(this.zone);
		const moment = () => ({ readAt, now: Date.now() });
		if (book.decide(sight, moment(), rules).is === 'event') await this.turn();
		if (this.isClosed) return false;
		const before = book.get(sight.key);
		// Something else may have been told meanwhile.
		const change = book.observe(sight, moment(), rules);
		if (book.get(sight.key) !== before) this.isUnsaved = true;
		if (change) this.tell(change, data);
		return change !== undefined;
	}

	/** What n8n may not have of what was emitted before a restart. It refuses what it has. */
	async resume(): Promise<void> {
		for (const run of this.known.pending.all) {
			await this.turn();
			if (!this.isClosed) this.emit(run);
		}
	}

	/** An execution has begun in this process. n8n saves static data at its end, from this copy. */
	begin(context: IExecuteFunctions, id: string): void {
		this.known.pending.take(id);
		this.share(context);
	}

	/** n8n saves static data before it creates an execution. It cannot create this one, and logs that. */
	save(): void {
		const toJSON = () => {
			throw new Error('The trigger has saved what it knows (no execution was needed)');
		};
		this.share();
		this.context.emit([[{ json: {}, toJSON } as unknown as INodeExecutionData]]);
	}

	close(): void {
		if (this.isClosed) return;
		if (this.isUnsaved) this.save();
		this.closedAt = performance.now();
	}

	/** Puts what is known into static data, for the next time that n8n saves it. */
	share(into: ITriggerFunctions | IExecuteFunctions = this.context): void {
		this.isUnsaved = false;
		share(into, () => {
			const stored = { ...this.known.book.toStored(), pending: this.known.pending.toStored() };
			this.savedLength = stored.rows.length + stored.pending.length;
			return stored;
		});
	}

	private tell({ event, id, key, before }: Change, data: IDataObject): void {
		const timestamp = DateTime.now().setZone(this.zone).toISO();
		const previous = event === CREATION_EVENT ? {} : { previous: previousOf(before?.told) };
		const [json = {}] = withStarts(
			this.context,
			[{ event, timestamp, data, ...previous }],
			this.zone,
		);
		const run = { id, key, before, json, emittedAt: performance.now() };
		this.known.pending.add(run);
		this.emit(run);
	}

	private emit(run: Run): void {
		const { context, known } = this;
		const { id, key, before } = run;
		const items = [[itemOf(run)]];
		const done = context.helpers.createDeferredPromise<IRun>();
		const settle = () => {
			if (known.pending.take(id)) this.isUnsaved = true;
		};
		done.promise.then(settle, (error: unknown) => {
			if (NO_DONE.test(String(error))) {
				context.emit(items, undefined, undefined, id);
				return;
			}
			const { name } = error as Error;
			// n8n could not create it. What was begun counts, however it has ended.
			if (!CANCELLATION.test(name) && known.pending.take(id)) known.book.undo(key, before);
			settle();
		});
		this.share();
		context.emit(items, undefined, done, id);
	}

	private async turn(): Promise<void> {
		const now = performance.now();
		const at = Math.max(now, this.nextRunAt);
		this.nextRunAt = at + Math.max(LEAST_PAUSE_MS, this.savedLength / SAVED_PER_MS);
		if (at > now) await sleep(at - now);
	}
}
