import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../service/http/client';
import { isObject } from '../service/values/bodies';
import { MINUTE_MS } from '../service/values/dates';
import { adapt, headerIn, headerOf, inZone, type Header } from './header';
import { Snapshot, type Seen } from './snapshot';

const MOST_RECORDS = 2_000;
/** A list may show a change a little later than its event says. */
const LAG_MS = MINUTE_MS;

/** A run about a state of an appointment. */
export interface Run {
	key: string;
	seen: Seen;
	/** What was known before, and since when. */
	former: Seen | undefined;
	formerAt: number | undefined;
	/** The later run counts. */
	order: number;
}

/** What is known of an appointment besides its state. */
interface Recorded {
	/** When the event happened, or the list was read, that the state comes from: ms on the service's clock. */
	at: number | undefined;
	running: Set<Run>;
	/** While a run is in progress: the state of the last one that has ended, or the one before all of them. */
	ended: Seen | undefined;
	endedOrder: number;
}

/**
 * What is known of the appointments of one trigger. n8n saves what `toStored` returns: while a run is
 * in progress, the state before it. So if n8n is killed, the next check finds the change again.
 */
export class KnownAppointments {
	/** Whether all appointments were recorded, so that an unknown one is new. */
	isComplete = false;
	/** n8n has started, and what it had saved was not compared yet. It may be older than what has run. */
	isRestored = false;
	header: Header | undefined;
	private snapshot = new Snapshot();
	private readonly records = new Map<string, Recorded>();
	/** When a list was compared: all states were then as listed, except the differing ones. */
	private comparedAt = -Infinity;
	private differing = new Set<string>();
	/** Unknown to that list, and delivered since. */
	private delivered = new Set<string>();
	private isLoaded = false;
	private runs = 0;

	get(key: string): Seen | undefined {
		return this.snapshot.get(key);
	}

	/** A start without an offset was read in this zone, so the known ones are, too. */
	readIn(zone: string): void {
		const { account = '', zone: former = zone, listedZone = former } = this.header ?? {};
		if (former !== zone) this.snapshot.replaceAll((seen) => inZone(seen, former, zone));
		this.header = { account, zone, ...(listedZone !== zone && { listedZone }) };
	}

	mayHaveDropped(seen: Seen): boolean {
		return this.snapshot.mayHaveDropped(seen);
	}

	/** Whether the known state is later than an event at this time on the service's clock. */
	isLate(key: string, at: number | undefined): boolean {
		if (at === undefined) return false;
		const own = this.records.get(nameOf(key))?.at;
		if (own !== undefined) return at < own;
		const isCompared = this.get(key) !== undefined && !this.differing.has(nameOf(key));
		return isCompared && at < this.comparedAt - LAG_MS;
	}

	/** A state that needs no run. */
	note(key: string, seen: Seen, at?: number): void {
		const record = this.recordOf(key);
		record.at = at ?? record.at;
		if (!this.get(key)) this.delivered.add(nameOf(key));
		if (this.isComplete) this.snapshot.set(key, seen);
		else this.snapshot.use(key, seen);
	}

	/** A run about this state has begun. */
	begin(key: string, seen: Seen, at?: number): Run {
		const record = this.recordOf(key);
		const former = this.get(key);
		if (record.running.size === 0) record.ended = former;
		this.runs += 1;
		const run = { key, seen, former, formerAt: record.at, order: this.runs };
		record.running.add(run);
		this.note(key, seen, at);
		return run;
	}

	end(run: Run): void {
		const record = this.records.get(nameOf(run.key));
		if (!record?.running.delete(run) || run.order < record.endedOrder) return;
		record.ended = run.seen;
		record.endedOrder = run.order;
	}

	/** The run was not started after all. */
	revert(run: Run): void {
		const record = this.records.get(nameOf(run.key));
		record?.running.delete(run);
		const next = [...(record?.running ?? [])].find(({ order }) => order > run.order);
		// Neither may have been started.
		if (next) Object.assign(next, { former: run.former, formerAt: run.formerAt });
		if (this.get(run.key) !== run.seen) return;
		if (record) record.at = run.formerAt;
		if (run.former) this.snapshot.set(run.key, run.former);
		else this.snapshot.delete(run.key);
	}

	/** Starts again with the appointments of a list. What became known since it was read stays. */
	record(listed: Array<readonly [string, Seen]>, header: Header, at = -Infinity): void {
		const snapshot = new Snapshot();
		for (const [key, seen] of listed) snapshot.set(key, seen);
		this.replace(snapshot, at);
		this.header = header;
		this.isComplete = true;
	}

	/** Forgets everything, so that nothing of a former publication comes back. */
	clear(): void {
		this.replace(new Snapshot(), -Infinity);
		this.records.clear();
		this.isComplete = false;
		this.isLoaded = true;
	}

	/**
	 * Makes the state fit the account and zone of a client.
	 * @param since see `Fit`
	 * @returns false if it belongs to another account, so that it has to be recorded anew
	 */
	adapt(client: ServiceClient, zone: string, listed: IDataObject[], since: number): boolean {
		const to = headerOf(client, zone);
		const isDelivered = (key: string) => this.delivered.has(nameOf(key));
		const from = this.header ?? to;
		if (!adapt(this.snapshot, { from, to, listed, since, isDelivered })) return false;
		this.header = to;
		return true;
	}

	/**
	 * A list was compared.
	 * @param differing the keys of appointments whose known state is another one
	 */
	compared(at = -Infinity, differing: string[]): void {
		this.isRestored = false;
		this.comparedAt = at;
		this.differing = new Set(differing.map(nameOf));
		this.delivered = new Set();
	}

	/** Forgets appointments that start before a moment, in seconds since the epoch. */
	forgetBefore(seconds: number): void {
		this.snapshot.forgetBefore(seconds);
	}

	/** What is known and not listed, of what starts at a moment or later. */
	missingFrom(listed: Snapshot, seconds: number): Snapshot {
		const missing = this.snapshot.copy();
		missing.subtract(listed);
		missing.forgetBefore(seconds);
		return missing;
	}

	/**
	 * Takes over what n8n saved before it was restarted or, in a process that never saves, what the
	 * main process has found since.
	 */
	load(stored: unknown): void {
		if (!isObject(stored)) return;
		const at = typeof stored.comparedAt === 'number' ? stored.comparedAt : -Infinity;
		if (this.isLoaded && at <= this.comparedAt) return;
		const snapshot = Snapshot.from(stored);
		if (!snapshot) return;
		this.isLoaded = true;
		this.replace(snapshot, at);
		this.header = headerIn(stored);
		this.isComplete = stored.isComplete === true;
	}

	toStored(): IDataObject {
		const unsaved = [...this.records]
			.filter(([, { running }]) => running.size > 0)
			.map(([key, { ended }]) => [key, ended] as const);
		return {
			...this.snapshot.toStored(unsaved),
			...this.header,
			isComplete: this.isComplete,
			...(this.comparedAt > -Infinity && { comparedAt: this.comparedAt }),
		};
	}

	private replace(snapshot: Snapshot, at: number): void {
		for (const [key, { at: own = -Infinity, running }] of this.records) {
			const seen = this.get(key);
			if (running.size > 0 || own >= at) {
				if (seen) snapshot.set(key, seen);
			} else this.records.delete(key);
		}
		this.snapshot = snapshot;
		this.compared(at, []);
	}

	/** Makes it the latest one. The oldest one without a run in progress is dropped if there are too many. */
	private recordOf(key: string): Recorded {
		const name = nameOf(key);
		const record = this.records.get(name) ?? {
			at: undefined,
			running: new Set<Run>(),
			ended: undefined,
			endedOrder: 0,
		};
		this.records.delete(name);
		this.records.set(name, record);
		for (const [oldest, { running }] of this.records) {
			if (this.records.size <= MOST_RECORDS) break;
			if (running.size === 0) this.records.delete(oldest);
		}
		return record;
	}
}

/** Keys have no case. */
const nameOf = (key: string): string => key.toLowerCase();
