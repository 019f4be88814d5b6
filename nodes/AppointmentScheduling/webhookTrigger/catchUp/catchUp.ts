import type { IDataObject } from 'n8n-workflow';

import { MINUTE_MS } from '../../service/values/dates';
import type { TriggerSettings } from '../settings';
import { keyOf, seenOf, Snapshot, type Seen } from '../../watching/snapshot';
import { sameSeen, type Watch } from '../../watching/watch';
import { differencesIn, isWanted, type Difference } from './differences';

/** A delivery gets this long to report the change itself. */
export const GRACE_MS = 20_000;

const NOTHING_SEEN: Seen = { start: undefined, status: '' };

/** A worker that has not ended its run by then is regarded as gone. */
const LONGEST_WORK_MS = 15 * MINUTE_MS;

interface Candidate {
	seen: Seen;
	/** When it was found first, in ms of a monotonic clock. */
	since: number;
	isOverdue: boolean;
}

/** Decides which differences start a run. Keeps its state from check to check. */
export class CatchUp {
	private candidates = new Map<string, Candidate>();
	private readonly emitted = new Map<string, Seen>();
	/** Runs in progress on workers, and when they are overdue, in ms of a monotonic clock. */
	private inProgress = new Map<string, { seen: Seen; until: number }>();
	/** What left the list and is not among the canceled, so that nobody looks for it again. */
	private readonly gone = new Snapshot();

	constructor(
		private readonly watch: Watch,
		private readonly settings: TriggerSettings,
		/** Whether n8n has started just now, so that the runs about what the first check finds are gone. */
		private isFirstCheck = false,
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
		const missing = this.watch.missingFrom(listed, Math.floor(sinceMs / 1000));
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
		const { isFirstCheck, inProgress } = this;
		this.candidates = new Map();
		this.inProgress = new Map();
		this.isFirstCheck = false;
		return differencesIn(appointments, this.watch, zone).flatMap((difference) => {
			const { key, seen } = difference;
			if (sameSeen(this.emitted.get(key), seen)) return [];
			if (!isWanted(difference, this.settings)) {
				this.watch.note(key, seen);
				return [];
			}
			const run = inProgress.get(key);
			if (run && sameSeen(run.seen, seen)) {
				this.inProgress.set(key, run);
				return now < run.until ? [] : [{ ...difference, isOverdue: true }];
			}
			const known = former.get(key);
			const isSame = known !== undefined && sameSeen(known.seen, seen);
			const candidate = isSame ? known : { seen, since: now, isOverdue: isFirstCheck };
			if (now - candidate.since >= GRACE_MS) {
				return [{ ...difference, isOverdue: candidate.isOverdue }];
			}
			this.candidates.set(key, candidate);
			return [];
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
		this.inProgress.delete(key);
		this.watch.find(key, seen, listedAt);
	}

	/**
	 * Another worker runs it.
	 * @param now ms of a monotonic clock
	 */
	postpone({ key, seen }: Difference, now: number): void {
		this.inProgress.set(key, { seen, until: now + LONGEST_WORK_MS });
	}

	/** Its execution has ended. If n8n could not create it, a later check finds the difference again. */
	settle(difference: Difference, isEnded: boolean): void {
		const { key, seen } = difference;
		this.emitted.delete(key);
		const isPostponed = sameSeen(this.inProgress.get(key)?.seen, seen);
		if (!isEnded || isPostponed) this.watch.unfind(key);
		// In queue mode this process has not seen the run.
		else if (this.isCurrent(difference)) this.watch.learn(key, seen);
	}
}
