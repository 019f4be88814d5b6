import {
	sleep,
	type IDataObject,
	type ITriggerFunctions,
	type ITriggerResponse,
} from 'n8n-workflow';

import { connect } from '../../n8n/connect';
import { toActivationError } from '../../n8n/errors';
import { warnWith, type Warn } from '../../n8n/log';
import { zoneOf } from '../../n8n/zone';
import type { ServiceClient } from '../../service/http/client';
import { MINUTE_MS } from '../../service/values/dates';
import { withinSpan } from '../../service/values/span';
import { headerOf, isLocal } from '../../watching/header';
import { hiddenCancellations } from '../../watching/hiddenCancellations';
import { listRecent, recentAt, startingSince, type Recent } from '../../watching/recent';
import { keyOf, seenOf, Snapshot } from '../../watching/snapshot';
import { wholeList } from '../../watching/wholeList';
import { stateOf, type TriggerState } from '../runs/state';
import { triggerSettings, type TriggerSettings } from '../settings';
import { Candidates, GRACE_MS } from './candidates';
import { Runs, type Listing } from './runs';
import { verifyWebhook } from './webhook';

/** n8n registers the webhook of a trigger at the same time as it starts this. */
const FIRST_CHECK_MS = 3_000;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 5 * MINUTE_MS;
const SLICE_MS = 500;
/** Publication waits at most so long until the appointments are recorded. */
const RECORD_MS = 20_000;
/** So many are searched for those that the service hides. */
const MOST_CANCELED = 1_000;

/** Starts the checks of a published trigger; without Catch Up there are none. */
export async function startCatchUp(context: ITriggerFunctions): Promise<ITriggerResponse> {
	if (context.getMode() === 'manual') return {};
	const settings = triggerSettings(context);
	const state = stateOf(context);
	state.own(context);
	// From now on it gets old.
	if (settings.catchUp === undefined) state.known.isComplete = false;
	// Other triggers of the workflow save the same copy of static data.
	state.save(context);
	if (settings.catchUp === undefined) return {};
	const checks = new Checks(context, state, settings);
	const mode = context.getActivationMode();
	if (mode === 'init') state.known.isRestored = true;
	const isStart = mode === 'init' || mode === 'leadershipChange';
	// n8n also updates what is published already, to repair a trigger that did not start.
	if (!isStart && !(mode === 'update' && state.known.isComplete)) await checks.recordNow();
	void checks.run();
	return { closeFunction: async () => checks.close() };
}

interface Listed extends Listing {
	client: ServiceClient;
	recent: Recent;
	appointments: IDataObject[];
}

class Checks {
	private readonly candidates: Candidates;
	private isClosed = false;
	private readonly runs: Runs;
	/** What left the list and is not among the canceled, so that nobody looks for it again. */
	private readonly gone = new Snapshot();
	private readonly warn: Warn;

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly state: TriggerState,
		private readonly settings: TriggerSettings,
	) {
		this.candidates = new Candidates(state.known, settings);
		this.runs = new Runs(context, state, this.candidates, () => this.isClosed);
		this.warn = warnWith(context);
	}

	close(): void {
		this.isClosed = true;
	}

	/** n8n saves static data when publication ends. @throws if the appointments could not be read */
	async recordNow(): Promise<void> {
		const { context, state } = this;
		state.known.clear();
		try {
			this.record(await this.list(await connect(context, { budgetMs: RECORD_MS })));
		} catch (error) {
			throw toActivationError(context.getNode(), error);
		}
		state.save(context);
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
			await this.wait(this.candidates.isWaiting ? Math.min(GRACE_MS, interval) : interval);
		}
	}

	/** False if it has to be retried. */
	private async check(): Promise<boolean> {
		const { known } = this.state;
		try {
			const client = await connect(this.context);
			const isVerified = await this.verifyWebhook(client);
			const listing = await this.list(client);
			const { zone, recent, listedAt, appointments } = listing;
			if (this.isClosed) return true;
			if (!known.isComplete || !known.adapt(client, zone, appointments, recent.since)) {
				this.record(listing);
				this.runs.save();
				return isVerified;
			}
			known.forgetBefore(recent.rememberedSince);
			const hidden = await this.hiddenFrom(listing);
			if (this.isClosed) return true;
			const listed = [...appointments, ...(hidden ?? [])];
			const due = this.candidates.due(listed, zone, performance.now(), listedAt);
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
		const recent = recentAt(Date.now());
		const begin = performance.now();
		const appointments = await listRecent(client, {}, recent, zone);
		const { servedAt } = client;
		const listedAt = servedAt && servedAt - (performance.now() - begin);
		return { client, zone, recent, appointments, listedAt };
	}

	private record({ client, zone, appointments, listedAt }: Listed): void {
		const states = appointments.flatMap((data) => {
			const key = keyOf(data);
			return key === undefined ? [] : [[key, seenOf(data, zone)] as const];
		});
		if (appointments.some(isLocal)) this.state.known.readIn(zone);
		this.state.known.record(states, headerOf(client, zone), listedAt);
	}

	/** Canceled appointments that the list lacks; undefined if they could not be read. */
	private async hiddenFrom({
		appointments,
		recent: { since },
		zone,
		client,
	}: Listed): Promise<IDataObject[] | undefined> {
		const listed = new Snapshot();
		for (const data of appointments) listed.set(keyOf(data) ?? '', seenOf(data, zone));
		this.gone.subtract(listed);
		const missing = this.state.known.missingFrom(listed, Math.floor(since / 1000));
		missing.subtract(this.gone);
		try {
			const hidden = await hiddenCancellations(missing, {
				client,
				filters: withinSpan({}, since, undefined, zone),
				limit: MOST_CANCELED,
				read: async (list) => startingSince(await wholeList(list), since, zone),
			});
			this.gone.add(missing);
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
		try {
			const address = () => (this.isClosed ? undefined : this.state.address);
			await verifyWebhook(this.context, client, this.settings, address);
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
