import type { IDataObject } from 'n8n-workflow';

import type { TriggerSettings } from '../trigger/settings';
import { keyOf, seenOf, type Seen } from '../watching/snapshot';
import { sameSeen, type Watch } from '../watching/watch';
import { differencesIn, isWanted, type Difference } from './differences';

/** A delivery gets this long to report the change itself. */
export const GRACE_MS = 20_000;

interface Candidate {
	seen: Seen;
	/** When it was found first, in ms of a monotonic clock. */
	since: number;
}

/** Decides which differences start a run. Keeps its state from check to check. */
export class CatchUp {
	private candidates = new Map<string, Candidate>();
	private readonly emitted = new Map<string, Seen>();

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
			if (!isWanted(difference, this.watch.get(key), this.settings)) {
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

	/** n8n gets its execution. */
	emit({ key, seen }: Difference, now = Date.now()): void {
		this.emitted.set(key, seen);
		this.watch.find(key, now);
	}

	/** Its execution has ended. If n8n could not create it, the next check finds the difference again. */
	settle({ key, seen }: Difference, isEnded: boolean): void {
		this.emitted.delete(key);
		if (!isEnded) return;
		this.watch.begin(key, seen);
		this.watch.end(key, seen);
	}
}
