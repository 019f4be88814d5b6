import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../service/http/client';
import { isObject } from '../service/values/bodies';
import { MINUTE_MS } from '../service/values/dates';
import { adapt, headerIn, headerOf, type Header } from './header';
import { keepLatest } from './keepLatest';
import { unpack } from './packed';
import { digestOfKey, sameSeen, Snapshot, type Seen } from './snapshot';

/** A list may show a change a little later than its event says. */
const LAG_MS = MINUTE_MS;
/** In queue mode, the main process does not see the end of what it has received itself. */
const MOST_UNDER_WAY = 1_000;

/** A run about a state of an appointment. */
export interface Run {
	key: string;
	seen: Seen;
	/** What was known before. */
	former: Seen | undefined;
}

/** The runs in progress about an appointment. */
interface UnderWay {
	/** Oldest first. */
	runs: Run[];
	/** The state of the last run that has ended, or the one before all of them. */
	ended: Seen | undefined;
}

/**
 * What is known of the appointments of one trigger. n8n saves what `toStored` returns: while a run is
 * in progress, the state before it. So if n8n is killed, the next check finds the change again.
 */
export class KnownAppointments {
	/** n8n has started, and what it had saved was not compared yet. It may be older than what has run. */
	isRestored = false;
	/** Set once all appointments were recorded, so that an unknown one is new. */
	header: Header | undefined;
	/** Without a header, the zone of the first known start without an offset. */
	readIn: string | undefined;
	snapshot = new Snapshot();
	private readonly underWay = new Map<string, UnderWay>();
	/** When a list was compared: it had all states as they are known, except the differing ones. */
	private comparedAt = -Infinity;
	private differing = new Set<string>();
	/** Unknown to that list, and delivered since. */
	private delivered = new Set<string>();
	private isLoaded = false;

	/** The zone in which known starts without an offset were read, if there are any. */
	get zone(): string | undefined {
		return this.header?.zone ?? this.readIn;
	}

	get(key: string): Seen | undefined {
		return this.snapshot.get(key);
	}

	/** Whether the known state is later than an event at this time on the service's clock. */
	isLate(key: string, at: number | undefined): boolean {
		const seen = this.get(key);
		if (!seen || at === undefined) return false;
		if (seen.at !== undefined) return at < seen.at;
		return !this.differing.has(digestOfKey(key)) && at < this.comparedAt - LAG_MS;
	}

	/** A state that needs no run. If it has no time, it is as old as the known one. */
	note(key: string, { start, status, at }: Seen): Seen {
		const former = this.get(key);
		const seen = { start, status, at: at ?? former?.at };
		if (!former) this.delivered.add(nameOf(key));
		if (this.header) this.snapshot.set(key, seen);
		else this.snapshot.use(key, seen);
		return seen;
	}

	begin(key: string, seen: Seen): Run {
		const name = nameOf(key);
		const former = this.get(key);
		const { runs, ended } = this.underWay.get(name) ?? { runs: [], ended: former };
		const run = { key, seen: this.note(key, seen), former };
		const latest = [...runs.slice(-MOST_UNDER_WAY), run];
		keepLatest(this.underWay, name, { runs: latest, ended }, MOST_UNDER_WAY);
		return run;
	}

	/** Runs that began before this one do not count any more. */
	end({ key, seen }: Pick<Run, 'key' | 'seen'>): void {
		const name = nameOf(key);
		const { runs = [] } = this.underWay.get(name) ?? {};
		const index = runs.findIndex((run) => sameSeen(run.seen, seen));
		if (index >= 0) this.leave(name, { runs: runs.slice(index + 1), ended: seen });
	}

	/** The run was not started after all, or has failed. */
	revert(run: Run): void {
		const name = nameOf(run.key);
		const { runs = [], ended } = this.underWay.get(name) ?? {};
		this.leave(name, { runs: runs.filter((other) => other !== run), ended });
		const next = runs[runs.indexOf(run) + 1];
		// Neither may have been started.
		if (next) next.former = run.former;
		if (this.get(run.key) !== run.seen) return;
		if (run.former) this.snapshot.set(run.key, run.former);
		else this.snapshot.delete(run.key);
	}

	/** Starts again with the appointments of a list. What became known since it was read stays. */
	record(listed: Snapshot, header: Header | undefined, at = -Infinity): void {
		listed.add(this.snapshot, ({ at: own }) => own !== undefined && own >= at);
		for (const name of this.underWay.keys()) {
			const seen = this.get(name);
			if (seen) listed.set(name, seen);
		}
		this.snapshot = listed;
		this.compared(at, []);
		this.header = header;
	}

	/** Forgets everything, so that nothing of a former publication comes back. */
	clear(): void {
		this.snapshot = new Snapshot();
		this.underWay.clear();
		this.compared(-Infinity, []);
		this.header = undefined;
		this.readIn = undefined;
	}

	/** From now on, what was recorded gets old. */
	expire(): void {
		this.readIn = this.zone;
		this.header = undefined;
	}

	/** @returns false if all has to be recorded anew: nothing is known, or of another account only */
	adapt(client: ServiceClient, zone: string, listed: IDataObject[], since: number): boolean {
		const to = headerOf(client, zone);
		const isDelivered = (key: string) => this.delivered.has(nameOf(key));
		const { header: from } = this;
		if (!from || !adapt(this.snapshot, { from, to, listed, since, isDelivered })) return false;
		this.header = to;
		return true;
	}

	/** @param differing the digests of what is known otherwise than listed, or is not listed */
	compared(at = -Infinity, differing: string[]): void {
		this.isRestored = false;
		this.comparedAt = at;
		this.differing = new Set(differing);
		this.delivered = new Set();
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
		this.record(snapshot, headerIn(stored), at);
		this.readIn = typeof stored.readIn === 'string' ? stored.readIn : undefined;
		this.differing = new Set((unpack(stored.differing, false) ?? []).map(([digest]) => digest));
	}

	toStored(): IDataObject {
		const unsaved = [...this.underWay].map(([name, { ended }]) => [name, ended] as const);
		return {
			...this.snapshot.toStored(unsaved),
			...this.header,
			...(this.readIn !== undefined && { readIn: this.readIn }),
			...(this.comparedAt > -Infinity && { comparedAt: this.comparedAt }),
			...(this.differing.size > 0 && { differing: [...this.differing].join('') }),
		};
	}

	private leave(name: string, underWay: UnderWay): void {
		if (underWay.runs.length > 0) this.underWay.set(name, underWay);
		else this.underWay.delete(name);
	}
}

/** Keys have no case. */
const nameOf = (key: string): string => key.toLowerCase();
