import {
	sleep,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type IRun,
	type ITriggerFunctions,
} from 'n8n-workflow';
import { DateTime } from 'luxon';

import { pauses } from '../../service/core/pauses';
import { CREATION_EVENT } from '../../service/core/vocabulary';
import { FOREVER, MINUTE_MS } from '../../service/values/dates';
import type { Book, Change } from '../../watching/book';
import type { Rules } from '../../watching/difference';
import { share } from '../../watching/shared';
import { withStarts } from '../../watching/starts';
import { previousOf, sightOf } from '../../watching/state';
import { itemOf, type PendingRuns, type Run } from './pending';

/** Between two executions: ten a second. */
const PAUSE_MS = 100;
/** Those that start meanwhile are saved together: 1 MB a second. */
const SAVED_PER_MS = 1_000;
/** A check waits then. So a change that is delivered meanwhile is not far behind. */
const MOST_WAITING = 20;
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
	private isStarting = false;

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
	compare(data: IDataObject, readAt: number): boolean {
		const { book } = this.known;
		const sight = sightOf(data);
		if (!sight || this.isClosed) return false;
		const before = book.get(sight.key);
		const change = book.observe(sight, { readAt, now: Date.now() }, this.rulesIn(this.zone));
		if (book.get(sight.key) !== before) this.isUnsaved = true;
		if (change) this.tell(change, data);
		return change !== undefined;
	}

	/** All that a list shows. */
	async compareAll(all: IDataObject[], readAt: number): Promise<void> {
		const { pending } = this.known;
		const pause = pauses();
		for (const data of all) {
			await pause();
			while (!this.isClosed && pending.waiting.length >= MOST_WAITING) await sleep(PAUSE_MS);
			this.compare(data, readAt);
		}
	}

	/** Starts what waits, in this order. All of it is saved with the first one, so that a kill loses none. */
	async start(): Promise<void> {
		if (this.isStarting) return;
		this.isStarting = true;
		const { pending } = this.known;
		while (!this.isClosed && pending.waiting.length > 0) {
			const savedAt = performance.now();
			this.share();
			for (let left = pending.waiting.length; left > 0 && !this.isClosed; left -= 1) {
				this.emit(pending.next()!);
				await sleep(PAUSE_MS);
			}
			const pause = savedAt + this.savedLength / SAVED_PER_MS - performance.now();
			if (pause > 0) await sleep(pause);
		}
		this.isStarting = false;
	}

	/**
	 * An execution has begun in this process. If its end saves static data, then what is known now.
	 * The last one of several makes n8n save.
	 */
	begin(context: IExecuteFunctions, id: string): void {
		const { pending } = this.known;
		pending.settle(id);
		this.share(context, pending.open.length > 0);
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

	/**
	 * Puts what is known into static data, for the next time that n8n saves it.
	 * @param isQuiet whether something else has to make n8n save it
	 */
	share(into: ITriggerFunctions | IExecuteFunctions = this.context, isQuiet = false): void {
		if (!isQuiet) this.isUnsaved = false;
		const write = () => {
			const stored = { ...this.known.book.toStored(), pending: this.known.pending.toStored() };
			this.savedLength = stored.rows.length + stored.pending.length;
			return stored;
		};
		share(into, write, isQuiet);
	}

	private tell({ event, id, key, before }: Change, data: IDataObject): void {
		const timestamp = DateTime.now().setZone(this.zone).toISO();
		const previous = event === CREATION_EVENT ? {} : { previous: previousOf(before?.told) };
		const [json = {}] = withStarts(
			this.context,
			[{ event, timestamp, data, ...previous }],
			this.zone,
		);
		this.isUnsaved = true;
		this.known.pending.waiting.push({ id, key, before, json });
		void this.start();
	}

	private emit(run: Run): void {
		const { context, known } = this;
		const { id, key, before } = run;
		const items = [[itemOf(run)]];
		const done = context.helpers.createDeferredPromise<IRun>();
		const settle = (isLost: boolean) => {
			if (!known.pending.settle(id)) return;
			this.isUnsaved = true;
			if (isLost) known.book.undo(key, before);
		};
		done.promise.then(
			() => settle(false),
			(error: Error) => {
				if (NO_DONE.test(String(error))) context.emit(items, undefined, undefined, id);
				// n8n could not create it. What was begun counts, however it has ended.
				else settle(!CANCELLATION.test(error.name));
			},
		);
		context.emit(items, undefined, done, id);
	}
}
