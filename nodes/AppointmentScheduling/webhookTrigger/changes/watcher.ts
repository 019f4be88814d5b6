import { waitUntil } from '../../concurrency/wait';
import { ServiceError } from '../../service/errors';
import { FOREVER, MINUTE_MS } from '../../service/values/dates';
import { checkList, type Missing } from '../../watching/check';
import { restoreWebhook } from '../subscription/lifecycle';
import { Due } from './due';
import { Failures } from './failures';
import { Looks } from './looks';
import type { Watch } from './watch';

const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 5 * MINUTE_MS;
const CHECK_BUDGET_MS = 10 * MINUTE_MS;
/** Before n8n starts a new version, it deletes the former webhook: two minutes at a service that hangs. */
const RECENT_MS = 5 * MINUTE_MS;
/** n8n saves the first list if it is there when the publication ends. */
const FIRST_LIST_MS = 10_000;

const NOT_BEGUN = new ServiceError(
	'The list of appointments was never whole, so no new appointment has run yet',
	"See the warning in n8n's log",
);

/** Watches the appointments of a trigger, in the process in which n8n has started it. */
export class Watcher {
	readonly looks: Looks;
	private readonly missing: Missing = new Map();
	private readonly due = new Due();
	private readonly failures = new Failures();
	private hasTried = false;
	private closedAt = FOREVER;

	constructor(
		readonly watch: Watch,
		private readonly checkMs: number,
	) {
		this.looks = new Looks(watch, this.due);
	}

	/** Whether it watches, or did so until now. */
	get isRecent(): boolean {
		return performance.now() - this.closedAt < RECENT_MS;
	}

	close(): void {
		this.closedAt = Math.min(this.closedAt, performance.now());
		this.watch.runs.isClosed = true;
	}

	/** Until the first list is recorded, or could not be read. */
	async begun(): Promise<void> {
		const { known } = this.watch;
		const isEnough = () => known.book.since !== undefined || this.hasTried;
		await waitUntil(isEnough, FIRST_LIST_MS);
	}

	async run(): Promise<void> {
		const { watch, due, failures, checkMs } = this;
		watch.runs.save();
		let retry = FIRST_RETRY_MS;
		while (!watch.isClosed) {
			// What n8n may not have of what was emitted before a restart.
			void watch.runs.emitAll();
			due.begin();
			const problem = await this.check();
			this.hasTried = true;
			// It may be unpublished meanwhile.
			if (watch.isClosed) return;
			failures.note(watch.context, problem);
			const isDone = problem === undefined;
			const pause = isDone ? checkMs : Math.min(retry, checkMs);
			const isDue = () => isDone && due.isNow(watch.known.book.size);
			await waitUntil(() => watch.isClosed || isDue(), pause);
			retry = isDone ? FIRST_RETRY_MS : Math.min(2 * retry, LONGEST_RETRY_MS);
		}
	}

	/** Restores the webhook and compares the list. @returns why that has to be repeated */
	private async check(): Promise<Error | undefined> {
		const { watch, missing } = this;
		const { warn } = watch;
		const { book } = watch.known;
		// A publication does not wait for the quota.
		const limits = book.since === undefined && !this.hasTried ? { longestWait: 0 } : {};
		const isOver = () => watch.isClosed;
		try {
			const client = (await watch.connect()).with(limits, CHECK_BUDGET_MS);
			await restoreWebhook(watch.context, client).catch((error: unknown) =>
				warn('The webhook could not be verified. The trigger tries again', error),
			);
			const compare = watch.compareAll.bind(watch);
			const watched = { book, client, filters: {}, missing, compare, warn, isOver };
			const { isRecorded, problem } = await checkList(watched);
			if (problem !== undefined) warn(problem);
			return isRecorded ? undefined : NOT_BEGUN;
		} catch (error) {
			warn('The appointments could not be compared. The trigger tries again', error);
			return error as Error;
		}
	}
}
