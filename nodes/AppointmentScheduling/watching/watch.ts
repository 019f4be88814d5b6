import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../service/values/bodies';
import { Snapshot, type Seen } from './snapshot';

/** So many of its latest entries take precedence over what another process has written. */
const MOST_OWN = 2_000;
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
	private readonly own = new Map<string, Seen>();
	/** States whose run is in progress. */
	private readonly underWay = new Map<string, Seen>();
	/** When a check found the state of an appointment, in ms since the epoch. */
	private readonly found = new Map<string, number>();
	/** The latest texts that this process has read or written. */
	private readonly texts: string[] = [];

	get(key: string): Seen | undefined {
		return this.known.get(key);
	}

	mayHaveDropped(seen: Seen): boolean {
		return this.known.mayHaveDropped(seen);
	}

	/** A run for this state has begun. */
	begin(key: string, seen: Seen): void {
		this.known.set(key, seen);
		keepLatest(this.underWay, key, seen);
	}

	/** The run was not started after all. */
	revert(key: string, former: Seen | undefined): void {
		this.underWay.delete(key);
		if (former) this.known.set(key, former);
		else this.known.delete(key);
	}

	/** This state needs no run, or its run has ended. */
	end(key: string, seen: Seen): void {
		this.ended.set(key, seen);
		keepLatest(this.own, key, seen);
		if (sameSeen(this.underWay.get(key), seen)) this.underWay.delete(key);
	}

	/** A check found this appointment's state and reports it. */
	find(key: string, at: number): void {
		keepLatest(this.found, key, at);
	}

	/** Whether a check has reported the appointment's state since this event. */
	wasFoundAfter(key: string, timestamp: number | undefined): boolean {
		const at = this.found.get(key);
		return at !== undefined && timestamp !== undefined && timestamp <= at;
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
	prune(minutes: number): void {
		this.known.prune(minutes);
		this.ended.prune(minutes);
	}

	/** Takes over what n8n saved before a restart or in another process. */
	adopt(stored: unknown): void {
		if (!isObject(stored) || typeof stored.appointments !== 'string') return;
		if (this.texts.includes(stored.appointments)) return;
		const [known, ended] = [Snapshot.from(stored, 'utc'), Snapshot.from(stored, 'utc')];
		if (!known || !ended) return;
		this.remember(stored.appointments);
		for (const [key, seen] of this.own) {
			known.set(key, this.known.get(key) ?? seen);
			ended.set(key, seen);
		}
		for (const [key, seen] of this.underWay) known.set(key, seen);
		this.known = known;
		this.ended = ended;
		this.isComplete ||= stored.isComplete === true;
	}

	toStored(): IDataObject {
		const stored = { ...this.ended.toStored(), isComplete: this.isComplete };
		this.remember(String((stored as IDataObject).appointments));
		return stored;
	}

	/** n8n turns static data into JSON when an execution ends. Only then does this state count as reported. */
	atEnd(key: string, seen: Seen): IDataObject {
		const toJSON = () => {
			this.end(key, seen);
			return this.toStored();
		};
		return { toJSON } as unknown as IDataObject;
	}

	private remember(text: string): void {
		this.texts.push(text);
		if (this.texts.length > MOST_WRITTEN) this.texts.shift();
	}
}

function keepLatest<T>(entries: Map<string, T>, key: string, value: T): void {
	entries.delete(key);
	entries.set(key, value);
	const [oldest] = entries.keys();
	if (entries.size > MOST_OWN && oldest !== undefined) entries.delete(oldest);
}

const watches = new Map<string, Watch>();

/** The watch of a trigger node, in this process. */
export function watchOf(workflowId: string | undefined, nodeId: string): Watch {
	const name = `${workflowId}:${nodeId}`;
	const watch = watches.get(name) ?? new Watch();
	watches.set(name, watch);
	return watch;
}
