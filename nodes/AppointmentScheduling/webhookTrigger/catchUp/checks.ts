import {
	sleep,
	type IDataObject,
	type ITriggerFunctions,
	type ITriggerResponse,
} from 'n8n-workflow';

import { releaseHandedOver } from '../runs/handover';
import { connect } from '../../n8n/connect';
import { warnWith, type Warn } from '../../n8n/log';
import { zoneOf } from '../../n8n/zone';
import type { ServiceClient } from '../../service/http/client';
import { isObject } from '../../service/values/bodies';
import { DAY_MS, MINUTE_MS } from '../../service/values/dates';
import { storedIn, type Stored } from '../subscription/stored';
import { triggerSettings, type TriggerSettings } from '../settings';
import { watchOf, type Watch } from '../../watching/watch';
import { CatchUp, GRACE_MS } from './catchUp';
import type { Listing } from './item';
import { hiddenSince, listedSince } from './lists';
import { Runs } from './runs';
import { verifiedWebhook } from './webhook';

/** n8n registers the webhook of a trigger at the same time as it starts this. */
const FIRST_CHECK_MS = 3_000;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 5 * MINUTE_MS;
const SLICE_MS = 500;
/** Publication waits at most so long until the appointments are recorded. */
const RECORD_MS = 20_000;

/** Starts the checks of a published trigger; without Catch Up there are none. */
export async function startCatchUp(context: ITriggerFunctions): Promise<ITriggerResponse> {
	if (context.getMode() === 'manual') return {};
	const settings = triggerSettings(context);
	const watch = watchOf(context.getWorkflow().id, context.getNode().id);
	const staticData = context.getWorkflowStaticData('node');
	const { watched } = staticData;
	const isRecorded = isObject(watched) && watched.isComplete === true;
	if (settings.catchUp === undefined) {
		// From now on it gets old.
		watch.isComplete = false;
		if (isRecorded) staticData.watched = { ...watched, isComplete: false };
		return {};
	}
	const checks = new Checks(context, watch, settings);
	const mode = context.getActivationMode();
	const isStart = mode === 'init' || mode === 'leadershipChange';
	// n8n also updates what is published already, to repair a trigger that did not start.
	if (isStart || (mode === 'update' && isRecorded)) watch.adopt(watched);
	else await checks.recordNow();
	void checks.run();
	return { closeFunction: async () => checks.close() };
}

interface Listed extends Listing {
	/** ms since the epoch: appointments that start then or later. */
	since: number;
	appointments: IDataObject[];
}

class Checks {
	private readonly catchUp: CatchUp;
	private isClosed = false;
	private readonly runs: Runs;
	/** The webhook at the last check: this must not write static data. */
	private stored: Stored | undefined;
	private readonly warn: Warn;

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly watch: Watch,
		private readonly settings: TriggerSettings,
	) {
		this.catchUp = new CatchUp(watch, settings, context.getActivationMode() === 'init');
		this.runs = new Runs(context, watch, this.catchUp, () => this.isClosed);
		this.warn = warnWith(context);
	}

	close(): void {
		this.isClosed = true;
	}

	/** n8n saves static data when publication ends. If the service is down, a later check records. */
	async recordNow(): Promise<void> {
		this.watch.isComplete = false;
		try {
			const client = await connect(this.context, { budgetMs: RECORD_MS });
			const { zone, appointments } = await this.list(client);
			this.catchUp.record(appointments, zone);
			this.context.getWorkflowStaticData('node').watched = this.watch.toStored();
		} catch (error) {
			this.warn('Catch Up could not record the appointments and will try again', error);
		}
	}

	/** Checks until the trigger is unpublished. */
	async run(): Promise<void> {
		await this.wait(FIRST_CHECK_MS);
		for (let retry = FIRST_RETRY_MS; !this.isClosed;) {
			const isDone = await this.check();
			const { catchUp: interval = Infinity } = this.settings;
			if (!isDone) {
				await this.wait(retry);
				retry = Math.min(2 * retry, LONGEST_RETRY_MS, interval);
				continue;
			}
			retry = FIRST_RETRY_MS;
			await this.wait(this.catchUp.isWaiting ? Math.min(GRACE_MS, interval) : interval);
		}
	}

	/** False if it has to be retried. */
	private async check(): Promise<boolean> {
		try {
			const client = await connect(this.context);
			const isVerified = await this.verifyWebhook(client);
			const listing = await this.list(client);
			const { zone, listedAt, appointments } = listing;
			if (this.isClosed) return true;
			if (!this.watch.isComplete) {
				this.catchUp.record(appointments, zone);
				return isVerified;
			}
			releaseHandedOver(this.watch);
			this.watch.prune(Math.floor((listedAt - 2 * DAY_MS) / 1000));
			const hidden = await this.hiddenFrom(listing, client);
			const listed = [...appointments, ...(hidden ?? [])];
			const due = this.catchUp.due(listed, zone, performance.now());
			const isReported = await this.runs.start(due, listing);
			return isVerified && isReported && hidden !== undefined;
		} catch (error) {
			this.warn('Catch Up could not check for missed events and will try again', error);
			return false;
		}
	}

	/** @throws ServiceError if the list may lack appointments */
	private async list(client: ServiceClient): Promise<Listed> {
		const zone = zoneOf(this.context, client).name;
		const listedAt = Date.now();
		const since = listedAt - DAY_MS;
		return { zone, listedAt, since, appointments: await listedSince(client, since, zone) };
	}

	/** Canceled appointments that the list lacks; undefined if they could not be read. */
	private async hiddenFrom(
		{ appointments, since, zone }: Listed,
		client: ServiceClient,
	): Promise<IDataObject[] | undefined> {
		const missing = this.catchUp.missingFrom(appointments, since);
		try {
			const hidden = await hiddenSince(client, since, zone, missing);
			this.catchUp.giveUp(missing);
			return hidden;
		} catch (error) {
			this.warn(
				'The canceled appointments could not be read for Catch Up, which is retried',
				error,
			);
			return undefined;
		}
	}

	/** False if that failed. */
	private async verifyWebhook(client: ServiceClient): Promise<boolean> {
		const stored = this.stored ?? storedIn(this.context.getWorkflowStaticData('node'));
		if (stored.webhookUrl === undefined || this.isClosed) return true;
		try {
			const verified = await verifiedWebhook(client, stored, this.settings, () => this.isClosed);
			this.stored = verified.stored;
			if (verified.wasLost) {
				this.context.logger.info(
					'The service no longer had the webhook of this trigger. It was registered again.',
				);
			}
			return true;
		} catch (error) {
			this.warn('The webhook could not be verified for Catch Up, which is retried', error);
			return false;
		}
	}

	/** Waits in slices, so that unpublishing ends it. */
	private async wait(ms: number): Promise<void> {
		const end = performance.now() + ms;
		while (!this.isClosed && performance.now() < end) await sleep(SLICE_MS);
	}
}
