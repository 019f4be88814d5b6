import type { IDataObject, ITriggerFunctions, ITriggerResponse } from 'n8n-workflow';

import { connect } from '../../n8n/connect';
import { toActivationError, warnWith } from '../../n8n/errors';
import { zoneOf } from '../../n8n/zone';
import type { ServiceClient } from '../../service/http/client';
import { waitUntil } from '../../service/http/wait';
import { MINUTE_MS } from '../../service/values/dates';
import { headerOf } from '../../watching/header';
import { hiddenCancellations, listRecent, recentAt } from '../../watching/recent';
import { Snapshot } from '../../watching/snapshot';
import { stateOf, type TriggerState } from '../runs/state';
import { triggerSettings, type TriggerSettings } from '../settings';
import { restoreWebhook } from '../subscription/restore';
import { differencesIn } from './differences';
import { GRACE_MS, Runs } from './runs';

/** n8n registers the webhook of a trigger at the same time as it starts this. */
const FIRST_CHECK_MS = 3_000;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 5 * MINUTE_MS;
/** Publication waits at most so long until the appointments are recorded. */
const RECORD_MS = 20_000;
/** So many are searched for those that the service hides. */
const MOST_CANCELED = 1_000;

export async function startCatchUp(context: ITriggerFunctions): Promise<ITriggerResponse> {
	if (context.getMode() === 'manual') return {};
	const settings = triggerSettings(context);
	const state = stateOf(context);
	state.own(context);
	if (settings.catchUp === undefined) state.known.expire();
	// Other triggers of the workflow save the same copy of static data.
	state.save(context);
	if (settings.catchUp === undefined) return {};
	const checks = new Checks(context, state, settings);
	const mode = context.getActivationMode();
	if (mode === 'init') state.known.isRestored = true;
	const isStart = mode === 'init' || mode === 'leadershipChange';
	// n8n also updates what is published already, to repair a trigger that did not start.
	if (!isStart && !(mode === 'update' && state.known.header)) await checks.recordNow();
	void checks.run();
	return { closeFunction: async () => checks.close() };
}

interface Listing extends ReturnType<typeof recentAt> {
	client: ServiceClient;
	zone: string;
	appointments: IDataObject[];
	/** ms on the service's clock; undefined if its responses have no `Date`. */
	listedAt: number | undefined;
}

class Checks {
	private isClosed = false;
	private readonly runs: Runs;
	/** What left the list and is not among the canceled, so that nobody looks for it again. */
	private readonly gone = new Snapshot();

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly state: TriggerState,
		private readonly settings: TriggerSettings,
	) {
		this.runs = new Runs(context, state, settings, () => this.isClosed);
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

	async run(): Promise<void> {
		const { catchUp: interval = Infinity } = this.settings;
		let retry = FIRST_RETRY_MS;
		await this.wait(FIRST_CHECK_MS);
		while (!this.isClosed) {
			const problem = 'Catch Up could not check for missed events and will try again';
			const isDone = await this.attempt(problem, async () => await this.check());
			if (isDone) await this.wait(Math.min(this.runs.areSoonDue ? GRACE_MS : Infinity, interval));
			else await this.wait(retry);
			retry = isDone ? FIRST_RETRY_MS : Math.min(2 * retry, LONGEST_RETRY_MS, interval);
		}
	}

	/** False if it has to be retried. @throws if the appointments could not be read */
	private async check(): Promise<boolean> {
		const { known } = this.state;
		const client = await connect(this.context);
		const isVerified = await this.attempt(
			'The webhook could not be verified for Catch Up, which is retried',
			async () => await restoreWebhook(this.context, client, () => this.isClosed),
		);
		const listing = await this.list(client);
		const { zone, since, listedAt, appointments } = listing;
		if (this.isClosed) return true;
		const isOtherZone = known.zone !== zone;
		if (!known.adapt(client, zone, appointments, since)) {
			this.record(listing);
			this.runs.save();
			return isVerified !== undefined;
		}
		known.snapshot.forgetBefore(listing.rememberedSince);
		const listed = Snapshot.of(appointments, zone);
		const hidden = await this.attempt(
			'The canceled appointments could not be read for Catch Up, which is retried',
			async () => await this.hiddenFrom(listing, listed),
		);
		if (this.isClosed) return true;
		const all = [...appointments, ...(hidden ?? [])];
		listed.add(Snapshot.of(hidden ?? [], zone));
		const differences = differencesIn(all, known.snapshot, zone, listedAt);
		const due = this.runs.due(differences);
		known.compared(listedAt, known.snapshot.differingFrom(listed));
		// Webhook processors compare in the zone that is saved, and load what was compared later.
		if (isOtherZone) this.runs.save();
		const isReported = await this.runs.start(due, zone);
		return isVerified !== undefined && isReported && hidden !== undefined;
	}

	/** @throws ServiceError if the list may lack appointments */
	private async list(client: ServiceClient): Promise<Listing> {
		const zone = zoneOf(client);
		const recent = recentAt(Date.now());
		const begin = performance.now();
		const appointments = await listRecent({ client, filters: {}, since: recent.since, zone });
		const { servedAt } = client;
		const listedAt = servedAt && servedAt - (performance.now() - begin);
		return { client, ...recent, zone, appointments, listedAt };
	}

	private record({ client, zone, appointments, listedAt }: Listing): void {
		const listed = Snapshot.of(appointments, zone);
		this.state.known.record(listed, headerOf(client, zone), listedAt);
	}

	/** Canceled appointments that the list lacks. @throws ServiceError */
	private async hiddenFrom(
		{ client, since, zone }: Listing,
		listed: Snapshot,
	): Promise<IDataObject[]> {
		this.gone.subtract(listed);
		const missing = this.state.known.snapshot.copy();
		missing.subtract(listed);
		missing.subtract(this.gone);
		missing.forgetBefore(Math.floor(since / 1000));
		const wanted = { client, filters: {}, since, zone };
		const hidden = await hiddenCancellations(missing, wanted, MOST_CANCELED);
		this.gone.add(missing);
		return hidden;
	}

	/** Undefined if it fails, which n8n's log says. */
	private async attempt<T>(problem: string, code: () => Promise<T>): Promise<T | undefined> {
		try {
			return await code();
		} catch (error) {
			warnWith(this.context)(problem, error);
			return undefined;
		}
	}

	private async wait(ms: number): Promise<void> {
		await waitUntil(() => this.isClosed, ms);
	}
}
