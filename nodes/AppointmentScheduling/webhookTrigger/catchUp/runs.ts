import { randomUUID } from 'crypto';
import type { IExecuteResponsePromiseData, IRun, ITriggerFunctions } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { within } from '../../service/http/wait';
import { isObject } from '../../service/values/bodies';
import { MINUTE_MS } from '../../service/values/dates';
import { CREATION_EVENT } from '../../service/vocabulary';
import { withHandover } from '../runs/handover';
import { changeIdentity } from '../runs/identity';
import type { TriggerState } from '../runs/state';
import type { Candidates } from './candidates';
import type { Difference } from './differences';

/** n8n 1 does not say that it could not create an execution. */
const LONGEST_START_MS = 60_000;
/** After that, further runs are started beside one that goes on. */
const LONGEST_RUN_MS = 60_000;
const RUNS_AT_ONCE = 8;

export interface Listing {
	zone: string;
	/** ms on the service's clock; undefined if its responses have no `Date`. */
	listedAt: number | undefined;
}

/** If a worker was killed, n8n ends its run with an error and without a node. */
const hasEnded = (run: IRun | undefined): boolean =>
	run !== undefined &&
	(run.status !== 'error' || run.data.resultData.lastNodeExecuted !== undefined);

/** The runs of a published trigger's checks. */
export class Runs {
	constructor(
		private readonly context: ITriggerFunctions,
		private readonly state: TriggerState,
		private readonly candidates: Candidates,
		private readonly isClosed: () => boolean,
	) {}

	/** False if a run could not be started. */
	async start(differences: Difference[], listing: Listing): Promise<boolean> {
		const queue = [...differences];
		let isDone = true;
		const lane = async () => {
			for (let next = queue.shift(); next; next = queue.shift()) {
				// What has become known since is no difference any more.
				if (this.isClosed() || !this.candidates.isCurrent(next)) continue;
				if (!(await this.emit(next, listing))) isDone = false;
			}
		};
		await Promise.all(Array.from({ length: RUNS_AT_ONCE }, lane));
		return isDone;
	}

	/** Saves the state: n8n does that with an execution only. It ends at the trigger. */
	save(): void {
		this.state.save(this.context);
		this.context.emit([[withHandover({}, { ...HANDOVER, token: randomUUID() })]]);
	}

	private noteWorkers(): void {
		if (this.state.reports.areElsewhere) return;
		this.state.reports.areElsewhere = true;
		this.save();
	}

	/** False if the run could not be started, or was canceled. */
	private async emit(difference: Difference, { zone, listedAt }: Listing): Promise<boolean> {
		const { state, context, candidates } = this;
		const { key, seen, former, event, data, previous, isOverdue } = difference;
		const identity = changeIdentity(event, key, seen);
		const token = randomUUID();
		const done = context.helpers.createDeferredPromise<IRun>();
		const reply = context.helpers.createDeferredPromise<IExecuteResponsePromiseData>();
		const begun = context.helpers.createDeferredPromise<boolean>();
		let isPostponed = false;
		// A worker replies. n8n resolves this without a reply when the run ends.
		reply.promise.then(
			(response) => {
				isPostponed = isObject(response) && response.isInProgress === true;
				if (isObject(response) && 'isInProgress' in response) this.noteWorkers();
				begun.resolve(true);
			},
			() => undefined,
		);
		state.awaited.set(token, () => begun.resolve(true));
		candidates.emit(difference);
		state.reports.beginning.add(identity);
		state.reports.add(identity, listedAt ?? Date.now() + MINUTE_MS);
		state.save(context);
		const json = {
			event,
			timestamp: DateTime.now().setZone(zone).toISO(),
			data,
			caughtUp: true,
			...(previous && { previous: { ...previous } }),
		};
		const item = withHandover(json, {
			...HANDOVER,
			identity: event === CREATION_EVENT ? identity : undefined,
			caughtUp: { isOverdue: isOverdue === true },
			appointment: { key, seen, former, at: listedAt },
			token,
		});
		const ended = done.promise.then(hasEnded, () => false);
		context.emit([[item]], reply, done);
		const isStarted = await within(Promise.race([begun.promise, ended]), LONGEST_START_MS);
		state.reports.beginning.delete(identity);
		const settled = (isStarted === undefined ? Promise.resolve(false) : ended).then((isEnded) => {
			state.awaited.delete(token);
			candidates.settle(difference);
			if (isPostponed) candidates.postpone(difference, performance.now());
			if (isPostponed || !isEnded) state.reports.remove(identity);
			// In queue mode this process has not seen the run.
			else if (candidates.isCurrent(difference)) state.known.note(key, seen, listedAt);
			return isEnded;
		});
		return (await within(settled, LONGEST_RUN_MS)) ?? true;
	}
}

const HANDOVER = {
	identity: undefined,
	whenFinished: false,
	caughtUp: { isOverdue: false },
	appointment: undefined,
};
