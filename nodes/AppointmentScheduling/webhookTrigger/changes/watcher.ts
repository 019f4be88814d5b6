import type { ITriggerFunctions, ITriggerResponse, IWebhookFunctions } from 'n8n-workflow';

import { connect } from '../../n8n/connect';
import { toActivationError } from '../../n8n/errors';
import { zoneOf } from '../../n8n/zone';
import type { ServiceClient } from '../../service/http/client';
import { waitUntil } from '../../service/http/wait';
import { FOREVER, MINUTE_MS, NEVER } from '../../service/values/dates';
import { Book } from '../../watching/book';
import { checkList } from '../../watching/check';
import { keepLatest } from '../../watching/keepLatest';
import { MissingAppointments } from '../../watching/missing';
import { share, storedPart } from '../../watching/shared';
import { warnOnceAnHour } from '../../watching/warnings';
import { rulesFor, triggerSettings } from '../parameters/settings';
import { isRegistered, restoreWebhook } from '../subscription/lifecycle';
import { LOOK_LIMITS, Looks } from './look';
import { PendingRuns } from './pending';
import { Watch } from './watch';

const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 5 * MINUTE_MS;
/** The first check waits so long for the webhook. */
const REGISTRATION_MS = 3_000;
/** A check is in no hurry: many responses at once would keep n8n from other work. */
const CHECK_LIMITS = { budgetMs: 10 * MINUTE_MS, concurrency: 8 };
/** n8n takes long to read a credential. After an edit, the former one is used for so long. */
const CLIENT_MS = 10_000;

/** Watches the appointments of a trigger, in the process in which n8n has started it. */
class Watcher {
	private readonly missing = new MissingAppointments();
	/** At what deliveries are about. */
	readonly looks: Looks;
	/** When something needs a check, in ms of a monotonic clock. */
	private soonAt = FOREVER;
	private client: Promise<ServiceClient> | undefined;
	private connectedAt = NEVER;

	constructor(
		readonly watch: Watch,
		private readonly checkMs: number,
	) {
		this.looks = new Looks({
			watch,
			connect: async () => await this.connect(),
			warn: (problem, error) => this.warn(problem, error),
			checkSoon: () => (this.soonAt = Math.min(this.soonAt, performance.now() + MINUTE_MS)),
			noteGone: (key) => this.missing.noteGone(key),
		});
	}

	async run(): Promise<void> {
		const { watch, checkMs } = this;
		// What n8n may not have of what was emitted before a restart.
		void watch.start();
		// n8n calls `create` at the same time. What changes before the webhook exists is not delivered.
		await waitUntil(() => watch.isClosed || isRegistered(watch.context), REGISTRATION_MS);
		let retry = FIRST_RETRY_MS;
		while (!watch.isClosed) {
			const isDone = await this.check();
			const pause = isDone ? checkMs : Math.min(retry, checkMs);
			const isDue = () => isDone && performance.now() >= this.soonAt;
			await waitUntil(() => watch.isClosed || isDue(), pause);
			retry = isDone ? FIRST_RETRY_MS : Math.min(2 * retry, LONGEST_RETRY_MS);
		}
	}

	/** Restores the webhook and compares the whole list. False if that failed. */
	private async check(): Promise<boolean> {
		this.soonAt = FOREVER;
		const { watch, looks, missing } = this;
		const warn = (problem: string, error?: unknown) => this.warn(problem, error);
		try {
			const client = await connect(watch.context, CHECK_LIMITS);
			watch.zone = zoneOf(client);
			await restoreWebhook(watch.context, client, () => watch.isClosed).catch((error: unknown) =>
				warn('The webhook could not be verified. The trigger tries again', error),
			);
			const isFirst = await checkList({
				book: watch.known.book,
				client,
				filters: {},
				zone: watch.zone,
				now: Date.now(),
				missing,
				compare: async (shown, readAt) => await watch.compareAll(shown, readAt),
				ask: async ({ spelling }) => await looks.ask(spelling),
				warn,
				isOver: () => watch.isClosed,
			});
			if (isFirst) watch.save();
			return true;
		} catch (error) {
			warn('The appointments could not be compared. The trigger tries again', error);
			return false;
		}
	}

	private async connect(): Promise<ServiceClient> {
		if (performance.now() - this.connectedAt > CLIENT_MS) {
			this.connectedAt = performance.now();
			// A response that was kept on the way shows what was.
			this.client = connect(this.watch.context, { ...LOOK_LIMITS, isCheck: true });
			this.client.catch(() => (this.connectedAt = NEVER));
		}
		return await this.client!;
	}

	private warn(problem: string, error: unknown): void {
		if (!this.watch.isClosed) warnOnceAnHour(this.watch.context, problem, error);
	}
}

type Context = Pick<IWebhookFunctions, 'getWorkflow' | 'getNode'>;
const nameOf = (context: Context) =>
	JSON.stringify([context.getWorkflow().id, context.getNode().id]);

const watchers = new Map<string, Watcher>();

/** Undefined if another process watches, or none. */
export function watcherOf(context: Context): Watcher | undefined {
	const watcher = watchers.get(nameOf(context));
	return watcher?.watch.isClosed === false ? watcher : undefined;
}

/** What n8n calls at publication, at its start and on a change of leader. */
export async function startWatching(context: ITriggerFunctions): Promise<ITriggerResponse> {
	if (context.getMode() === 'manual') return {};
	const settings = triggerSettings(context);
	const name = nameOf(context);
	// n8n 2.40 starts it again without stopping it, if the webhook could not be registered at first.
	watchers.get(name)?.watch.close();
	if (!settings.isForChanges) {
		watchers.delete(name);
		if (Object.keys(storedPart(context)).length > 0) share(context, () => ({}));
		return {};
	}
	const zone = await zoneIn(context);
	const watch = new Watch(context, (in_) => rulesFor(settings, in_), knownFor(context), zone);
	watch.share();
	const watcher = new Watcher(watch, settings.checkMs);
	keepLatest(watchers, name, watcher);
	void watcher.run();
	return {
		closeFunction: async () => {
			watch.close();
			await Promise.resolve();
		},
	};
}

/** Changes while the workflow was not published are unknown, so they do not run. */
function knownFor(context: ITriggerFunctions): Watch['known'] {
	const mode = context.getActivationMode();
	const former = watchers.get(nameOf(context))?.watch;
	if (mode === 'update' && former?.isRecent) return former.known;
	const stored = mode === 'init' || mode === 'leadershipChange' ? storedPart(context) : {};
	return { book: new Book().load(stored), pending: new PendingRuns().load(stored.pending) };
}

/** @throws NodeOperationError */
async function zoneIn(context: ITriggerFunctions): Promise<string> {
	try {
		return zoneOf(await connect(context));
	} catch (error) {
		throw toActivationError(context.getNode(), error);
	}
}
