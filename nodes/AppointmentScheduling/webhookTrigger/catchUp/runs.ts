import type { IExecuteResponsePromiseData, IRun, ITriggerFunctions } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { within } from '../../service/http/wait';
import { isObject } from '../../service/values/bodies';
import { MINUTE_MS } from '../../service/values/dates';
import { CREATION_EVENT } from '../../service/vocabulary';
import { sameSeen } from '../../watching/snapshot';
import { withHandover } from '../runs/handover';
import { changeIdentity } from '../runs/identity';
import type { Progress } from '../runs/claims';
import type { TriggerState } from '../runs/state';
import type { Reply } from '../runs/worker';
import { isWanted, type TriggerSettings } from '../settings';
import type { Difference } from './differences';

/** A delivery gets this long to report the change itself. */
export const GRACE_MS = 20_000;
/** A worker that has not ended its run by then is regarded as gone. */
const LONGEST_WORK_MS = 15 * MINUTE_MS;
/** n8n 1 does not say that it could not create an execution. */
const LONGEST_START_MS = 60_000;
/** After that, further runs are started beside one that goes on. */
const LONGEST_RUN_MS = 60_000;
const RUNS_AT_ONCE = 8;

/** A difference that waits for its run, or for the end of it. */
interface Pending {
	difference: Difference;
	/** In ms of a monotonic clock. Infinity once n8n has been given its execution. */
	dueAt: number;
	/** Whether a run that has begun about it is regarded as gone when it is due. */
	isOverdue: boolean;
}

/** If a worker was killed, n8n ends its run with an error and without a node. */
const hasEnded = (run: IRun | undefined): boolean =>
	run !== undefined &&
	(run.status !== 'error' || run.data.resultData.lastNodeExecuted !== undefined);

export class Runs {
	private pending = new Map<string, Pending>();

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly state: TriggerState,
		private readonly settings: TriggerSettings,
		private readonly isClosed: () => boolean,
	) {}

	get areSoonDue(): boolean {
		const soon = performance.now() + GRACE_MS;
		return [...this.pending.values()].some(({ dueAt }) => dueAt <= soon);
	}

	/** The differences whose grace period is over. Those that need no run become known. */
	due(differences: Difference[]): Pending[] {
		const now = performance.now();
		const before = this.pending;
		// If n8n has started just now, the runs about what the first check finds are gone.
		const isOverdue = this.state.known.isRestored;
		this.pending = new Map([...before].filter(([, { dueAt }]) => dueAt === Infinity));
		return differences.flatMap((difference) => {
			const { key, seen, former } = difference;
			if (!isWanted(difference, this.settings, former, seen)) {
				this.state.known.note(key, seen);
				return [];
			}
			const known = before.get(key);
			const isSame = known !== undefined && sameSeen(known.difference.seen, seen);
			const pending = isSame ? known : { difference, dueAt: now + GRACE_MS, isOverdue };
			pending.difference = difference;
			this.pending.set(key, pending);
			return now >= pending.dueAt ? [pending] : [];
		});
	}

	/** False if a run could not be started. */
	async start(due: Pending[], zone: string): Promise<boolean> {
		let isDone = true;
		const lane = async () => {
			for (let next = due.shift(); next; next = due.shift()) {
				// What has become known since is no difference any more.
				if (this.isClosed() || !this.isCurrent(next.difference)) continue;
				if (!(await this.emit(next, zone))) isDone = false;
			}
		};
		await Promise.all(Array.from({ length: RUNS_AT_ONCE }, lane));
		return isDone;
	}

	/** Saves the state: n8n does that with an execution only. It ends at the trigger. */
	save(): void {
		this.state.save(this.context);
		this.context.emit([[withHandover({}, { caughtUp: { isOverdue: false } })]]);
	}

	/** Whether nothing else has become known of the appointment since. */
	private isCurrent({ key, former }: Difference): boolean {
		const known = this.state.known.get(key);
		return former ? sameSeen(known, former) : known === undefined;
	}

	/** False if the run could not be started, or was canceled. */
	private async emit(pending: Pending, zone: string): Promise<boolean> {
		const { context } = this;
		const { known, reports } = this.state;
		const { difference, isOverdue } = pending;
		const { key, seen, former, event, data, previous } = difference;
		const identity = changeIdentity(event, key, seen);
		const done = context.helpers.createDeferredPromise<IRun>();
		const response = context.helpers.createDeferredPromise<IExecuteResponsePromiseData>();
		const ended = done.promise.then(hasEnded, () => false);
		const isOver = ended.then((): Progress => 'none');
		// `execute()` replies. If it does not, n8n resolves this when the run ends.
		const begun = response.promise.then(
			(reply) => this.progressIn(reply),
			async () => await isOver,
		);
		pending.dueAt = Infinity;
		reports.beginning.add(identity);
		reports.add(identity, seen.at ?? Date.now() + MINUTE_MS);
		this.state.save(context);
		const json = {
			event,
			timestamp: DateTime.now().setZone(zone).toISO(),
			data,
			caughtUp: true,
			...(previous && { previous: { ...previous } }),
		};
		const item = withHandover(json, {
			identity: event === CREATION_EVENT ? identity : undefined,
			caughtUp: { isOverdue },
			appointment: { key, seen, former },
		});
		context.emit([[item]], response, done);
		const progress = await within(Promise.race([begun, isOver]), LONGEST_START_MS);
		reports.beginning.delete(identity);
		const outcome = progress === undefined ? Promise.resolve(false) : ended;
		const settled = outcome.then((isEnded) => {
			const isReported = isEnded && progress === 'none';
			if (!isReported && reports.remove(identity) && reports.areElsewhere) this.save();
			if (!isEnded || progress === 'begun') {
				// It is found again by a later check.
				pending.isOverdue = progress === 'begun';
				pending.dueAt = pending.isOverdue ? performance.now() + LONGEST_WORK_MS : 0;
			} else {
				if (this.pending.get(key) === pending) this.pending.delete(key);
				// In queue mode this process has not seen the run.
				if (this.isCurrent(difference)) known.note(key, seen);
			}
			return isEnded;
		});
		return (await within(settled, LONGEST_RUN_MS)) ?? true;
	}

	private progressIn(reply: unknown): Progress {
		const { progress = 'none', isElsewhere = false }: Partial<Reply> = isObject(reply) ? reply : {};
		const { reports } = this.state;
		if (isElsewhere && !reports.areElsewhere) {
			reports.areElsewhere = true;
			this.save();
		}
		return progress;
	}
}
