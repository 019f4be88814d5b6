import type {
	IDataObject,
	IExecuteResponsePromiseData,
	IRun,
	ITriggerFunctions,
} from 'n8n-workflow';

import { forWorker } from '../runs/handover';
import { within } from '../../service/http/wait';
import { isObject } from '../../service/values/bodies';
import type { Watch } from '../../watching/watch';
import type { CatchUp } from './catchUp';
import type { Difference } from './differences';
import { itemFor, type Listing } from './item';

/** After that, further runs are started beside one that goes on. */
const LONGEST_RUN_MS = 60_000;
const RUNS_AT_ONCE = 8;

/** If a worker was killed, n8n ends its run with an error and without a node. */
const hasEnded = (run: IRun | undefined): boolean =>
	run?.status !== 'error' || run.data.resultData.lastNodeExecuted !== undefined;

/** The runs of a published trigger's checks. */
export class Runs {
	/** Then they run one after another, because each saves the state on its own. */
	private hasWorkers = false;

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly watch: Watch,
		private readonly catchUp: CatchUp,
		private readonly isClosed: () => boolean,
	) {}

	/** False if a run could not be started. */
	async start(differences: Difference[], listing: Listing): Promise<boolean> {
		const queue = [...differences];
		let isDone = true;
		const emitNext = async () => {
			const next = queue.shift();
			// What has become known since is no difference any more.
			if (!next || this.isClosed() || !this.catchUp.isCurrent(next)) return;
			if (!(await this.emit(next, listing))) isDone = false;
		};
		// The first reply tells whether workers run this.
		await emitNext();
		const lane = async () => {
			while (queue.length > 0) await emitNext();
		};
		await Promise.all(Array.from({ length: this.hasWorkers ? 1 : RUNS_AT_ONCE }, lane));
		return isDone;
	}

	/** False if the run could not be started, or was canceled. */
	private async emit(difference: Difference, listing: Listing): Promise<boolean> {
		const { createDeferredPromise } = this.context.helpers;
		const done = createDeferredPromise<IRun>();
		const reply = createDeferredPromise<IExecuteResponsePromiseData>();
		reply.promise.then(
			(response) => this.heed(response, difference),
			() => undefined,
		);
		const ended = done.promise.then(hasEnded, () => false);
		void ended.then((isEnded) => this.catchUp.settle(difference, isEnded));
		this.catchUp.emit(difference, listing.listedAt);
		const item = itemFor(difference, listing, this.forWorker());
		this.context.emit([[item]], reply, done);
		return (await within(ended, LONGEST_RUN_MS)) ?? true;
	}

	private forWorker(): IDataObject | undefined {
		const staticData = forWorker(this.context.getWorkflowStaticData('node'));
		return staticData && { ...staticData, watched: this.watch.toStored() };
	}

	/** Takes over what a worker knows. n8n resolves the reply without it when the run ends. */
	private heed(response: IExecuteResponsePromiseData, difference: Difference): void {
		if (!isObject(response) || !isObject(response.watched)) return;
		this.hasWorkers = true;
		this.watch.adopt(response.watched);
		if (response.isInProgress === true) this.catchUp.postpone(difference, performance.now());
	}
}
