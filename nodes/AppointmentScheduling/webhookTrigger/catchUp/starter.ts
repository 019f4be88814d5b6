import type {
	IDataObject,
	IExecuteResponsePromiseData,
	IRun,
	ITriggerFunctions,
} from 'n8n-workflow';
import { DateTime } from 'luxon';

import { inOrder } from '../../service/http/pool';
import { within } from '../../service/http/wait';
import { isObject } from '../../service/values/bodies';
import { MINUTE_MS } from '../../service/values/dates';
import {
	CANCELLATION_EVENT,
	CREATION_EVENT,
	isCanceledStatus,
	UPDATE_EVENT,
} from '../../service/core/vocabulary';
import { previousFor } from '../../watching/former/state';
import { withHandover, type Handover, type Question } from '../once/handover';
import { creationIdentity, traceOf, tracesOf } from '../once/identity';
import type { TriggerState } from '../once/state';
import { LONGEST_WORK_MS, type Answer, type Report } from '../once/worker';
import { isWanted, type TriggerSettings } from '../core/settings';
import type { Difference } from './differences';

/** n8n 1 does not say that it could not create an execution. */
const START_AWAITED_MS = 15 * MINUTE_MS;
/** After that, the next run is started although this one continues. */
const RUN_AWAITED_MS = MINUTE_MS;
const RUNS_AT_ONCE = 8;

/** The outcome of an execution. */
interface Started {
	report: Partial<Report>;
	ended: Promise<End>;
}
/** `lost`: its worker was killed, or n8n could not create it. */
type End = 'success' | 'error' | 'lost';

/** Starts an execution for each difference of a check. */
export class Starter {
	/** Whether n8n runs executions on workers. */
	private isElsewhere: boolean | undefined;

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly state: TriggerState,
		private readonly settings: TriggerSettings,
		private readonly isClosed: () => boolean,
	) {}

	/** False if a run could not be started. */
	async start(differences: Difference[], zone: string): Promise<boolean> {
		const [first, ...others] = differences;
		if (!first || this.isElsewhere === false) return await this.runAll(differences, zone);
		// A worker answers about all of them and runs none. In this process, the first one runs.
		const questions = differences.map((difference) => this.questionOf(difference));
		const started = await this.emit(first, zone, { questions, isInquiry: true });
		if (started?.report.isElsewhere === false) {
			const isDone = await this.follow(first, started);
			return (await this.runAll(others, zone)) && isDone;
		}
		const answers = started?.report.answers;
		if (answers) return await this.runAll(this.dueAfter(differences, answers), zone);
		for (const { key, run } of differences) this.state.book.end(key, run.id, 'undone');
		return false;
	}

	private async runAll(differences: Difference[], zone: string): Promise<boolean> {
		const started = await inOrder(
			differences.length,
			RUNS_AT_ONCE,
			async (index) => await this.run(differences[index]!, zone),
		);
		return !started.includes(false);
	}

	/** Those that still have to run, with the event that is then right. */
	private dueAfter(differences: Difference[], answers: Answer[]): Difference[] {
		return differences.flatMap((difference, index) => {
			const { progress = 'none', isCreated = false } = answers[index] ?? {};
			const event = isCreated ? this.otherwise(difference) : difference.run.event;
			if (progress === 'none' && event !== undefined) {
				return [{ ...difference, run: { ...difference.run, event } }];
			}
			this.leave(difference, progress === 'none' ? 'ended' : progress);
			return [];
		});
	}

	/** What has happened to it elsewhere. `none`: the next check looks again. */
	private leave({ key, run }: Difference, progress: Answer['progress']): void {
		const { book } = this.state;
		book.end(key, run.id, 'undone');
		if (progress === 'begun') book.postpone(key, run, run.at + LONGEST_WORK_MS);
		if (progress === 'ended') book.markReported(key, run, run.at);
	}

	/** What has happened if the appointment is not new after all. */
	private otherwise({ data, run }: Difference): string | undefined {
		const event = isCanceledStatus(run.status) ? CANCELLATION_EVENT : UPDATE_EVENT;
		return isWanted({ event, data }, this.settings) ? event : undefined;
	}

	private questionOf({ key, run, since }: Difference): Question {
		const { book, skewMs } = this.state;
		return {
			traces: tracesOf(key, run, book),
			since: since - skewMs,
			...(run.event === CREATION_EVENT && { creation: creationIdentity(key) }),
		};
	}

	/** False if the run could not be started. */
	private async run(difference: Difference, zone: string): Promise<boolean> {
		const { key, run } = difference;
		const { book } = this.state;
		// A delivery may have taken its place.
		if (this.isClosed() || !book.has(key, run.id)) return true;
		if (this.isElsewhere) book.begin(key, run.id, run.event);
		const questions = this.isElsewhere ? [this.questionOf(difference)] : undefined;
		const started = await this.emit(difference, zone, { questions });
		if (!started) {
			book.end(key, run.id, 'undone');
			return false;
		}
		const [answer] = started.report.answers ?? [];
		const isDue = !answer || (answer.progress === 'none' && !answer.isCreated);
		if (isDue) return await this.follow(difference, started);
		this.leave(difference, answer.progress);
		return answer.progress !== 'none';
	}

	private async follow(difference: Difference, { ended }: Started): Promise<boolean> {
		const settled = ended.then((end) => {
			this.settle(difference, end);
			return end !== 'lost';
		});
		return (await within(settled, RUN_AWAITED_MS)) ?? true;
	}

	private settle({ key, run }: Difference, end: End): void {
		const { book, memory } = this.state;
		const counts = end === 'success' || (end === 'error' && !this.settings.whenFinished);
		// A delivery may have taken its place, and fail.
		const isOwn = book.has(key, run.id);
		if (counts && isOwn && run.event === CREATION_EVENT) memory.remember(creationIdentity(key));
		const how = end === 'lost' ? 'undone' : 'failed';
		book.end(key, run.id, counts ? 'counts' : how);
		this.state.settled();
	}

	private itemOf({ data, run }: Difference, zone: string): IDataObject {
		const { event, previous } = run;
		return {
			event,
			timestamp: DateTime.now().setZone(zone).toISO(),
			data,
			caughtUp: true,
			...(previous && { previous: previousFor(previous, data, zone) }),
		};
	}

	/** Undefined if n8n does not start the execution. It may wait for its turn for long. */
	private async emit(
		difference: Difference,
		zone: string,
		about: Pick<Handover, 'questions' | 'isInquiry'>,
	): Promise<Started | undefined> {
		const { context } = this;
		const { key, run } = difference;
		const item = withHandover(this.itemOf(difference, zone), {
			identity: run.event === CREATION_EVENT ? creationIdentity(key) : undefined,
			whenFinished: this.settings.whenFinished,
			caughtUp: true,
			appointment: { key, run, trace: traceOf(key, run, this.state.book) },
			...about,
		});
		const done = context.helpers.createDeferredPromise<IRun>();
		const response = context.helpers.createDeferredPromise<IExecuteResponsePromiseData>();
		let hasReported = false;
		// n8n rejects a run that was canceled or took too long, and one that it could not create.
		const ended = done.promise.then(endOf, (): End => (hasReported ? 'error' : 'lost'));
		// `execute()` reports. If it does not, n8n resolves this when the run ends.
		const reported = response.promise.then((report): Started => {
			hasReported = true;
			const known: Partial<Report> = isObject(report) ? report : {};
			if (known.isElsewhere !== undefined) this.learn(known.isElsewhere);
			return { report: known, ended };
		});
		this.state.save(context);
		context.emit([[item]], response, done);
		const over = ended.then((end) => (end === 'lost' ? undefined : { report: {}, ended }));
		const started = Promise.race([reported.catch(async () => await over), over]);
		return await within(started, START_AWAITED_MS);
	}

	private learn(isElsewhere: boolean): void {
		this.isElsewhere = isElsewhere;
		const { book } = this.state;
		if (book.areElsewhere !== isElsewhere) book.setElsewhere(isElsewhere);
	}
}

/** If a worker was killed, n8n ends its run with an error and without a node. */
function endOf(run: IRun | undefined): End {
	if (!run) return 'lost';
	if (run.status !== 'error' && run.status !== 'canceled' && run.status !== 'crashed')
		return 'success';
	return run.data.resultData.lastNodeExecuted === undefined ? 'lost' : 'error';
}
