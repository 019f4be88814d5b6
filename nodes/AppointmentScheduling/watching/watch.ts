import { randomUUID } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../service/values/bodies';
import { keepLatest } from './keepLatest';
import { Snapshot, type Seen } from './snapshot';
import { textOf, withWriter, writersIn } from './stored';

const MOST_WRITTEN = 30;

export const sameSeen = (one: Seen | undefined, other: Seen): boolean =>
	one !== undefined && one.start === other.start && one.status === other.status;

/**
 * What this process knows about the appointments of one trigger. `known` includes runs in progress.
 * `ended` is what n8n saves: if n8n is killed, it loses the executions in progress, and the next
 * check has to find their changes again.
 */
export class Watch {
	/** Whether all appointments were recorded, so that an unknown one is new. */
	isComplete = false;
	private known = new Snapshot();
	private ended = new Snapshot();
	/** The latest states that this process has ended, each with how many it had ended by then. */
	private readonly own = new Map<string, { seen: Seen; count: number }>();
	private count = 0;
	private readonly id = randomUUID().slice(0, 8);
	/** By process, how many of its ended states are among ours. */
	private writers: Record<string, number> = {};
	/** States whose run is in progress, and since when, in ms of a monotonic clock. */
	private readonly underWay = new Map<string, { seen: Seen; since: number }>();
	/** When the event happened that the known state comes from, in ms since the epoch. */
	private readonly eventTimes = new Map<string, number>();
	/** The latest states that checks have reported, and when, in ms since the epoch. */
	private readonly found = new Map<string, { seen: Seen; at: number }>();
	/** The latest texts that this process has read or written. */
	private readonly texts: string[] = [];

	get(key: string): Seen | undefined {
		return this.known.get(key);
	}

	/** The same, or what a check has found since, whose run has not begun. */
	latest(key: string): Seen | undefined {
		const found = this.found.get(key);
		const isNewer = found && found.at > (this.eventTimes.get(key) ?? -Infinity);
		return isNewer ? found.seen : this.get(key);
	}

	mayHaveDropped(seen: Seen): boolean {
		return this.known.mayHaveDropped(seen);
	}

	/**
	 * A run about this state has begun.
	 * @param eventTime ms since the epoch; one in the future would make later events look late
	 */
	begin(key: string, seen: Seen, eventTime?: number): void {
		this.known.set(key, seen);
		keepLatest(this.underWay, key, { seen, since: performance.now() });
		if (eventTime === undefined) return;
		keepLatest(this.eventTimes, key, Math.min(eventTime, Date.now()));
	}

	/** Whether the known state comes from a later event than this one. */
	isLate(key: string, eventTime: number | undefined): boolean {
		return eventTime !== undefined && eventTime < (this.eventTimes.get(key) ?? -Infinity);
	}

	/** The run was not started after all. */
	revert(key: string, former: Seen | undefined): void {
		this.underWay.delete(key);
		if (former) this.known.set(key, former);
		else this.known.delete(key);
	}

	/**
	 * Another process has the runs that began longer ago, and may have been killed since. What it has
	 * ended is known from static data, or a check asks it.
	 */
	release(ms: number): void {
		for (const [key, { since }] of this.underWay) {
			if (performance.now() - since > ms) this.revert(key, this.ended.get(key));
		}
	}

	/** A state that needs no run. If n8n is killed, a run in progress about an earlier one has to be found again. */
	note(key: string, seen: Seen, eventTime?: number): void {
		const run = this.underWay.get(key);
		this.begin(key, seen, eventTime);
		if (run) this.underWay.set(key, run);
		else this.end(key, seen);
	}

	/** The run about this state has ended. */
	end(key: string, seen: Seen): void {
		if (sameSeen(this.underWay.get(key)?.seen, seen)) this.underWay.delete(key);
		const known = this.known.get(key);
		const hasLaterEnded = known && !sameSeen(known, seen) && sameSeen(this.ended.get(key), known);
		if (hasLaterEnded) return;
		this.ended.set(key, seen);
		this.count += 1;
		keepLatest(this.own, key, { seen, count: this.count });
	}

	hasEnded(key: string, seen: Seen): boolean {
		return sameSeen(this.ended.get(key), seen);
	}

	/** Another process has ended the run about this state. */
	learn(key: string, seen: Seen): void {
		this.known.set(key, seen);
		this.ended.set(key, seen);
		this.underWay.delete(key);
		this.own.delete(key);
	}

	/** A check has found this state, and reports it: its run may begin later. */
	find(key: string, seen: Seen, at: number): void {
		keepLatest(this.found, key, { seen, at });
	}

	/** What a check has found could not be reported. */
	unfind(key: string): void {
		this.found.delete(key);
	}

	/** The state that a check has reported since an event. */
	foundSince(key: string, timestamp: number | undefined): Seen | undefined {
		const found = this.found.get(key);
		return found && timestamp !== undefined && timestamp <= found.at ? found.seen : undefined;
	}

	/** Starts again with these appointments. */
	record(states: Array<[string, Seen]>): void {
		this.known = new Snapshot();
		this.ended = new Snapshot();
		this.own.clear();
		for (const [key, seen] of states) {
			this.known.set(key, seen);
			this.ended.set(key, seen);
		}
		this.isComplete = true;
	}

	/** Forgets appointments that start before a moment. */
	prune(seconds: number): void {
		this.known.forgetBefore(seconds);
		this.ended.forgetBefore(seconds);
	}

	/** What is known and not listed, of what starts at a moment or later. */
	missingFrom(listed: Snapshot, seconds: number): Snapshot {
		const missing = this.known.copy();
		missing.subtract(listed);
		missing.forgetBefore(seconds);
		return missing;
	}

	/** Takes over what n8n saved before a restart or in another process. */
	adopt(stored: unknown): void {
		if (!isObject(stored) || typeof stored.appointments !== 'string') return;
		const text = textOf(stored);
		if (this.texts.includes(text)) return;
		const known = Snapshot.from(stored);
		if (!known) return;
		const ended = known.copy();
		this.remember(text);
		this.writers = writersIn(stored);
		const included = this.writers[this.id] ?? 0;
		for (const [key, { seen, count }] of this.own) {
			// Whoever saved this knew the state, and may have replaced it by a later one.
			if (count <= included) this.own.delete(key);
			else {
				known.set(key, this.known.get(key) ?? seen);
				ended.set(key, seen);
			}
		}
		for (const [key, { seen }] of this.underWay) known.set(key, seen);
		this.known = known;
		this.ended = ended;
		this.isComplete ||= stored.isComplete === true;
	}

	toStored(): IDataObject {
		const writers = withWriter(this.writers, this.id, this.count);
		const stored = { ...this.ended.toStored(), isComplete: this.isComplete, writers };
		this.remember(textOf(stored));
		return stored;
	}

	/**
	 * n8n turns static data into JSON when an execution ends. Only then does this state count as
	 * reported. n8n's own functions, for a Code node in between, call `toJSON` without the name.
	 */
	atEnd(key: string, seen: Seen, onEnd?: () => void): IDataObject {
		const toJSON = (name?: string) => {
			if (name === undefined) return this.toStored();
			this.end(key, seen);
			onEnd?.();
			return this.toStored();
		};
		return { toJSON } as unknown as IDataObject;
	}

	private remember(text: string): void {
		this.texts.push(text);
		if (this.texts.length > MOST_WRITTEN) this.texts.shift();
	}
}

const watches = new Map<string, Watch>();

/** The watch of a trigger node, in this process. */
export function watchOf(workflowId: string | undefined, nodeId: string): Watch {
	const name = `${workflowId}:${nodeId}`;
	const watch = watches.get(name) ?? new Watch();
	watches.set(name, watch);
	return watch;
}
