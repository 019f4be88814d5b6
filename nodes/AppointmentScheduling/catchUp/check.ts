import type { IDataObject } from 'n8n-workflow';

import type { TriggerSettings } from '../trigger/settings';
import { keyOf, MINUTE_MS, seenOf, Snapshot, type Seen } from '../watching/snapshot';
import { sameSeen, type Watch } from '../watching/watch';
import { differencesIn, isWanted, type Difference } from './differences';

/** A delivery gets this long to report the change itself. */
export const GRACE_MS = 20_000;

const NOTHING_SEEN: Seen = { start: undefined, status: '' };

interface Candidate {
	seen: Seen;
	/** When it was found first, in ms of a monotonic clock. */
	since: number;
}

/** Decides which differences start a run. Keeps its state from check to check. */
export class CatchUp {
	private candidates = new Map<string, Candidate>();
	private readonly emitted = new Map<string, Seen>();
	/** What left the list and is not among the canceled, so that nobody looks for it again. */
	private readonly gone = new Snapshot();

	constructor(
		private readonly watch: Watch,
		private readonly settings: TriggerSettings,
	) {}

	/** Whether a difference is in its grace period. */
	get isWaiting(): boolean {
		return this.candidates.size > 0;
	}

	/** Records the current state as known. */
	record(appointments: IDataObject[], zone: string): void {
		this.watch.record(
			appointments.flatMap((data) => {
				const key = keyOf(data);
				return key === undefined ? [] : [[key, seenOf(data, zone)]];
			}),
		);
	}

	/** Appointments that a list lacks although they are known, and that may be canceled and hidden. */
	missingFrom(appointments: IDataObject[], sinceMs: number): Snapshot {
		const listed = new Snapshot();
		for (const data of appointments) {
			const key = keyOf(data);
			if (key !== undefined) listed.set(key, NOTHING_SEEN);
		}
		this.gone.subtract(listed);
		const missing = this.watch.missingFrom(listed, Math.floor(sinceMs / MINUTE_MS));
		missing.subtract(this.gone);
		return missing;
	}

	/** These are not among the canceled ones. */
	giveUp(missing: Snapshot): void {
		this.gone.add(missing);
	}

	/**
	 * Differences that start a run, because their grace period is over. Unwanted ones become known
	 * without a run.
	 * @param now ms of a monotonic clock
	 */
	due(appointments: IDataObject[], zone: string, now: number): Difference[] {
		const former = this.candidates;
		this.candidates = new Map();
		return differencesIn(appointments, this.watch, zone).filter((difference) => {
			const { key, seen } = difference;
			const reported = this.emitted.get(key);
			if (reported && sameSeen(reported, seen)) return false;
			if (!isWanted(difference, this.settings)) {
				this.watch.begin(key, seen);
				this.watch.end(key, seen);
				return false;
			}
			const candidate = former.get(key);
			const since = candidate && sameSeen(candidate.seen, seen) ? candidate.since : now;
			if (now - since >= GRACE_MS) return true;
			this.candidates.set(key, { seen, since });
			return false;
		});
	}

	/** Whether nothing else has become known of the appointment since. */
	isCurrent({ key, former }: Difference): boolean {
		const known = this.watch.get(key);
		return former ? sameSeen(known, former) : known === undefined;
	}

	/**
	 * n8n gets its execution.
	 * @param listedAt ms since the epoch, when the list was read
	 */
	emit({ key, seen }: Difference, listedAt: number): void {
		this.emitted.set(key, seen);
		this.watch.find(key, seen, listedAt);
	}

	/** Its execution has ended. If n8n could not create it, the next check finds the difference again. */
	settle(difference: Difference, isEnded: boolean): void {
		const { key, seen } = difference;
		this.emitted.delete(key);
		if (!isEnded) this.watch.unfind(key);
		// In queue mode this process has not seen the run.
		else if (this.isCurrent(difference)) this.watch.learn(key, seen);
	}
}
