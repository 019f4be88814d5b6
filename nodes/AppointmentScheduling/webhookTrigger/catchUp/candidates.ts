import type { IDataObject } from 'n8n-workflow';

import { MINUTE_MS } from '../../service/values/dates';
import type { KnownAppointments } from '../../watching/known';
import { sameSeen, type Seen } from '../../watching/snapshot';
import type { TriggerSettings } from '../settings';
import { differencesIn, isWanted, type Difference } from './differences';

/** A delivery gets this long to report the change itself. */
export const GRACE_MS = 20_000;
/** A worker that has not ended its run by then is regarded as gone. */
const LONGEST_WORK_MS = 15 * MINUTE_MS;

interface Candidate {
	seen: Seen;
	/** In ms of a monotonic clock. */
	dueAt: number;
	/** Whether a run that has begun about it is regarded as gone when it is due. */
	isOverdue: boolean;
	/** Whether it is only in its grace period. */
	isInGrace: boolean;
}

/** Decides which differences start a run, from check to check. */
export class Candidates {
	private candidates = new Map<string, Candidate>();
	/** States whose execution n8n has been given, and which has not ended. */
	private readonly emitted = new Map<string, Seen>();

	constructor(
		private readonly known: KnownAppointments,
		private readonly settings: TriggerSettings,
	) {}

	/** Whether a difference is in its grace period. */
	get isWaiting(): boolean {
		return [...this.candidates.values()].some(({ isInGrace }) => isInGrace);
	}

	/**
	 * Differences that start a run, because their grace period is over. Unwanted ones become known
	 * without a run.
	 * @param now ms of a monotonic clock
	 * @param listedAt ms on the service's clock
	 */
	due(appointments: IDataObject[], zone: string, now: number, listedAt?: number): Difference[] {
		const former = this.candidates;
		this.candidates = new Map();
		const differences = differencesIn(appointments, this.known, zone);
		const due = differences.filter((difference) => {
			const { key, seen } = difference;
			if (sameSeen(this.emitted.get(key), seen)) return false;
			if (!isWanted(difference, this.settings)) {
				this.known.note(key, seen, listedAt);
				return false;
			}
			const known = former.get(key);
			const candidate = sameSeen(known?.seen, seen) && known ? known : this.newCandidate(seen, now);
			this.candidates.set(key, candidate);
			difference.isOverdue = candidate.isOverdue;
			return now >= candidate.dueAt;
		});
		for (const { key } of due) this.candidates.delete(key);
		this.known.compared(
			listedAt,
			differences.map(({ key }) => key),
		);
		return due;
	}

	/** Whether nothing else has become known of the appointment since. */
	isCurrent({ key, former }: Difference): boolean {
		const known = this.known.get(key);
		return former ? sameSeen(known, former) : known === undefined;
	}

	/** n8n gets its execution. */
	emit({ key, seen }: Difference): void {
		this.emitted.set(key, seen);
	}

	/** Its execution has ended, or could not begin. */
	settle({ key, seen }: Difference): void {
		if (sameSeen(this.emitted.get(key), seen)) this.emitted.delete(key);
	}

	/**
	 * Another worker runs it.
	 * @param now ms of a monotonic clock
	 */
	postpone({ key, seen }: Difference, now: number): void {
		const dueAt = now + LONGEST_WORK_MS;
		this.candidates.set(key, { seen, dueAt, isOverdue: true, isInGrace: false });
	}

	private newCandidate(seen: Seen, now: number): Candidate {
		// If n8n has started just now, the runs about what the first check finds are gone.
		return { seen, dueAt: now + GRACE_MS, isOverdue: this.known.isRestored, isInGrace: true };
	}
}
